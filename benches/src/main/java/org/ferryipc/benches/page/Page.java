package org.ferryipc.benches.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.ferryipc.benches.report.Counts;
import org.ferryipc.benches.report.Curve;
import org.ferryipc.benches.report.Gap;
import org.ferryipc.benches.report.Judged;
import org.ferryipc.benches.report.Line;
import org.ferryipc.benches.report.Report;
import org.ferryipc.benches.report.Result;
import org.ferryipc.benches.report.SizePoint;

/** The page of one run. */
public final class Page {
  private Page() {}

  /**
   * Takes the place of an older page, so that a run that fails leaves none that it did not measure.
   *
   * @throws IOException if nothing can be written there
   */
  public static void clear(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, "<!doctype html><title>Ferry: not measured yet</title>\n");
  }

  /** Writes the page of {@code report}. */
  public static void write(Path file, Report report) throws IOException {
    Files.writeString(file, of(report));
  }

  /** {@return the page}: one document, that needs no other */
  public static String of(Report report) {
    Markup page = new Markup();
    page.add("<!doctype html>").add("<html lang=\"en\">").add("<head>").add("<meta charset=\"utf-8\">");
    page.add("<meta name=\"viewport\" content=\"width=device-width\">").add("<title>Ferry: measured</title>");
    page.add("<style>").add(Style.SHEET).add("</style>").add("</head>").add("<body>");
    page.add("<h1>Ferry beside its floors</h1>");
    page.add("<p>Measured %s by <code>%s</code> on: %s.</p>", report.begun(), report.command(), report.machine());
    ratios(page, report);
    sizes(page, report);
    curves(page, report);
    allocation(page, report);
    table(page, report);
    counts(page, report);
    footprints(page, report);
    return page.add("</body>").add("</html>").toString();
  }

  private static void ratios(Markup page, Report report) {
    page.add("<h2>Ratio to floor</h2>");
    page.add(
        "<p>A floor is the least that anybody must do for the same result, by bare system calls (the line at 1). A dot is"
            + " the median of pairs that were measured in turn, a bar its interval of 95 %%, an upright tick the limit that"
            + " the row is held to. Rows beside several floors stand once for each; point at a dot for times. Where a"
            + " name says so, another library stands in the floor's place, or another way of Ferry's own. Rows with p50"
            + " are compared by medians of single operations, all others by means.</p>");
    grouped(report.lines(), Line::suite)
        .forEach((suite, lines) -> page.add("<h3>%s</h3>", suite).add(RatioChart.of(lines)));
  }

  private static void sizes(Markup page, Report report) {
    if (report.sizes().isEmpty()) {
      return;
    }
    page.add("<h2>Throughput against size</h2>").add("<div class=\"grid\">");
    grouped(report.sizes(), SizePoint::chart)
        .forEach((chart, points) -> figure(page, chart, SizeChart.of(points)));
    page.add("</div>");
  }

  private static void curves(Markup page, Report report) {
    if (report.curves().isEmpty()) {
      return;
    }
    page.add("<h2>Percentiles of single operations</h2>");
    page.add("<p>Reading the clock, some 20 ns, is in each of them.</p>").add("<div class=\"grid\">");
    grouped(report.curves(), Curve::row).forEach((row, curves) -> figure(page, row, CurveChart.of(curves)));
    page.add("</div>");
  }

  private static void figure(Markup page, String caption, Markup chart) {
    page.add("<figure>").add("<figcaption>%s</figcaption>", caption).add(chart).add("</figure>");
  }

  private static void allocation(Markup page, Report report) {
    List<Line> rows = new ArrayList<>();
    grouped(report.lines(), Line::row).forEach((row, lines) -> rows.add(lines.getFirst()));
    page.add("<h2>Allocation</h2>").add("<p>Bytes for each operation, in the process that measures.</p>");
    page.add(AllocationChart.of(rows));
  }

  private static void table(Markup page, Report report) {
    page.add("<h2>All rows</h2>").add("<table>");
    page.add(
        "<tr><th>suite</th><th>row</th><th>floor</th><th>row</th><th>floor</th><th>ratio</th><th>interval</th>"
            + "<th>limit</th><th></th></tr>");
    for (Line line : report.lines()) {
      Judged ratio = line.ratio();
      Double limit = ratio.limit();
      page.add(
          "<tr><td>%s</td><td>%s</td><td>%s</td><td class=\"n\">%s</td><td class=\"n\">%s</td><td class=\"n\">%s</td>"
              + "<td class=\"n\">%s – %s</td><td class=\"n\">%s</td><td class=\"%s\">%s</td></tr>",
          line.suite(),
          line.row(),
          line.floor(),
          (line.medians() ? "p50 " : "") + Numbers.nanos(line.rowNanos().estimate().median()),
          Numbers.nanos(line.floorNanos().median()),
          Numbers.brief(ratio.estimate().median()),
          Numbers.brief(ratio.estimate().low()),
          Numbers.brief(ratio.estimate().high()),
          limit == null ? "" : "≤ " + Numbers.brief(limit),
          RatioChart.kind(ratio),
          ratio.verdict());
    }
    for (Gap gap : report.gaps()) {
      page.add("<tr><td></td><td>%s</td><td>%s</td><td colspan=\"6\">%s</td></tr>", gap.row(), gap.peer(), gap.why());
    }
    page.add("</table>");
  }

  private static void counts(Markup page, Report report) {
    page.add("<h2>Counters</h2>");
    page.add(
        "<p>Of the process that measures, with what the virtual machine and JMH add. Resident memory is the most of all"
            + " iterations. System calls are those of the thread that measures, if <code>--calls</code> had them counted.</p>");
    page.add("<table>");
    page.add("<tr><th>row</th><th>of</th><th>B/op</th><th>context switches/op</th><th>resident</th><th>system calls/op</th></tr>");
    for (Counts counts : report.counts()) {
      page.add(
          "<tr><td>%s</td><td>%s</td><td class=\"n\">%s</td><td class=\"n\">%s</td><td class=\"n\">%s</td>"
              + "<td>%s</td></tr>",
          counts.row(),
          counts.name().equals(counts.row()) ? "Ferry" : counts.name(),
          Numbers.brief(counts.allocated().median()),
          Numbers.brief(counts.switches().median()),
          Numbers.size(counts.residentKiB().median() * 1024),
          counts.calls());
    }
    page.add("</table>");
  }

  private static void footprints(Markup page, Report report) {
    if (report.footprints().isEmpty()) {
      return;
    }
    page.add("<h2>What a channel takes</h2>").add("<table>");
    for (Result one : report.footprints()) {
      page.add(
          "<tr><td>%s</td><td>lanes %s</td><td class=\"n\">%s</td><td>%s</td></tr>",
          one.name(), one.lanes(), Numbers.brief(one.value()), one.unit());
    }
    page.add("</table>");
  }

  private static <T> Map<String, List<T>> grouped(List<T> all, Function<T, String> by) {
    Map<String, List<T>> groups = new LinkedHashMap<>();
    for (T one : all) {
      groups.computeIfAbsent(by.apply(one), name -> new ArrayList<>()).add(one);
    }
    return groups;
  }
}
