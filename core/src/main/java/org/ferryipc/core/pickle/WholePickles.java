package org.ferryipc.core.pickle;

import java.util.Arrays;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.MessageLife;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;

/** Sends pickles as they are, with their own headers; a received one borrows its message. */
final class WholePickles implements MessageCodec<Pickle> {

  @Override
  public void encode(Pickle value, PayloadBuffer out, HandleSink handles)
      throws SerializationException, LimitExceededException {
    int size = value.size();
    if (size == 0) {
      throw new SerializationException("Pickle: header: bytes that are no pickle cannot be sent", null);
    }
    int at = out.reserve(size);
    value.copyTo(out.array(), at);
    out.advance(size);
  }

  @Override
  public Pickle decode(byte[] bytes, int offset, int length, HandleSource handles) throws SerializationException {
    return checked(new HeapBytes(Arrays.copyOfRange(bytes, offset, offset + length), 0), length, new Lifetime());
  }

  @Override
  public Pickle decode(byte[] bytes, int offset, int length, HandleSource handles, MessageLife life)
      throws SerializationException {
    if (Borrowing.COPIES) {
      return decode(bytes, offset, length, handles);
    }
    Lifetime borrowed = new Lifetime();
    life.whenReleased(borrowed);
    return checked(new HeapBytes(bytes, offset), length, borrowed);
  }

  private static Pickle checked(HeapBytes bytes, int length, Lifetime life) throws SerializationException {
    Pickle found = Pickle.of(bytes, length, life);
    if (found.size() == 0) {
      throw new SerializationException("Pickle: header: it does not fit a message of " + length + " bytes", null);
    }
    return found;
  }
}
