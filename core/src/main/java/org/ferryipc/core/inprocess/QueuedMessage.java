package org.ferryipc.core.inprocess;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.LentRegion;
import org.ferryipc.core.transport.MemoryRoom;
import org.ferryipc.core.transport.Resource;

/** What can be said of a message in a queue, and done with it, without the queue. */
final class QueuedMessage {
  private QueuedMessage() {}

  /** {@return whether its payload lies in a region} */
  static boolean isLent(Incoming message) {
    return message.resources().size() == 1 && message.resources().getFirst() instanceof LentRegion;
  }

  /** {@return a message of its own with the bytes of one in a region, which is released} */
  static Incoming copied(Incoming lent) throws ResourceExhaustedException {
    try {
      MemorySegment bytes = MemorySegment.ofArray(lent.bytes());
      byte[] copy = MemoryRoom.copy(bytes, lent.offset(), lent.length(), "a message, which is lost,");
      return new Incoming(copy, 0, copy.length, List.of());
    } finally {
      releaseAll(lent.resources());
    }
  }

  /** {@return how many handles came with it} */
  static int handles(Incoming message) {
    return isLent(message) ? 0 : message.resources().size();
  }

  /** Releases and refuses a message that is over a limit. */
  static void check(Incoming message, Limits limits) throws LimitExceededException {
    boolean tooLong = message.length() > limits.messageBytes();
    if (tooLong || handles(message) > limits.handles()) {
      releaseAll(message.resources());
      throw tooLong
          ? new LimitExceededException("in-process channel", "messageBytes", limits.messageBytes(), message.length())
          : new LimitExceededException(
              "in-process channel", "handles", limits.handles(), handles(message));
    }
  }

  static void releaseAll(List<Resource> resources) {
    resources.forEach(CloseFailures::releaseQuietly);
  }
}
