package org.ferryipc.unix.socket;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.frame.HandleTable;
import org.jspecify.annotations.Nullable;

/**
 * What a receiving end takes along when it moves, beside its socket: the message in front of its queue that found no room, and
 * what is unread in its lane, each in a file. Under the turn, or the lease. No object, because an end that arrives should be
 * few.
 */
final class Luggage {
  private static final long LOW_HALF = 0xFFFF_FFFFL;

  private Luggage() {}

  /**
   * Takes over what came with an end.
   *
   * @param numbers from {@code at} on those of the files
   * @param lanes not null if {@code flags} speak of lanes
   */
  static void arrived(Backlog backlog, int[] numbers, int at, int flags, long value, @Nullable ReceiversLane lanes) {
    int next = at;
    boolean hasLane = (flags & HandleTable.LANE) != 0;
    if ((flags & HandleTable.BACKLOG) != 0) {
      backlog.arrived(numbers[next++], hasLane ? value & LOW_HALF : value);
    }
    if (lanes == null) {
      return;
    }
    if (hasLane) {
      lanes.arrived(numbers[next], value >>> Integer.SIZE);
    }
    if ((flags & HandleTable.LANE_REFUSED) != 0) {
      lanes.refused();
    }
  }

  /** Ends the lane for its sender and puts everything into files. Nothing has changed for the reader if that fails. */
  static void prepare(Backlog backlog, @Nullable ReceiversLane lanes) throws IpcException {
    backlog.prepare();
    boolean ready = false;
    try {
      if (lanes != null) {
        lanes.prepare();
      }
      ready = true;
    } finally {
      if (!ready) {
        backlog.stayed();
      }
    }
  }

  static int descriptorCount(Backlog backlog, @Nullable ReceiversLane lanes) {
    return (backlog.hasFile() ? 1 : 0) + (lanes != null && lanes.hasFile() ? 1 : 0);
  }

  static void putDescriptors(Backlog backlog, int[] numbers, int at, @Nullable ReceiversLane lanes) {
    int next = at;
    if (backlog.hasFile()) {
      numbers[next++] = backlog.file();
    }
    if (lanes != null && lanes.hasFile()) {
      numbers[next] = lanes.file();
    }
  }

  static int tableFlags(Backlog backlog, @Nullable ReceiversLane lanes) {
    int flags = backlog.hasFile() ? HandleTable.BACKLOG : 0;
    if (lanes != null) {
      flags |= (lanes.hasFile() ? HandleTable.LANE : 0) | (lanes.hasRefused() ? HandleTable.LANE_REFUSED : 0);
    }
    return flags;
  }

  static long tableValue(Backlog backlog, @Nullable ReceiversLane lanes) {
    return backlog.bytesInFile() | (lanes == null ? 0 : lanes.bytesInFile() << Integer.SIZE);
  }

  /** The end did not travel. */
  static void stayed(Backlog backlog, @Nullable ReceiversLane lanes) {
    backlog.stayed();
    if (lanes != null) {
      lanes.stayed();
    }
  }
}
