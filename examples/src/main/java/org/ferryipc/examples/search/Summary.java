package org.ferryipc.examples.search;

import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.pickle.PickleReader;
import org.ferryipc.core.pickle.PickleWriter;
import org.ferryipc.core.pickle.Pickled;

/**
 * What was searched.
 *
 * @param files how many files
 * @param lines how many lines they have
 * @param found how many of them have the word
 */
record Summary(int files, long lines, long found) implements Pickled {
  @Override
  public void writeTo(PickleWriter out) throws LimitExceededException {
    out.writeInt(files);
    out.writeLong(lines);
    out.writeLong(found);
  }

  static Summary readFrom(PickleReader in) throws SerializationException {
    return new Summary(in.readInt(), in.readLong(), in.readLong());
  }
}
