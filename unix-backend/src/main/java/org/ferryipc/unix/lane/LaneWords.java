package org.ferryipc.unix.lane;

import java.lang.foreign.MemorySegment;

/**
 * The memory of one lane: five words and a ring of records. Each method is one access, so that tests can put any other
 * step between two of them.
 *
 * <p>Positions count bytes from the lane's beginning, are multiples of 8 and never wrap. A side never reads back a word that
 * only it writes. Called by one side's one thread at a time; nothing may be called after {@link #unmap}.
 *
 * <p>An abstract class and not an interface, and with one subclass in what is shipped, so that no call here is looked up.
 */
abstract class LaneWords {
  /** Set in the tail's word when its lane takes no more records. */
  static final long FROZEN = 1;

  /** The bytes in front of each record's payload: its length, and how many frames it follows. */
  static final int RECORD_HEADER = 8;

  /** How many bytes the ring has. */
  final int capacity;

  /** The longest payload. */
  final int mostBytes;

  /** How much the receiver reads before it says so. */
  final int publishEvery;

  LaneWords(int capacity, int mostBytes, int publishEvery) {
    this.capacity = capacity;
    this.mostBytes = mostBytes;
    this.publishEvery = publishEvery;
  }

  /** {@return the bytes that a record takes in the ring} */
  static long recordBytes(int length) {
    return (length + (long) RECORD_HEADER + 7) & -8;
  }

  // The sender's.

  /** {@return whether the tail was {@code from}, unfrozen, and is {@code to} now} A full fence; a release of the record. */
  abstract boolean publish(long from, long to);

  /** {@return whether the receiver may be asleep}; volatile, so it is ordered behind {@link #publish} */
  abstract boolean isArmed();

  /** Says that the receiver is woken: an exchange, because a plain store may land after the receiver armed again. */
  abstract void exchangeArmed();

  /** Says how many frames were sent; a release. */
  abstract void setHint(int frames);

  /** {@return up to where the receiver has read, by its word}; an acquire */
  abstract long head();

  /** {@return whether the receiver has taken the lane}; an acquire */
  abstract boolean isAccepted();

  /** Writes a record that is not published yet. */
  abstract void write(long at, int frames, MemorySegment from, long offset, int length);

  /** As the other. */
  abstract void write(long at, int frames, byte[] from, int offset, int length);

  // Either side's.

  /** Ends the lane. {@return the tail's word as it was}; atomic, a full fence */
  abstract long freeze();

  /** Gives the memory back. */
  abstract void unmap();

  // The receiver's.

  /** {@return how many frames were sent, by the sender's word}; an acquire */
  abstract int hint();

  /** {@return the tail's word}; an acquire */
  abstract long tail();

  /** Says up to where the ring was read; a release. */
  abstract void setHead(long head);

  /** Says that the lane was taken; a release. */
  abstract void setAccepted();

  /** Sets whether the receiver may be asleep; opaque. */
  abstract void setArmed(boolean armed);

  /** A full fence. */
  abstract void fence();

  /** {@return the first 8 bytes of the record at a position, read once}: the length below, the frames above */
  abstract long record(long at);

  /** Copies a record's payload out. */
  abstract void read(long at, MemorySegment into, long offset, int length);

  /** As the other. */
  abstract void read(long at, byte[] into, int offset, int length);

  /** Copies {@code length} bytes of the ring, records and all. */
  abstract void readRaw(long from, MemorySegment into, long length);
}
