package org.ferryipc.unix.lane;

import java.lang.foreign.Arena;
import java.util.Arrays;
import org.ferryipc.core.failure.MalformedMessageException;

/** A fresh lane for every trial, in native memory, with both sides in this process. */
public class OneLane {
  static final int SLEEPS = 0;
  static final int LOOKS_AGAIN = 1;

  private static final int RING = 64; // small, because each of very many trials has its own
  private static final byte[] TEXT = {1, 2, 3, 4, 5, 6, 7, 8};

  final LaneMemory memory =
      LaneMemory.shared(
          Arena.ofAuto().allocate(LaneMemory.HEADER + RING, Long.BYTES), new LaneBudget(Long.MAX_VALUE, 1));
  final SendingLane sending = new SendingLane(memory);
  final ReceivingLane receiving = new ReceivingLane(memory, "channel");
  private final byte[] into = new byte[TEXT.length];

  public OneLane() {
    memory.setAccepted();
  }

  /** {@return what putting a message did} */
  final Put put() {
    return sending.put(TEXT, 0, TEXT.length);
  }

  /** {@return 1 if a whole record was taken, 0 if none was there, 2 if it was not whole} */
  final int take() {
    try {
      if (receiving.look(false) != Look.RECORD) {
        return 0;
      }
      receiving.copy(into, 0);
      receiving.taken();
      return Arrays.equals(into, TEXT) ? 1 : 2;
    } catch (MalformedMessageException e) {
      throw new AssertionError(e);
    }
  }

  /** {@return what is next: 0 for nothing that is known of, 1 for a record, 2 for a frame} */
  final int next() {
    try {
      return switch (receiving.look(false)) {
        case NOTHING -> 0;
        case RECORD -> 1;
        case FRAME_DUE, FRAME_IF_ANY -> 2;
      };
    } catch (MalformedMessageException e) {
      throw new AssertionError(e);
    }
  }

  /** {@return whether the receiver goes to sleep, or looks again} It has looked before. */
  final int sleep() {
    return receiving.arm() ? SLEEPS : LOOKS_AGAIN;
  }
}
