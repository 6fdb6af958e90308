package org.ferryipc.core.smile;

import java.util.Map;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.ContextAttributes;

/**
 * The handle table of the message that one encoder or decoder works on, as the attributes of its writer or reader.
 *
 * <p>A class of its own instead of an attribute map: it stays in the writer for ever while the table in it changes, so a
 * message costs no new writer, and a handle costs no look-up. Belongs to one thread at a time.
 */
final class HandleAttributes extends ContextAttributes {
  static final Object KEY = HandleAttributes.class;

  /** The name of the message type, for error texts. */
  final String type;

  /** The kind of handle that the message is, or is a container of; null if it is a record or another value. */
  final @Nullable Class<?> rootHandle;

  @Nullable HandleSink sink;
  @Nullable HandleSource source;

  private final ContextAttributes others;

  HandleAttributes(String type, @Nullable Class<?> rootHandle) {
    this(type, rootHandle, ContextAttributes.getEmpty());
  }

  private HandleAttributes(String type, @Nullable Class<?> rootHandle, ContextAttributes others) {
    this.type = type;
    this.rootHandle = rootHandle;
    this.others = others;
  }

  @Override
  public @Nullable Object getAttribute(Object key) {
    return key == KEY ? this : others.getAttribute(key);
  }

  @Override
  public ContextAttributes withPerCallAttribute(Object key, @Nullable Object value) {
    return with(others.withPerCallAttribute(key, value));
  }

  @Override
  public ContextAttributes withSharedAttribute(Object key, @Nullable Object value) {
    return with(others.withSharedAttribute(key, value));
  }

  @Override
  public ContextAttributes withSharedAttributes(Map<?, ?> attributes) {
    return with(others.withSharedAttributes(attributes));
  }

  @Override
  public ContextAttributes withoutSharedAttribute(Object key) {
    return with(others.withoutSharedAttribute(key));
  }

  @Override
  public ContextAttributes snapshot() {
    return this;
  }

  // A user's serializer that sets an attribute of its own must not lose the table of the message.
  private HandleAttributes with(ContextAttributes changed) {
    if (changed == others) {
      return this;
    }
    HandleAttributes copy = new HandleAttributes(type, rootHandle, changed);
    copy.sink = sink;
    copy.source = source;
    return copy;
  }
}
