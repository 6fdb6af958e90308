package org.ferryipc.peers;

/**
 * What is sent to another process, which sends it back.
 *
 * @param id a number
 * @param author a name
 * @param text some words
 * @param weight another number
 * @param read whether it is
 */
public record Note(long id, String author, String text, double weight, boolean read) {
  /** {@return one like all others} */
  static Note any() {
    return new Note(7, "somebody", "what a user would write today, and some more", 0.5, false);
  }
}
