package org.ferryipc.unix.frame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.ferryipc.core.failure.MalformedMessageException;

/**
 * The first 16 bytes of every packet, little-endian: magic u16, wire version u8, kind u8, flags u16, descriptors u16,
 * payload length u32, lane position u32.
 *
 * <p>{@code descriptors} counts those of the message's handles, wherever they ride; the crate and the payload file, which
 * the flags announce, are not in it. Read and written in place: no object is made for a frame.
 */
public final class FrameHeader {
  /** The length of a header. */
  public static final int BYTES = 16;

  /** A message. */
  public static final int DATA = 1;

  /** Offers a lane: its memory is the packet's only descriptor, the lane position the size of its ring. Never stamped. */
  public static final int OPEN = 2;

  /** A goodbye. */
  public static final int CLOSE = 3;

  /**
   * A hint, and no message: the sender writes into the payload file of its last message again, and the message will come when
   * that is done. Whoever has no use for it passes over it; nothing depends on it, and it has no place in the order.
   */
  public static final int FILLING = 4;

  /** Wakes a receiver that sleeps while its lane has something. No message, and no place in the order. */
  public static final int BELL = 5;

  /** The payload ends with a {@link HandleTable}. */
  public static final int TABLE = 1;

  /** The payload is in the file that is the packet's last descriptor. */
  public static final int IN_FILE = 2;

  /** The handles' descriptors are in the {@link Crate} that is the packet's first descriptor. */
  public static final int IN_CRATE = 4;

  /** Of a message or a CLOSE: it was sent beside a lane, and follows what was in it up to the position in the header. */
  public static final int STAMPED = 8;

  /** Of a CLOSE: no other process has ever had a sender of this channel. */
  public static final int EXCLUSIVE = 16;

  /**
   * Of a message: the payload lies in a region, and the packet says where. With {@link #IN_FILE} the last descriptor is the file
   * that has the region; without, the receiver has it already.
   */
  public static final int IN_REGION = 32;

  private static final int MAGIC = 0xF3E1;
  private static final int VERSION = 1;
  private static final int KNOWN_DATA_FLAGS = TABLE | IN_FILE | IN_CRATE | STAMPED | IN_REGION;
  private static final int POSITION = 12;

  private static final ValueLayout.OfShort U16 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private FrameHeader() {}

  /** Writes a header without a lane position to {@code at} of {@code frame}. */
  public static void write(MemorySegment frame, long at, int kind, int flags, int descriptors, long length) {
    write(frame, at, kind, flags, descriptors, length, 0);
  }

  /** Writes a header to {@code at} of {@code frame}. */
  public static void write(
      MemorySegment frame, long at, int kind, int flags, int descriptors, long length, int position) {
    frame.set(U64, at, first(kind, flags, descriptors));
    frame.set(U64, at + 8, second(length, position));
  }

  /** Writes a header without a lane position to {@code at} of {@code frame}. */
  public static void write(byte[] frame, int at, int kind, int flags, int descriptors, long length) {
    write(frame, at, kind, flags, descriptors, length, 0);
  }

  /** Writes a header to {@code at} of {@code frame}. */
  public static void write(
      byte[] frame, int at, int kind, int flags, int descriptors, long length, int position) {
    putLong(frame, at, first(kind, flags, descriptors));
    putLong(frame, at + 8, second(length, position));
  }

  private static long second(long length, int position) {
    return length & 0xFFFF_FFFFL | (long) position << 32;
  }

  private static long first(int kind, int flags, int descriptors) {
    return MAGIC | (long) VERSION << 16 | (long) kind << 24 | (long) flags << 32 | (long) descriptors << 48;
  }

  private static void putLong(byte[] target, int at, long value) {
    LONGS.set(target, at, value);
  }

  private static final java.lang.invoke.VarHandle LONGS =
      java.lang.invoke.MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * Checks the parts that do not depend on the packet.
   *
   * @return the kind
   * @throws MalformedMessageException naming the field that is wrong
   */
  public static int checkedKind(MemorySegment header, String channel) throws MalformedMessageException {
    int magic = Short.toUnsignedInt(header.get(U16, 0));
    if (magic != MAGIC) {
      throw new MalformedMessageException(channel, "magic", Integer.toHexString(magic));
    }
    int version = Byte.toUnsignedInt(header.get(ValueLayout.JAVA_BYTE, 2));
    if (version != VERSION) {
      throw new MalformedMessageException(channel, "wire version", version + ", this side speaks " + VERSION);
    }
    int kind = Byte.toUnsignedInt(header.get(ValueLayout.JAVA_BYTE, 3));
    int known =
        switch (kind) {
          case DATA -> KNOWN_DATA_FLAGS;
          case CLOSE -> EXCLUSIVE | STAMPED;
          case OPEN, FILLING, BELL -> 0;
          default -> throw new MalformedMessageException(channel, "frame kind", Integer.toString(kind));
        };
    int flags = flags(header);
    if ((flags & ~known) != 0 || ((flags & IN_CRATE) != 0 && (flags & TABLE) == 0)) {
      throw new MalformedMessageException(channel, "frame flags", Integer.toHexString(flags));
    }
    checkDescriptors(kind, flags, descriptors(header), channel);
    if (kind != DATA && kind != CLOSE && length(header) != 0) {
      throw new MalformedMessageException(channel, "frame length", length(header) + " of a frame without payload");
    }
    if (kind != OPEN && (flags & STAMPED) == 0 && position(header) != 0) {
      throw new MalformedMessageException(channel, "lane position", "a frame without a stamp has none");
    }
    return kind;
  }

  private static void checkDescriptors(int kind, int flags, int descriptors, String channel)
      throws MalformedMessageException {
    boolean crated = (flags & IN_CRATE) != 0;
    if (descriptors > 0 && (kind != DATA || (flags & TABLE) == 0)) {
      throw new MalformedMessageException(channel, "descriptors", descriptors + " in a frame without a handle table");
    }
    if (crated != descriptors > Crate.MOST_IN_PACKET) {
      throw new MalformedMessageException(
          channel, "descriptors", descriptors + (crated ? " in a crate" : " without a crate"));
    }
  }

  /** {@return the flags} */
  public static int flags(MemorySegment header) {
    return Short.toUnsignedInt(header.get(U16, 4));
  }

  /** {@return whether it was sent beside a lane} */
  public static boolean isStamped(MemorySegment header) {
    return (flags(header) & STAMPED) != 0;
  }

  /** {@return the low half of the lane position that a stamped frame follows, or the ring's size in an OPEN} */
  public static int position(MemorySegment header) {
    return header.get(U32, POSITION);
  }

  /** {@return the number of descriptors that belong to handles} */
  public static int descriptors(MemorySegment header) {
    return Short.toUnsignedInt(header.get(U16, 6));
  }

  /** {@return whether, by its word, the frame's only descriptor is the payload's file}; it is not checked here */
  public static boolean isOnlyInFile(MemorySegment header) {
    return (flags(header) & IN_FILE) != 0 && descriptors(header) == 0;
  }

  /** {@return the length of the payload, table included} */
  public static long length(MemorySegment header) {
    return Integer.toUnsignedLong(header.get(U32, 8));
  }
}
