package org.ferryipc.core.codec;

import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.SerializationException;

/**
 * Turns values of a type into bytes and back. Both sides of a channel must use the same codec; the doorway compares
 * {@link #name}.
 *
 * <p>Implementations are safe for any thread.
 */
public interface Codec {

  /** {@return the default: Smile (binary JSON) by Jackson, see {@code docs/codecs.md}} */
  static Codec smile() {
    return SmileProvider.INSTANCE;
  }

  /** {@return a short name for messages and for the doorway's hello} */
  String name();

  /**
   * Prepares for one type; called once per channel end and type, may be slow.
   *
   * @throws SerializationException if values of {@code type} can never be encoded; the text names the property
   */
  <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) throws SerializationException;
}
