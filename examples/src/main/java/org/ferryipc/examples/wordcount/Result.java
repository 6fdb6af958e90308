package org.ferryipc.examples.wordcount;

/** What became of one {@link Job}. */
sealed interface Result {

  /**
   * It was read to its end.
   *
   * @param name the job's
   * @param count what is in the file
   */
  record Counted(String name, Count count) implements Result {}

  /**
   * It could not be read to its end.
   *
   * @param name the job's
   * @param reason why, in the system's words
   */
  record Failed(String name, String reason) implements Result {}
}
