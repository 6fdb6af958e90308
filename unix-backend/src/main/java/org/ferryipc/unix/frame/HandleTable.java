package org.ferryipc.unix.frame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.transport.HandleKind;
import org.jspecify.annotations.Nullable;

/**
 * The end of a payload that carries handles: an entry of 16 bytes for each, then their number (u32).
 *
 * <p>Entry, little-endian: kind u8, descriptors u8, flags u16, zero u32, value u64. The descriptors of the message belong to
 * the entries in order.
 */
public final class HandleTable {
  /** Flag of a sender: another process has, or has had, a sender of the same channel. Value: the cookie of its socket. */
  public static final int SHARED = 1;

  /**
   * Flag of a receiver: its second descriptor is the file of a message that was taken from the socket and not yet read.
   * Value: the length of that message.
   */
  public static final int BACKLOG = 1;

  /**
   * Flag of a receiver or two-way end: behind its other descriptors is the file of what was in its lane, which it had not
   * read. The upper half of the value is that file's length, the lower half that of {@link #BACKLOG}.
   */
  public static final int LANE = 2;

  /** Flag of a receiver or two-way end: it has refused the lane that its sender offered last. */
  public static final int LANE_REFUSED = 4;

  /**
   * Flags of a receiver or two-way end: how many files of regions it has, in three bits. They are behind its other descriptors.
   */
  public static final int GROUNDS = 7 << 3;

  private static final int GROUNDS_SHIFT = Integer.numberOfTrailingZeros(GROUNDS);

  /** Flag of shared memory: the receiver may write. Value: its length; memory of length 0 has no descriptor. */
  public static final int WRITABLE = 1;

  private static final int ENTRY_BYTES = 16;
  private static final int COUNT_BYTES = 4;

  private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int at;
  private final int count;

  private HandleTable(byte[] bytes, int at, int count) {
    this.bytes = bytes;
    this.at = at;
    this.count = count;
  }

  /** {@return the length of a table of {@code handles} entries} */
  public static int bytesFor(int handles) {
    return handles * ENTRY_BYTES + COUNT_BYTES;
  }

  /** Writes the table of prepared {@code travellers} to {@code at} of {@code target}. */
  public static void write(MemorySegment target, long at, List<Traveller> travellers) {
    long position = at;
    for (int i = 0; i < travellers.size(); i++) {
      Traveller traveller = travellers.get(i);
      long head =
          traveller.kind().code() | (long) traveller.descriptorCount() << 8 | (long) traveller.tableFlags() << 16;
      target.set(U64, position, head);
      target.set(U64, position + 8, traveller.tableValue());
      position += ENTRY_BYTES;
    }
    target.set(U32, position, travellers.size());
  }

  /**
   * Reads and checks the table at the end of a payload.
   *
   * @param bytes the payload, {@code length} bytes from 0
   * @param descriptors how many descriptors the header promises for the handles
   * @throws MalformedMessageException if it is no table, or its descriptors do not add up
   * @throws LimitExceededException if it has more handles than {@code limits} allow
   */
  public static HandleTable read(byte[] bytes, int length, int descriptors, Limits limits, String channel)
      throws IpcException {
    if (length < COUNT_BYTES) {
      throw new MalformedMessageException(channel, "handle table", "payload of " + length + " bytes");
    }
    int count = (int) INTS.get(bytes, length - COUNT_BYTES);
    if (count < 0 || count > (length - COUNT_BYTES) / ENTRY_BYTES) {
      throw new MalformedMessageException(
          channel, "handle count", Integer.toUnsignedString(count) + " in a payload of " + length + " bytes");
    }
    HandleTable table = new HandleTable(bytes, length - bytesFor(count), count);
    int sum = 0;
    for (int i = 0; i < count; i++) {
      table.check(i, channel);
      sum += table.descriptors(i);
    }
    if (sum != descriptors) {
      throw new MalformedMessageException(
          channel, "descriptors", "the handles need " + sum + ", the header says " + descriptors);
    }
    if (count > limits.handles()) {
      throw new LimitExceededException(channel, "handles", limits.handles(), count);
    }
    return table;
  }

