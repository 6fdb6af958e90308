package org.ferryipc.core.smile;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.ContextAttributes;

/**
 * The message that one encoder or decoder works on, as the attribute of its writer or reader.
 *
 * <p>A class of its own instead of an attribute map: it stays in the writer for ever while the message changes, so a
 * message costs no new writer, and a handle costs no look-up.
 */
final class HandleAttributes extends ContextAttributes {
  /** Under which a {@link CurrentMessage} is found. */
  static final Object KEY = HandleAttributes.class;

  /** Of a mapper that is not at work. */
  static final HandleAttributes IDLE = new HandleAttributes(new CurrentMessage(RootType.UNKNOWN));

  private final CurrentMessage message;
  private final ContextAttributes others;

  HandleAttributes(CurrentMessage message) {
    this(message, ContextAttributes.getEmpty());
  }

  private HandleAttributes(CurrentMessage message, ContextAttributes others) {
    this.message = message;
    this.others = others;
  }

  @Override
  public @Nullable Object getAttribute(Object key) {
    return key == KEY ? message : others.getAttribute(key);
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

  // A user's serializer that sets an attribute of its own must not lose the message.
  private HandleAttributes with(ContextAttributes changed) {
    return changed == others ? this : new HandleAttributes(message, changed);
  }
}
