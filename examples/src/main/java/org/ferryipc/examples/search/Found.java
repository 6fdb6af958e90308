package org.ferryipc.examples.search;

import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.pickle.PickleReader;
import org.ferryipc.core.pickle.PickleWriter;
import org.ferryipc.core.pickle.Pickled;

/**
 * A line that has the word.
 *
 * @param file where it stands
 * @param line its number there, from 1
 * @param text the line, borrowed on both sides: there of the file that was sent, here of this message
 */
record Found(String file, int line, CharSequence text) implements Pickled {
  @Override
  public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
    out.writeString(file);
    out.writeInt(line);
    out.writeString(text);
  }

  static Found readFrom(PickleReader in) throws SerializationException {
    return new Found(in.readString(), in.readInt(), in.readStringView());
  }
}
