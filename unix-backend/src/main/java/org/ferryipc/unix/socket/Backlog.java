package org.ferryipc.unix.socket;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.region.BacklogFile;
import org.jspecify.annotations.Nullable;

/**
 * The message in front of a receiver's queue, if there is one: one that a buffer was too small for, or the file of one, which
 * came with the receiver and was not read yet. Under the turn.
 */
final class Backlog extends CarriedFile {
  private byte @Nullable [] held;

  boolean isEmpty() {
    return held == null && !hasFile();
  }

  /** {@return the message, which stays here}; one in a file is read now, or lost */
  byte @Nullable [] peek(Limits limits, String channel) throws IpcException {
    if (held == null && hasFile()) {
      try {
        held = BacklogFile.read(file(), bytesInFile(), limits, channel);
      } finally {
        discardFile();
      }
    }
    return held;
  }

  void hold(byte[] message) {
    held = message;
  }

  /** Copies the held message to {@code into} and forgets it: now, and not before a copy that throws. */
  void moveTo(byte[] message, MemorySegment into) {
    MemorySegment.copy(message, 0, into, ValueLayout.JAVA_BYTE, 0, message.length);
    held = null;
  }

  void forget() {
    held = null;
  }

  /** Puts the held message into a file, to travel with the receiver. */
  void prepare() throws IpcException {
    byte[] unread = held;
    if (unread != null) {
      pack(unread);
    }
  }

  /** Ends {@link #prepare} when the receiver did not travel. */
  void stayed() {
    if (held != null) {
      discardFile(); // the message itself is still here
    }
  }
}
