package org.ferryipc.benches.page;

import java.util.List;
import org.ferryipc.benches.report.Judged;
import org.ferryipc.benches.report.Line;

/** What each row allocates: a bar for bytes in an operation, by their logarithm. */
final class AllocationChart {
  private static final double STEP = 22;
  private static final double THICK = 12;
  // Less than a byte is what JMH's own threads allocate.
  private static final double LEAST = 1;

  private AllocationChart() {}

  /** {@return the bars}; {@code lines} has each row once */
  static Markup of(List<Line> lines) {
    double most = lines.stream().mapToDouble(line -> line.allocated().estimate().median()).max().orElse(LEAST);
    Sideways sideways = Sideways.of(lines.stream().map(Line::row).toList());
    double names = sideways.names();
    Scale scale = new Scale(LEAST, Math.max(most, 10 * LEAST), names, sideways.values());
    Markup chart = Markup.picture(sideways.width(), lines.size() * STEP, "bytes allocated for each operation");
    for (int i = 0; i < lines.size(); i++) {
      Judged bytes = lines.get(i).allocated();
      double median = bytes.estimate().median();
      double y = i * STEP + STEP / 2;
      chart.label("end", names - 12, y + 4, lines.get(i).row());
      chart.add(
          "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
          RatioChart.kind(bytes), names, y - THICK / 2, Math.max(scale.at(median) - names, 1), THICK);
      chart.label("start", Math.max(scale.at(median), names) + 8, y + 4, Numbers.brief(median) + " B " + bytes.verdict());
    }
    return chart.add("</svg>");
  }
}
