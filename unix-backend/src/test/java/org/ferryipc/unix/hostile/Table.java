package org.ferryipc.unix.hostile;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A handle table behind an encoded message, entry by entry, as right or wrong as a test likes. */
final class Table {
  static final int DESCRIPTOR = 1;
  static final int SENDER = 2;
  static final int RECEIVER = 3;
  static final int DUPLEX = 4;
  static final int MEMORY = 5;

  /** Of a RECEIVER: a second descriptor is the file of a message that was taken and not read. */
  static final int BACKLOG = 1;

  private static final int MOST = 1 << 20;

  private final ByteBuffer entries = ByteBuffer.allocate(MOST).order(ByteOrder.LITTLE_ENDIAN);
  private int descriptors;
  private int count;
  private int claimedCount;
  private boolean claims;

  /** A table behind {@code message}. */
  Table(byte... message) {
    entries.put(message);
  }

  Table entry(int kind, int descriptorCount, int flags, long value) {
    return entry(kind, descriptorCount, flags, 0, value);
  }

  Table entry(int kind, int descriptorCount, int flags, int reserved, long value) {
    entries.put((byte) kind).put((byte) descriptorCount).putShort((short) flags).putInt(reserved).putLong(value);
    descriptors += descriptorCount;
    count++;
    return this;
  }

  /** Says another number of entries than there are. */
  Table claim(int entryCount) {
    claimedCount = entryCount;
    claims = true;
    return this;
  }

  int descriptors() {
    return descriptors;
  }

  byte[] bytes() {
    ByteBuffer all = ByteBuffer.allocate(entries.position() + Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return all.put(entries.duplicate().flip()).putInt(claims ? claimedCount : count).array();
  }
}
