package org.ferryipc.benches;

import java.util.List;
import java.util.stream.Stream;
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
 * @param traits what else the report wants to know
 */
public record Row(
    String suite,
    String name,
    boolean lanes,
    Placement placement,
    Bench bench,
    List<Floor> floors,
    @Nullable Double mostAllocated,
    @Nullable Double mostNanos,
    boolean quick,
    Traits traits) {
  /** What follows the name of a row, or of its floor, that is measured with lanes as well as without. */
  static final String LANES = "::lanes";

  private static final String ONE_CORE = "::one_core";
  private static final String BUSY_CORES = "::busy_cores";

  /** Copies the floors. */
  public Row {
    floors = List.copyOf(floors);
    if (floors.isEmpty()) {
      throw new IllegalArgumentException(name + " has no floor");
    }
  }

  /** A row of one process, of which nothing else is known; the {@code with} methods tell more. */
  public Row(
      String suite,
      String name,
      boolean lanes,
      Placement placement,
      Bench bench,
      List<Floor> floors,
      @Nullable Double mostAllocated,
      @Nullable Double mostNanos,
      boolean quick) {
    this(suite, name, lanes, placement, bench, floors, mostAllocated, mostNanos, quick, Traits.PLAIN);
  }

  /** {@return the same row, in which {@code count} processes take part} */
  public Row withProcesses(int count) {
    return with(new Traits(count, traits.read(), traits.bytes(), traits.descriptors(), traits.curve(), traits.medians()));
  }

  /** {@return the same row, whose payload is read in that way}: {@code copy} or {@code borrow} */
  public Row withRead(String way) {
    return with(new Traits(traits.processes(), way, traits.bytes(), traits.descriptors(), traits.curve(), traits.medians()));
  }

  /** {@return the same row, an operation of which carries so many bytes}: for the chart of throughput against size */
  public Row withBytes(long count) {
    return with(new Traits(traits.processes(), traits.read(), count, traits.descriptors(), traits.curve(), traits.medians()));
  }

  /** {@return the same row, each process of which opens up to so many descriptors} */
  public Row withDescriptors(int most) {
    return with(new Traits(traits.processes(), traits.read(), traits.bytes(), most, traits.curve(), traits.medians()));
  }

  /** {@return the same row, of which single operations are timed, too}: for percentiles */
  public Row withCurve() {
    return with(new Traits(traits.processes(), traits.read(), traits.bytes(), traits.descriptors(), true, traits.medians()));
  }

  /** {@return the same row, which is judged by the median of single operations, and not by their mean} */
  public Row withMedians() {
    return with(
        new Traits(traits.processes(), traits.read(), traits.bytes(), traits.descriptors(), traits.curve(), true));
  }

  private Row with(Traits changed) {
    return new Row(suite, name, lanes, placement, bench, floors, mostAllocated, mostNanos, quick, changed);
  }

  /**
   * {@return how it is called on the command line and in the table}: its name, whether it has lanes, how it reads, and
   * whether its processes share a processor, or share them with others
   */
  public String title() {
    String read = traits.read();
    return name
        + (lanes ? LANES : "")
        + (read == null ? "" : "::" + read)
        + (placement == Placement.ONE_CORE ? ONE_CORE : "")
        + (placement == Placement.BUSY_CORES ? BUSY_CORES : "");
  }

  /** {@return its name in results}, which have no word for processors that are busy with other things */
  String resultName() {
    return placement == Placement.BUSY_CORES ? name + BUSY_CORES : name;
  }

  /** {@return what is to be measured in turn: the floors, then the row} */
  List<Bench> benches() {
    return Stream.concat(floors.stream().map(Floor::bench), Stream.of(bench)).toList();
  }

  /** {@return whether it is held to anything} */
  boolean limited() {
    return mostAllocated != null || mostNanos != null || floors.stream().anyMatch(floor -> floor.mostRatio() != null);
  }

  /**
   * Something that a row is compared with.
   *
   * @param name its name in its suite
   * @param bench what is run
   * @param mostRatio the most that row / floor may be, or null
   * @param suite {@code floor}, or what else it is
   */
  public record Floor(String name, Bench bench, @Nullable Double mostRatio, String suite) {

    /** Bare calls. */
    public Floor(String name, Bench bench, @Nullable Double mostRatio) {
      this(name, bench, mostRatio, Rows.FLOOR);
    }
  }

  /**
   * What the report wants to know of a row.
   *
   * @param processes how many take part
   * @param read {@code copy} or {@code borrow} where a benchmark can do both, else null
   * @param bytes how many an operation carries, or 0 if that is not what the row is about
   * @param descriptors how many a process opens at most, or 0 if they are few
   * @param curve whether single operations are timed, too
   * @param medians whether the row is judged by the median of single operations
   */
  public record Traits(
      int processes, @Nullable String read, long bytes, int descriptors, boolean curve, boolean medians) {
    static final Traits PLAIN = new Traits(1, null, 0, 0, false, false);
  }
}
