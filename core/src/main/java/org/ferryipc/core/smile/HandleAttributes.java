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

  @Nullable HandleSink sink;
  @Nullable HandleSource source;

  private final ContextAttributes others;

  HandleAttributes() {
    this(ContextAttributes.getEmpty());
  }

  private HandleAttributes(ContextAttributes others) {
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
    HandleAttributes copy = new HandleAttributes(changed);
    copy.sink = sink;
    copy.source = source;
    return copy;
  }
}
