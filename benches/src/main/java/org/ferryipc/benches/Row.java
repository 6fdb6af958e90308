package org.ferryipc.benches;

import java.util.List;
import org.ferryipc.benches.turns.Bench;
import org.jspecify.annotations.Nullable;

/**
 * Something to be measured beside its floors, and what it is held to.
 *
 * @param suite whose benchmark it is
 * @param name its name there, parameters included
 * @param lanes whether its channels have a lane
 * @param placement where its sides run
 * @param bench what is run
 * @param floors what it is compared with; at least one
 * @param mostAllocated the most bytes that an operation may allocate, or null
 * @param mostNanos the longest that an operation may take, in nanoseconds, or null
 * @param quick whether it is measured when no row is named
 */
record Row(
    String suite,
    String name,
    boolean lanes,
    Placement placement,
    Bench bench,
    List<Floor> floors,
    @Nullable Double mostAllocated,
    @Nullable Double mostNanos,
    boolean quick) {
  /** What follows the name of a row, or of its floor, that is measured with lanes as well as without. */
  static final String LANES = "::lanes";

  Row {
    floors = List.copyOf(floors);
    if (floors.isEmpty()) {
      throw new IllegalArgumentException(name + " has no floor");
    }
  }

  /** {@return how it is called on the command line and in the table}: its name, and whether it has lanes */
  String title() {
    return lanes ? name + LANES : name;
  }

  /**
   * Something that a row is compared with.
   *
   * @param name its name in the suite {@code floor}
   * @param bench what is run
   * @param mostRatio the most that row / floor may be, or null
   */
  record Floor(String name, Bench bench, @Nullable Double mostRatio) {}
}
