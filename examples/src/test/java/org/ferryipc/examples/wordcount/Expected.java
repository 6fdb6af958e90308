package org.ferryipc.examples.wordcount;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.StringTokenizer;

/** What is in a file, found in another way than the worker's: from the whole text, by the JDK's tokenizer. */
final class Expected {
  private Expected() {}

  static Count of(byte[] bytes) {
    String text = new String(bytes, ISO_8859_1);
    long lines = text.chars().filter(c -> c == '\n').count();
    long words = new StringTokenizer(text, " \t\n\u000B\f\r").countTokens();
    try {
      String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
      return new Count(lines, words, bytes.length, digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
