package org.ferryipc.examples.search;

import java.io.IOException;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.pickle.PickleCodec;

/** A search for one word, in one text after another. */
final class Search {
  /** How both processes write and read. */
  static final ChannelOptions CHANNEL =
      ChannelOptions.defaults()
          .withCodec(
              PickleCodec.of(Request.class, Request::readFrom)
                  .and(Found.class, Found::readFrom)
                  .and(Summary.class, Summary::readFrom));

  /** The same at the door between them. */
  static final DoorwayOptions DOORWAY = DoorwayOptions.of(CHANNEL);

  private final String word;
  private final IpcSender<Found> replies;
  private int files;
  private long lines;
  private long found;

  Search(Request.Query query) {
    this.word = query.word();
    this.replies = query.replies();
  }

  /** Sends each line of {@code page} that has the word. */
  void in(Request.Page page) throws IpcException, InterruptedException {
    CharSequence text = page.text();
    int length = text.length();
    int number = 0;
    for (int start = 0; start < length; ) {
      int end = endOfLine(text, start, length);
      number++;
      if (hasWord(text, start, end)) {
        found++;
        replies.send(new Found(page.file(), number, text.subSequence(start, end))); // goes from message to message
      }
      start = end + 1;
    }
    files++;
    lines += number;
  }

  private static int endOfLine(CharSequence text, int start, int length) {
    int at = start;
    while (at < length && text.charAt(at) != '\n') {
      at++;
    }
    return at;
  }

  private boolean hasWord(CharSequence text, int start, int end) {
    for (int at = start; at + word.length() <= end; at++) {
      int same = 0;
      while (same < word.length() && text.charAt(at + same) == word.charAt(same)) {
        same++;
      }
      if (same == word.length()) {
        return true;
      }
    }
    return false;
  }

  /** Ends the replies. {@return what was done} */
  Summary end() throws IOException {
    replies.close();
    return new Summary(files, lines, found);
  }
}
