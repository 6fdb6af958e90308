package org.ferryipc.core.encode;

import org.ferryipc.core.failure.SerializationException;

/** What decoding bytes came to. */
public sealed interface DecodeResult<T> {

  /**
   * The bytes are a value.
   *
   * @param value that value; handles in it are the caller's
   */
  record Ok<T>(T value) implements DecodeResult<T> {}

  /**
   * The bytes are none. Handles that came with them are closed.
   *
   * @param reason why
   */
  record Failed<T>(EncodeError reason) implements DecodeResult<T> {}

  /**
   * {@return the value}
   *
   * @throws SerializationException if there is none, with the reason
   */
  default T orElseThrow() throws SerializationException {
    return switch (this) {
      case Ok<T>(T value) -> value;
      case Failed<T>(EncodeError reason) -> throw new SerializationException(reason.describe(), reason.cause());
    };
  }
}
