package org.ferryipc.benches.page;

import java.util.List;

/**
 * How a picture of rows is divided from left to right: their names, which are as long as they are, what is drawn, its value.
 *
 * @param names where the names end
 * @param width how wide the whole is
 */
record Sideways(double names, double width) {
  private static final double DRAWN = 390;
  private static final double VALUES = 150;
  private static final double LEAST_NAMES = 200;
  private static final double MARGIN = 24;
  // Of the style's 12 pixels, in the widest of the fonts that a system may take for its own.
  private static final double LETTER = 7.2;

  /** {@return the picture of rows that are called so} */
  static Sideways of(List<String> rows) {
    int longest = rows.stream().mapToInt(String::length).max().orElse(0);
    double names = Math.max(LEAST_NAMES, longest * LETTER + MARGIN);
    return new Sideways(names, names + DRAWN + VALUES);
  }

  /** {@return where drawing ends and values begin} */
  double values() {
    return width - VALUES;
  }
}
