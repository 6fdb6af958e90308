package org.ferryipc.benches.report;

/**
 * One line of the table: a row beside one of its floors.
 *
 * @param suite whose benchmark the row is
 * @param row title of the row
 * @param floor name of the floor
 * @param rowNanos time of an operation of the row
 * @param floorNanos time of an operation of the floor
 * @param ratio row / floor, over the pairs
 * @param allocated bytes allocated for each operation of the row
 * @param medians whether times and ratio are of medians of single operations, and not of means
 */
public record Line(
    String suite,
    String row,
    String floor,
    Judged rowNanos,
    Estimate floorNanos,
    Judged ratio,
    Judged allocated,
    boolean medians) {

  /** A line of means. */
  public Line(
      String suite, String row, String floor, Judged rowNanos, Estimate floorNanos, Judged ratio, Judged allocated) {
    this(suite, row, floor, rowNanos, floorNanos, ratio, allocated, false);
  }

  /** {@return whether it keeps within its limits} */
  public boolean holds() {
    return rowNanos.holds() && ratio.holds() && allocated.holds();
  }
}
