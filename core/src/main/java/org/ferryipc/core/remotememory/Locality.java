package org.ferryipc.core.remotememory;

/**
 * Decides whether a read that the cache cannot answer fetches whole pages or just its own bytes.
 *
 * <p>A whole page costs a little more than sixteen bytes do (both sides and the kernel copy it), and saves a round trip each
 * time it answers another read. Where pages answer nothing, as in reads at random places of a large memory, fetching them is
 * a loss, so it is given up until it would pay again: meanwhile only a page that was touched before in the same operation is
 * fetched whole. The experience is kept from one operation to the next. Belongs to its reader's thread.
 */
final class Locality {
  private static final int WINDOW = 64;
  // A round trip takes some ten times as long as the rest of a page does, docs/remote-memory.md: pages pay from one hit for
  // ten of them on. The two bounds lie around that, so that a reader in between does not change its mind all the time.
  private static final int GIVE_UP_BELOW = WINDOW / 16;
  private static final int RETURN_FROM = WINDOW / 8;

  private boolean whole = true;
  private int misses;
  private int hits;

  /** A page that was fetched whole has answered a read, so that nothing was asked. */
  void hit() {
    hits++;
  }

  /**
   * The cache cannot answer a read.
   *
   * @param touched whether the running operation has read from the same page before
   * @return whether to fetch whole pages
   */
  boolean fetchWhole(boolean touched) {
    if (!whole && touched) {
      hits++; // it would have been one
    }
    boolean answer = whole || touched;
    misses++;
    if (misses == WINDOW) {
      whole = whole ? hits >= GIVE_UP_BELOW : hits >= RETURN_FROM;
      misses = 0;
      hits = 0;
    }
    return answer;
  }
}
