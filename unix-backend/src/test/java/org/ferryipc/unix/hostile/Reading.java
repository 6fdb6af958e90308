package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.ReceivePort.BytesOutcome;
import org.ferryipc.core.transport.Resource;

/** The ways in which a program takes a message from a port. */
enum Reading {
  /** As a typed or opaque receiver does. */
  MESSAGE,
  /** Into memory on the heap, as a bytes receiver does. */
  HEAP,
  /** Into native memory with room for any packet. */
  NATIVE,
  /** Into native memory that is smaller than most messages. */
  NATIVE_SMALL,
  /** Into native memory that may be written before a message is there. */
  LENT;

  // For one thread at a time, and made once: a fresh MiB for each of 20,000 rounds takes longer than the rounds.
  private static final int LARGE = 16 << 20;
  private static final MemorySegment ON_HEAP = MemorySegment.ofArray(new byte[LARGE]);
  private static final MemorySegment OFF_HEAP = Arena.global().allocate(LARGE);
  private static final int SMALL = 8;

  /**
   * Takes the next message and closes what came with it.
   *
   * @return its length, {@link #NOTHING} or {@link #END}
   */
  long take(ReceivePort port, Limits limits) throws IpcException {
    return switch (this) {
      case MESSAGE ->
          switch (port.tryReceive(limits)) {
            case Incoming message -> {
              releaseAll(message.resources());
              yield message.length();
            }
            case Arrival.Nothing n -> NOTHING;
            case Arrival.End e -> END;
          };
      case HEAP -> take(port, ON_HEAP, limits, false);
      case NATIVE -> take(port, OFF_HEAP, limits, false);
      case NATIVE_SMALL -> take(port, OFF_HEAP.asSlice(0, SMALL), limits, false);
      case LENT -> take(port, OFF_HEAP, limits, true);
    };
  }

  static final long NOTHING = -1;
  static final long END = -2;

  private static long take(ReceivePort port, MemorySegment into, Limits limits, boolean lent) throws IpcException {
    BytesOutcome outcome = port.tryReceiveBytes(into, limits, lent);
    if (outcome == BytesOutcome.TOO_SMALL) {
      outcome = port.tryReceiveBytes(MemorySegment.ofArray(new byte[port.lastLength()]), limits, lent);
      assertThat(outcome).as("a message that did not fit is still the next one").isEqualTo(BytesOutcome.TAKEN);
    }
    return switch (outcome) {
      case TAKEN -> port.lastLength();
      case NOTHING -> NOTHING;
      case END -> END;
      case TOO_SMALL -> throw new AssertionError("there was room");
    };
  }

  /** The next packet must be a protocol error that ends this channel for good. */
  void isRefused(ReceivePort port, String field) {
    assertThatExceptionOfType(MalformedMessageException.class)
        .as("read as %s", this)
        .isThrownBy(() -> take(port, Limits.DEFAULT))
        .satisfies(e -> assertThat(e.field()).isEqualTo(field));
    for (int i = 0; i < 2; i++) {
      assertThat(end(port)).isEqualTo(new CloseReason.ProtocolError(field));
    }
  }

  private CloseReason end(ReceivePort port) {
    try {
      assertThat(take(port, Limits.DEFAULT)).isEqualTo(END);
    } catch (IpcException e) {
      throw new AssertionError("the end was not reported as one", e);
    }
    return port.endReason();
  }

  static void releaseAll(List<Resource> resources) {
    for (Resource resource : resources) {
      try {
        resource.release();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
