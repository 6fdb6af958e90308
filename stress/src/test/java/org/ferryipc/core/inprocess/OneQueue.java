package org.ferryipc.core.inprocess;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.Resource;

/** A fresh queue for every trial, and what one message carries, which counts its releases. */
public class OneQueue {
  private static final byte[] TEXT = {1, 2, 3};

  final MessageQueue queue = new MessageQueue(Limits.DEFAULT);
  final Cargo cargo = new Cargo();

  static final class Cargo implements Resource {
    int releases;

    @Override
    public HandleKind kind() {
      return HandleKind.DESCRIPTOR;
    }

    @Override
    public void wake() {
      // Nobody waits.
    }

    @Override
    public void release() {
      releases++;
    }
  }

  /** {@return 1 if a message with {@code resources} is in the queue now, 0 if nobody will read it} */
  final int offer(List<Resource> resources) {
    try {
      if (!queue.offer(MemorySegment.ofArray(TEXT), 0, TEXT.length, resources)) {
        throw new AssertionError("an empty queue is full");
      }
      return 1;
    } catch (DisconnectedException gone) {
      return 0;
    } catch (LimitExceededException | ResourceExhaustedException e) {
      throw new AssertionError(e);
    }
  }

  /** {@return 1 if a whole message was taken, 0 if none was there, -1 at the end} */
  final int take() {
    try {
      return switch (queue.take(Limits.DEFAULT)) {
        case Incoming message -> whole(message) ? 1 : 2;
        case Arrival.Nothing n -> 0;
        case Arrival.End e -> -1;
      };
    } catch (LimitExceededException | ResourceExhaustedException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean whole(Incoming message) {
    byte[] bytes = message.bytes();
    return message.length() == TEXT.length && bytes[0] == 1 && bytes[1] == 2 && bytes[2] == 3;
  }
}
