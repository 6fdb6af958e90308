package org.ferryipc.examples.wordcount;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Counts what is in streams, one after the other. */
final class Counting {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int BYTE_MASK = 0xff;

  // 1 for each byte that isspace(3) knows in the C locale. A table of ints: the loop below then has no branches.
  private static final int[] BLANK = new int[BYTE_MASK + 1];

  static {
    for (char blank : " \t\n\u000B\f\r".toCharArray()) {
      BLANK[blank] = 1;
    }
  }

  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final MessageDigest sha256;

  Counting() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  /**
   * Reads {@code input} to its end, and leaves it open.
   *
   * @throws IOException if it cannot be read
   */
  Count count(InputStream input) throws IOException {
    sha256.reset(); // the one before may have failed half-way
    long lines = 0;
    long words = 0;
    long bytes = 0;
    int blankBefore = 1;
    for (int got = input.read(buffer); got >= 0; got = input.read(buffer)) {
      bytes += got;
      sha256.update(buffer, 0, got);
      for (int i = 0; i < got; i++) {
        int blank = BLANK[buffer[i] & BYTE_MASK];
        words += blankBefore & ~blank;
        lines += buffer[i] == '\n' ? 1 : 0;
        blankBefore = blank;
      }
    }
    return new Count(lines, words, bytes, HexFormat.of().formatHex(sha256.digest()));
  }
}
