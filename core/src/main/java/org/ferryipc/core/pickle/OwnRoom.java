package org.ferryipc.core.pickle;

import java.util.Arrays;
import java.util.Objects;
import org.ferryipc.core.failure.LimitExceededException;

/**
 * Memory of a writer without a message: a header, and a capacity for the payload that is a multiple of 64 bytes and
 * doubles; above a page it ends 64 bytes before the end of one, so that with a header and an allocator's own bytes it
 * takes no page more (Chromium's {@code base::Pickle} grows so).
 */
final class OwnRoom extends Room {
  static final int UNIT = 64;
  private static final int PAGE = 4096;
  // The longest array of HotSpot is a little shorter than the largest int.
  private static final int MOST = Integer.MAX_VALUE - 2 * PAGE;

  private final int header;
  private byte[] bytes;
  private int end;

  /** With room for a header, all zero, and {@code payload} bytes behind it. */
  OwnRoom(int header, int payload) throws LimitExceededException {
    this.header = header;
    this.bytes = new byte[header + capacityFor(payload)];
    this.end = header;
  }

  OwnRoom(int header) {
    this.header = header;
    this.bytes = new byte[header + UNIT];
    this.end = header;
  }

  @Override
  byte[] array() {
    return bytes;
  }

  @Override
  int end() {
    return end;
  }

  int capacity() {
    return bytes.length - header;
  }

  @Override
  int reserve(long more) throws LimitExceededException {
    long needed = end - header + more;
    if (needed > capacity()) {
      long doubled = 2L * capacity();
      if (doubled > PAGE) {
        doubled = Alignment.up(doubled, PAGE) - UNIT;
      }
      resize(Math.max(needed, needed > MOST / 2 ? 0 : doubled));
    }
    return end;
  }

  /** As {@link #reserve}, by somebody who knows how much will come. */
  void expect(int more) throws LimitExceededException {
    long needed = end - header + Alignment.up(more);
    if (needed > capacity()) {
      long generous = 2L * capacity() + needed;
      resize(generous > MOST ? needed : generous);
    }
  }

  private void resize(long payload) throws LimitExceededException {
    bytes = Arrays.copyOf(bytes, header + capacityFor(payload));
  }

  private static int capacityFor(long payload) throws LimitExceededException {
    if (payload > MOST) {
      throw new LimitExceededException("pickle", "messageBytes", MOST, payload);
    }
    return (int) Alignment.up(payload, UNIT);
  }

  @Override
  void advance(int count) {
    Objects.checkFromIndexSize(end, count, bytes.length);
    end += count;
  }

  void clear() {
    Arrays.fill(bytes, 0, header, (byte) 0);
    end = header;
  }
}
