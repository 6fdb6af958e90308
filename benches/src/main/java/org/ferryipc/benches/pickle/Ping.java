package org.ferryipc.benches.pickle;

import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.pickle.PickleReader;
import org.ferryipc.core.pickle.PickleWriter;
import org.ferryipc.core.pickle.Pickled;

/**
 * The message of the suite.
 *
 * @param sentAt when, as of {@link System#nanoTime} of the first sender
 * @param id which one
 * @param payload what is reflected
 */
public record Ping(long sentAt, int id, CharSequence payload) implements Pickled {
  @Override
  public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
    out.writeLong(sentAt);
    out.writeInt(id);
    out.writeString(payload);
  }

  /** {@return a ping whose payload is a copy} */
  static Ping copied(PickleReader in) throws SerializationException {
    return new Ping(in.readLong(), in.readInt(), in.readString());
  }

  /** {@return a ping whose payload is read where it lies} */
  static Ping borrowed(PickleReader in) throws SerializationException {
    return new Ping(in.readLong(), in.readInt(), in.readStringView());
  }
}
