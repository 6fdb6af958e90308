package org.ferryipc.core.codec;

import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;

/**
 * A {@link Codec} bound to one type. Safe for any thread, and re-entrant: a getter that is called while a value is
 * encoded may itself send.
 */
public interface MessageCodec<T> {

  /**
   * Writes {@code value} to {@code out}, its handles to {@code handles}.
   *
   * <p>On failure the caller returns every handle that was put so far and discards the bytes.
   *
   * @throws SerializationException if the value cannot be encoded, naming type and property
   * @throws LimitExceededException if {@code out} or {@code handles} is full
   */
  void encode(T value, PayloadBuffer out, HandleSink handles)
      throws SerializationException, LimitExceededException;

  /**
   * Reads a value from {@code length} bytes at {@code offset}. Bytes are a peer's: anything may stand there. May keep
   * nothing of the array.
   *
   * <p>Slots that were not taken from {@code handles}, and all of them on failure, are closed by the caller.
   *
   * @throws SerializationException if the bytes are not a value of the type
   */
  T decode(byte[] bytes, int offset, int length, HandleSource handles) throws SerializationException;

  /**
   * As {@link #decode(byte[], int, int, HandleSource)}, for a codec whose values borrow: the array is the message's
   * alone, nobody writes into it any more, and the codec may keep it. Channels call this one.
   *
   * @param life tells when the program has released the message, and with it what was borrowed
   * @throws SerializationException if the bytes are not a value of the type
   */
  default T decode(byte[] bytes, int offset, int length, HandleSource handles, MessageLife life)
      throws SerializationException {
    return decode(bytes, offset, length, handles);
  }
}