  // Nobody can make us take more descriptors out of a crate than our limit of handles needs: each entry's number follows
  // from its kind.
  private void check(int index, String channel) throws MalformedMessageException {
    long head = head(index);
    int code = (int) head & 0xFF;
    HandleKind kind = kindOf(code);
    if (kind == null) {
      throw new MalformedMessageException(channel, "handle kind", Integer.toString(code));
    }
    if (head >>> 32 != 0) {
      throw new MalformedMessageException(channel, "handle table", "reserved bytes of entry " + index);
    }
    int flags = flags(index);
    if ((flags & ~knownFlags(kind)) != 0) {
      throw new MalformedMessageException(
          channel, "handle flags", Integer.toHexString(flags) + " of entry " + index + ", a " + kind);
    }
    int needed = descriptorsOf(kind, flags, value(index));
    if (descriptors(index) != needed) {
      throw new MalformedMessageException(
          channel, "handle descriptors", descriptors(index) + " of entry " + index + ", a " + kind + " has " + needed);
    }
  }

  private long head(int index) {
    return (long) LONGS.get(bytes, at + index * ENTRY_BYTES);
  }

  private static int knownFlags(HandleKind kind) {
    return switch (kind) {
      case DESCRIPTOR -> 0;
      case DUPLEX -> LANE | LANE_REFUSED | GROUNDS;
      case SENDER -> SHARED;
      case RECEIVER -> BACKLOG | LANE | LANE_REFUSED | GROUNDS;
      case MEMORY -> WRITABLE;
    };
  }

  private static int descriptorsOf(HandleKind kind, int flags, long value) {
    return switch (kind) {
      case DESCRIPTOR, SENDER -> 1;
      case DUPLEX -> 1 + ((flags & LANE) != 0 ? 1 : 0) + grounds(flags);
      case RECEIVER -> 1 + ((flags & BACKLOG) != 0 ? 1 : 0) + ((flags & LANE) != 0 ? 1 : 0) + grounds(flags);
      case MEMORY -> value == 0 ? 0 : 1;
    };
  }

  /** {@return how many files of regions the flags of a receiver name} */
  public static int grounds(int flags) {
    return (flags & GROUNDS) >>> GROUNDS_SHIFT;
  }

  /** {@return the flags of a receiver that has {@code count} files of regions} */
  public static int groundsFlags(int count) {
    return count << GROUNDS_SHIFT;
  }

  private static @Nullable HandleKind kindOf(int code) {
    return code < BY_CODE.length ? BY_CODE[code] : null;
  }

  private static final @Nullable HandleKind[] BY_CODE = byCode();

  private static @Nullable HandleKind[] byCode() {
    HandleKind[] kinds = HandleKind.values();
    @Nullable HandleKind[] byCode =
        new HandleKind[1 + Arrays.stream(kinds).mapToInt(HandleKind::code).max().orElse(0)];
    for (HandleKind kind : kinds) {
      byCode[kind.code()] = kind;
    }
    return byCode;
  }

  /** {@return how many handles there are} */
  public int count() {
    return count;
  }

  /** {@return where the table begins}: the length of what the codec wrote */
  public int start() {
    return at;
  }

  /** {@return the kind of entry {@code index}} */
  public HandleKind kind(int index) {
    return java.util.Objects.requireNonNull(kindOf(bytes[at + index * ENTRY_BYTES] & 0xFF));
  }

  /** {@return how many descriptors entry {@code index} has} */
  public int descriptors(int index) {
    return bytes[at + index * ENTRY_BYTES + 1] & 0xFF;
  }

  /** {@return the flags of entry {@code index}} */
  public int flags(int index) {
    return (int) INTS.get(bytes, at + index * ENTRY_BYTES) >>> 16;
  }

  /** {@return the value of entry {@code index}} */
  public long value(int index) {
    return (long) LONGS.get(bytes, at + index * ENTRY_BYTES + 8);
  }
}
