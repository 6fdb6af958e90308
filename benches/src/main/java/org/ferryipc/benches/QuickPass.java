package org.ferryipc.benches;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What is measured when nothing is named: some of each kind of row that is held to a limit. Rows whose titles differ by
 * numbers alone are one kind. A kind of which no row is marked as quick has its first here, so none is forgotten; only
 * rows that need thousands of descriptors are, because one takes half a minute.
 */
final class QuickPass {
  private QuickPass() {}

  /** {@return those of {@code all} that are in the quick pass, in their order} */
  static List<Row> of(List<Row> all) {
    Set<String> kinds = new HashSet<>();
    all.stream().filter(Row::quick).forEach(row -> kinds.add(kind(row)));
    return all.stream().filter(row -> row.quick() || held(row) && kinds.add(kind(row))).toList();
  }

  private static boolean held(Row row) {
    return row.limited() && row.traits().descriptors() == 0;
  }

  /** {@return what {@code row} has in common with rows that have other parameters} */
  static String kind(Row row) {
    return row.suite() + "/" + row.title().replaceAll("[0-9]+", "N");
  }
}
