package org.ferryipc.benches.report;

import java.util.List;

/** Text in columns. */
final class Columns {
  private static final char LEFT = 'l';

  private Columns() {}

  /**
   * {@return the rows, one line each}
   *
   * @param cells rows of as many cells as {@code sides} has letters
   * @param sides for each column {@code l} if it stands to the left, else it stands to the right
   */
  static List<String> aligned(List<List<String>> cells, String sides) {
    int[] widths = new int[sides.length()];
    for (List<String> row : cells) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return cells.stream().map(row -> joined(row, widths, sides)).toList();
  }

  private static String joined(List<String> row, int[] widths, String sides) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      String space = " ".repeat(widths[i] - cell.length());
      text.append(sides.charAt(i) == LEFT ? cell + space : space + cell).append("  ");
    }
    return text.toString().stripTrailing();
  }
}
