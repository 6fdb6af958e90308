package org.ferryipc.examples.wordcount;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

/** Text for people, in one line each. */
final class Words {
  private Words() {}

  /**
   * {@return {@code name} with everything shown as an escape that could move a terminal's cursor, hide or reorder
   * text}; and the backslash too, so that no two names look alike
   */
  static String printable(String name) {
    StringBuilder text = new StringBuilder(name.length());
    name.codePoints().forEach(c -> append(text, c));
    return text.toString();
  }

  private static void append(StringBuilder text, int c) {
    switch (c) {
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> {
        if (isShown(c)) {
          text.appendCodePoint(c);
        } else {
          text.append("\\u{%x}".formatted(c));
        }
      }
    }
  }

  private static boolean isShown(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT, // among them the marks that reverse the direction of writing
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  /** {@return why {@code failure} happened}, without the file's name, which the reader has already */
  static String of(IOException failure) {
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    String reason = failure instanceof FileSystemException inFile ? inFile.getReason() : failure.getMessage();
    return reason == null ? failure.getClass().getSimpleName() : printable(reason);
  }
}
