package org.ferryipc.unix.lane;

/**
 * A set of states, each by a number of 63 bits that is made of it. Two states can have the same number, and the second would
 * then be left out: among twenty million states the chance is 1 in 46,000.
 */
final class VisitedStates {
  private static final int FIRST_SIZE = 1 << 16;
  private static final long ODD = 0x9E37_79B9_7F4A_7C15L; // of the golden ratio: spreads numbers evenly
  private static final long OTHER_ODD = 0xD6E8_FEB8_6659_FD93L;

  private static final long ON_THE_WAY = 1;

  private long[] slots = new long[FIRST_SIZE]; // numbers without their lowest bit, which says whether they are on the way
  private int size;

  /** What {@link #enter} found. */
  enum Entry {
    NEW,
    SEEN,
    ON_THE_WAY
  }

  /** {@return the number of a state}, with the lowest bit 0, and never 0 itself */
  static long numberOf(int[] state) {
    long number = ODD;
    for (int value : state) {
      number = (number ^ value) * OTHER_ODD;
      number ^= number >>> 32;
    }
    number *= ODD;
    number ^= number >>> 29;
    number &= ~ON_THE_WAY;
    return number == 0 ? 2 : number;
  }

  int size() {
    return size;
  }

  /** Enters a state, which is on the way until it is {@linkplain #leave left} if it is new. */
  Entry enter(long number) {
    if (2 * size >= slots.length) {
      grow();
    }
    int at = find(number);
    if (slots[at] != 0) {
      return (slots[at] & ON_THE_WAY) != 0 ? Entry.ON_THE_WAY : Entry.SEEN;
    }
    slots[at] = number | ON_THE_WAY;
    size++;
    return Entry.NEW;
  }

  void leave(long number) {
    slots[find(number)] = number;
  }

  private int find(long number) {
    int mask = slots.length - 1;
    int at = (int) (number * ODD >>> 20) & mask;
    while (slots[at] != 0 && (slots[at] & ~ON_THE_WAY) != number) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[2 * old.length];
    for (long entry : old) {
      if (entry != 0) {
        slots[find(entry & ~ON_THE_WAY)] = entry;
      }
    }
  }
}
