package org.ferryipc.core.remotememory;

import java.util.List;

/** The answer of a server to the question with the same number. */
sealed interface Reply extends RemoteMemoryMessage {

  /** {@return the number of the question} */
  long id();

  /**
   * Bytes: at least the first of those that were wanted.
   *
   * @param address where the first of them lies
   * @param bytes begins with them
   * @param count how many they are
   */
  record Data(long id, long address, byte[] bytes, int count) implements Reply {}

  /**
   * The bytes cannot be read.
   *
   * @param address the first that cannot
   * @param segment the segment that it, or the byte in front of it, lies in; empty for none
   */
  record Fault(long id, long address, Reason reason, String segment) implements Reply {}

  /**
   * The length of a string.
   *
   * @param bytes before the first zero; {@link #UNENDED} if none of the bytes that were looked at is zero
   */
  record StringLength(long id, int bytes) implements Reply {
    static final int UNENDED = -1;
  }

  /** All segments, in the order of their addresses. */
  record Segments(long id, List<RemoteSegment> segments) implements Reply {}

  /** What the target's words look like. */
  record Target(long id, RemoteTarget target) implements Reply {}

  /** Why bytes cannot be read. */
  enum Reason {
    /** No segment has them. */
    NOT_EXPORTED("lies in no exported segment"),
    /** The segment in front of them ends there. */
    BEHIND_THE_END("lies behind the end of the segment"),
    /** Their segment cannot be read any more: its arena is closed, or its file was cut. */
    GONE("cannot be read by the process that exports it");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    /** {@return the words that follow the address} */
    String words(String segment) {
      return segment.isEmpty() ? words : words + " (segment '" + segment + "')";
    }
  }
}
