package org.ferryipc.core.remotememory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of the other process as they were at one moment: a page, the part of one that can be read, several in a row, or just
 * the range that was asked for. Nobody writes into its bytes any more.
 */
final class Page {
  /** What an entry is taken to cost beside its bytes: objects, headers, its place in the cache; some 100 bytes. */
  private static final int OVERHEAD = 96;

  private static final @Nullable Page[] NONE = {};

  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  final long start;
  final byte[] bytes;

  /** Whether it was fetched to answer other reads too. */
  final boolean rounded;

  /** Whether it answered a read since it was last up for eviction. */
  boolean used;

  // The entry before this one in the cache that touches the same page: that of the first byte, and those behind it.
  private @Nullable Page older;
  private @Nullable Page[] moreOlder = NONE;

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

  /** {@return the number of the page that the first byte lies in} */
  long firstNumber() {
    return start >>> PageCache.PAGE_BITS;
  }

  /** {@return the number of the page that the last byte lies in} */
  long lastNumber() {
    return (start + bytes.length - 1) >>> PageCache.PAGE_BITS;
  }

  /** {@return the entry before this one that touches page {@code number}, which this one touches} */
  @Nullable Page older(long number) {
    int behind = (int) (number - firstNumber());
    return behind == 0 ? older : behind <= moreOlder.length ? moreOlder[behind - 1] : null;
  }

  /** Says which entry that touches page {@code number} is before this one; null for none. */
  void older(long number, @Nullable Page entry) {
    int behind = (int) (number - firstNumber());
    if (behind == 0) {
      older = entry;
      return;
    }
    if (moreOlder.length == 0) {
      moreOlder = new Page[(int) (lastNumber() - firstNumber())];
    }
    moreOlder[behind - 1] = entry;
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
