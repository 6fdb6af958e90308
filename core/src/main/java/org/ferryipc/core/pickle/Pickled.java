package org.ferryipc.core.pickle;

import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;

/**
 * A message type that writes itself. How one is read is told to the {@link PickleCodec}: it must read in the same order
 * what is written here.
 *
 * {@snippet :
 * record Ping(long sentAt, int id, CharSequence payload) implements Pickled {
 *   public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
 *     out.writeLong(sentAt);
 *     out.writeInt(id);
 *     out.writeString(payload);
 *   }
 *
 *   static Ping readFrom(PickleReader in) throws SerializationException {
 *     return new Ping(in.readLong(), in.readInt(), in.readStringView());
 *   }
 * }
 * }
 */
public interface Pickled {

  /**
   * Writes this value, its handles included.
   *
   * <p>May be called by several threads at once. Must not keep {@code out}.
   *
   * @throws SerializationException if the value cannot be written; nothing is sent
   * @throws LimitExceededException of {@code out}; nothing is sent
   */
  void writeTo(PickleWriter out) throws SerializationException, LimitExceededException;
}
