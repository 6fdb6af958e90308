package org.ferryipc.receiverset;

import java.util.List;

/**
 * The letters of the last batch that brought handles, until the next one. Guarded by the set's selecting lock. It knows no
 * set, so the cleanup net may hold it.
 */
final class Unclaimed {
  private List<Letter> letters = List.of();

  void set(List<Letter> next) {
    letters = next;
  }

  /** Closes those that nobody has taken. */
  void discard() {
    List<Letter> old = letters;
    letters = List.of();
    for (Letter letter : old) {
      letter.discard();
    }
  }
}
