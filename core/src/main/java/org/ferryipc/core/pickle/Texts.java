package org.ferryipc.core.pickle;

import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.text.Utf8;

/** Writes texts. A text is somebody's code: it may lie, throw, change, or write where it is being written itself. */
final class Texts {
  private Texts() {}

  /**
   * As {@link PickleWriter#writeString}.
   *
   * @param longest the longest text, in UTF-16 units
   * @param what what is written, for error texts
   */
  static void writeUtf8(Room room, CharSequence text, int longest, String what)
      throws SerializationException, LimitExceededException {
    int units = checkedLength(text, longest, what);
    if (text instanceof BorrowedText borrowed && borrowed.utf8Size() >= 0) {
      int size = borrowed.utf8Size();
      int at = room.beginPrefixed(size, size);
      borrowed.copyUtf8(room.array(), at);
      room.end(at, size);
    } else if (!isWrittenAsAscii(room, text, units)) {
      long size = Utf8.length(text, units);
      if (size < 0) {
        throw new SerializationException(what + ": a string has half a surrogate pair at " + ~size, null);
      }
      if (!isWritten(room, text, units, size)) {
        throw new SerializationException(what + ": a string changed while it was written", null);
      }
    }
  }

  private static boolean isWrittenAsAscii(Room room, CharSequence text, int units) throws LimitExceededException {
    int at = room.beginPrefixed(units, units);
    room.loans().hold();
    try {
      if (!Ascii.write(text, units, room.array(), at)) {
        return false;
      }
    } finally {
      room.loans().release();
    }
    room.end(at, units);
    return true;
  }

  private static boolean isWritten(Room room, CharSequence text, int units, long size) throws LimitExceededException {
    int at = room.beginPrefixed((int) Math.min(size, Integer.MAX_VALUE), size);
    room.loans().hold();
    try {
      if (!Utf8.write(text, units, room.array(), at, (int) size)) {
        return false;
      }
    } finally {
      room.loans().release();
    }
    room.end(at, (int) size);
    return true;
  }

  /** As {@link PickleWriter#writeString16}. */
  static void writeUtf16(Room room, CharSequence text, int longest, String what) throws LimitExceededException {
    int units = checkedLength(text, longest, what);
    int at = room.beginPrefixed(units, 2L * units);
    room.loans().hold();
    try {
      Utf16.write(text, units, room.array(), at);
    } finally {
      room.loans().release();
    }
    room.end(at, 2 * units);
  }

  private static int checkedLength(CharSequence text, int longest, String what) throws LimitExceededException {
    int units = text.length();
    if (units < 0) {
      throw new IllegalArgumentException("a text of " + units + " chars");
    }
    if (units > longest) {
      throw new LimitExceededException(what, "stringLength", longest, units);
    }
    return units;
  }
}
