package org.ferryipc.core.remotememory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes of the other process as they were at one moment: a page, the part of one that can be read, several in a row, or just
 * the range that was asked for. Nobody writes into it any more.
 */
final class Page {
  /** What an entry is taken to cost beside its bytes: objects and headers, some 100 bytes on a 64-bit machine. */
  private static final int OVERHEAD = 96;

  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  final long start;
  final byte[] bytes;

  /** Whether it was fetched to answer other reads too. */
  final boolean rounded;

  /** Whether it answered a read since it was last up for eviction. */
  boolean used;

  Page(long start, byte[] bytes, boolean rounded) {
    this.start = start;
    this.bytes = bytes;
    this.rounded = rounded;
  }

  /** {@return whether it has all of {@code count} bytes from {@code address} on} */
  boolean covers(long address, int count) {
    long offset = address - start; // huge if address is in front, whatever the signs
    return offset >= 0 && offset <= (long) bytes.length - count;
  }

  long cost() {
    return (long) bytes.length + OVERHEAD;
  }

  int offset(long address) {
    return (int) (address - start);
  }

  byte octet(long address) {
    return bytes[offset(address)];
  }

  short small(long address) {
    return (short) SHORT.get(bytes, offset(address));
  }

  int number(long address) {
    return (int) INT.get(bytes, offset(address));
  }

  long word(long address) {
    return (long) LONG.get(bytes, offset(address));
  }
}
