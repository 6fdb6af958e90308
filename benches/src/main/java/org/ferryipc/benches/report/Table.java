package org.ferryipc.benches.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The report as text, for a terminal. Of rows that are judged by the median of single operations, times have {@code p50} before them. */
public final class Table {
  private static final List<String> HEAD =
      List.of("row", "floor", "row ns", "floor ns", "ratio", "interval", "limit", "", "B/op", "limit", "");
  // Names stand to the left, numbers to the right.
  private static final String LEFT = "llrrrrrlrrl";

  private Table() {}

  /**
   * {@return the table, one line each}
   *
   * @param gaps what cannot be compared, which stands behind all lines
   */
  public static List<String> of(List<Line> lines, List<Gap> gaps) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(HEAD);
    for (Line line : lines) {
      Estimate ratio = line.ratio().estimate();
      cells.add(
          List.of(
              line.row(),
              line.floor(),
              (line.medians() ? "p50 " : "") + time(line.rowNanos()),
              number(line.floorNanos().median(), 0),
              number(ratio.median(), 2),
              number(ratio.low(), 2) + " – " + number(ratio.high(), 2),
              limit(line.ratio().limit(), 2),
              line.ratio().verdict(),
              number(line.allocated().estimate().median(), 1),
              limit(line.allocated().limit(), 0),
              line.allocated().verdict()));
    }
    for (Gap gap : gaps) {
      List<String> row = new ArrayList<>(Collections.nCopies(HEAD.size(), ""));
      row.set(0, gap.row());
      row.set(1, gap.peer());
      row.set(HEAD.indexOf("interval"), gap.why());
      cells.add(row);
    }
    return Columns.aligned(cells, LEFT);
  }

  // Few rows have a limit in time, so it has no column of its own.
  private static String time(Judged nanos) {
    String measured = number(nanos.estimate().median(), 0);
    return nanos.limit() == null ? measured : measured + " " + limit(nanos.limit(), 0) + " " + nanos.verdict();
  }

  private static String limit(@Nullable Double most, int digits) {
    return most == null ? "" : "≤ " + number(most, digits);
  }

  private static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
