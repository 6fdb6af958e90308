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
 */
public record Line(
    String suite,
    String row,
    String floor,
    Judged rowNanos,
    Estimate floorNanos,
    Judged ratio,
    Judged allocated) {

  /** {@return whether it keeps within its limits} */
  public boolean holds() {
    return rowNanos.holds() && ratio.holds() && allocated.holds();
  }
}
