package org.ferryipc.examples.search;

import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.pickle.PickleReader;
import org.ferryipc.core.pickle.PickleWriter;
import org.ferryipc.core.pickle.Pickled;

/** What the searching process is told; each begins with a number that says which it is. */
sealed interface Request extends Pickled {
  /**
   * The first: what to look for.
   *
   * @param word in any line
   * @param replies where lines go; moves with the message
   */
  record Query(String word, IpcSender<Found> replies) implements Request {
    private static final int TAG = 0;
    private static final MessageType<IpcSender<Found>> REPLIES = new MessageType<>() {};

    @Override
    public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
      out.writeInt(TAG);
      out.writeString(word);
      out.writeAttachment(replies);
    }
  }

  /**
   * A whole file.
   *
   * @param file its name
   * @param text what stands in it; borrowed by the receiver
   */
  record Page(String file, CharSequence text) implements Request {
    private static final int TAG = 1;

    @Override
    public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
      out.writeInt(TAG);
      out.writeString(file);
      out.writeString(text);
    }
  }

  /** The last. */
  record End() implements Request {
    private static final int TAG = 2;

    @Override
    public void writeTo(PickleWriter out) throws LimitExceededException {
      out.writeInt(TAG);
    }
  }

  static Request readFrom(PickleReader in) throws SerializationException {
    int tag = in.readInt();
    return switch (tag) {
      case Query.TAG -> new Query(in.readString(), in.readAttachment(Query.REPLIES));
      case Page.TAG -> new Page(in.readString(), in.readStringView());
      case End.TAG -> new End();
      default -> throw new SerializationException("Request: no request has the number " + tag, null);
    };
  }
}
