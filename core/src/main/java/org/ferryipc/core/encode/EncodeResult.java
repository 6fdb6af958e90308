package org.ferryipc.core.encode;

import org.ferryipc.core.failure.SerializationException;

/** What encoding a value came to. */
public sealed interface EncodeResult {

  /**
   * The value was encoded, and its handles have moved.
   *
   * @param encoded the bytes and the handles; to be closed
   */
  record Ok(Encoded encoded) implements EncodeResult {}

  /**
   * The value was not encoded, and its handles are as before.
   *
   * @param reason why
   */
  record Failed(EncodeError reason) implements EncodeResult {}

  /**
   * {@return what was encoded}
   *
   * @throws SerializationException if nothing was, with the reason
   */
  default Encoded orElseThrow() throws SerializationException {
    return switch (this) {
      case Ok(Encoded encoded) -> encoded;
      case Failed(EncodeError reason) -> throw new SerializationException(reason.describe(), reason.cause());
    };
  }
}
