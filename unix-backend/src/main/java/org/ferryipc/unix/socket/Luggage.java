package org.ferryipc.unix.socket;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.frame.HandleTable;
import org.jspecify.annotations.Nullable;

/**
 * What a receiving end takes along when it moves, beside its socket: the message in front of its queue that found no room, and
 * what is unread in its lane, each in a file, and the files of its senders' regions. Under the turn, or the lease.
 * No object, because an end that arrives should be few.
 */
final class Luggage {
  private static final long LOW_HALF = 0xFFFF_FFFFL;

  private Luggage() {}

  /**
   * Takes over what came with an end.
   *
   * @param numbers from {@code at} on those of the files
   * @param reader not null if {@code flags} speak of lanes or regions
   */
  static void arrived(Backlog backlog, int[] numbers, int at, int flags, long value, @Nullable PacketReader reader) {
    int next = at;
    boolean hasLane = (flags & HandleTable.LANE) != 0;
    if ((flags & HandleTable.BACKLOG) != 0) {
      backlog.arrived(numbers[next++], hasLane ? value & LOW_HALF : value);
    }
    if (reader == null) {
      return;
    }
    if (hasLane) {
      reader.lanes().arrived(numbers[next++], value >>> Integer.SIZE);
    }
    if ((flags & HandleTable.LANE_REFUSED) != 0) {
      reader.lanes().refused();
    }
    reader.grounds().arrived(numbers, next, HandleTable.grounds(flags));
  }

  /** {@return whether {@code flags} speak of what only a reader can take over} */
  static boolean needsReader(int flags) {
    return (flags & (HandleTable.LANE | HandleTable.LANE_REFUSED | HandleTable.GROUNDS)) != 0;
  }

  /** Ends the lane for its sender and puts everything into files. Nothing has changed for the reader if that fails. */
  static void prepare(Backlog backlog, @Nullable PacketReader reader) throws IpcException {
    backlog.prepare();
    boolean ready = false;
    try {
      if (reader != null) {
        reader.lanes().prepare();
        reader.grounds().prepare();
      }
      ready = true;
    } finally {
      if (!ready) {
        backlog.stayed();
      }
    }
  }

  static int descriptorCount(Backlog backlog, @Nullable PacketReader reader) {
    int files = backlog.hasFile() ? 1 : 0;
    return reader == null ? files : files + (reader.lanes().hasFile() ? 1 : 0) + reader.grounds().count();
  }

  static void putDescriptors(Backlog backlog, int[] numbers, int at, @Nullable PacketReader reader) {
    int next = at;
    if (backlog.hasFile()) {
      numbers[next++] = backlog.file();
    }
    if (reader == null) {
      return;
    }
    if (reader.lanes().hasFile()) {
      numbers[next++] = reader.lanes().file();
    }
    reader.grounds().put(numbers, next);
  }

  static int tableFlags(Backlog backlog, @Nullable PacketReader reader) {
    int flags = backlog.hasFile() ? HandleTable.BACKLOG : 0;
    if (reader != null) {
      ReceiversLane lanes = reader.lanes();
      flags |= (lanes.hasFile() ? HandleTable.LANE : 0) | (lanes.hasRefused() ? HandleTable.LANE_REFUSED : 0);
      flags |= HandleTable.groundsFlags(reader.grounds().count());
    }
    return flags;
  }

  static long tableValue(Backlog backlog, @Nullable PacketReader reader) {
    return backlog.bytesInFile() | (reader == null ? 0 : reader.lanes().bytesInFile() << Integer.SIZE);
  }

  /** The end did not travel. */
  static void stayed(Backlog backlog, @Nullable PacketReader reader) {
    backlog.stayed();
    if (reader != null) {
      reader.lanes().stayed();
      reader.grounds().stayed();
    }
  }
}
