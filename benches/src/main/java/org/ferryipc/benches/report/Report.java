package org.ferryipc.benches.report;

import java.util.List;

/**
 * What one run measured; nothing else is ever shown.
 *
 * @param machine what it ran on
 * @param command how to run it again
 * @param begun when, for people
 * @param lines the table
 * @param sizes for throughput against size
 * @param curves single operations
 * @param counts what operations cost beside time
 * @param footprints what a channel takes
 * @param gaps what cannot be compared
 */
public record Report(
    String machine,
    String command,
    String begun,
    List<Line> lines,
    List<SizePoint> sizes,
    List<Curve> curves,
    List<Counts> counts,
    List<Result> footprints,
    List<Gap> gaps) {

  /** Copies the lists. */
  public Report {
    lines = List.copyOf(lines);
    sizes = List.copyOf(sizes);
    curves = List.copyOf(curves);
    counts = List.copyOf(counts);
    footprints = List.copyOf(footprints);
    gaps = List.copyOf(gaps);
  }
}
