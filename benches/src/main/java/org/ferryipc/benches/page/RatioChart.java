package org.ferryipc.benches.page;

import java.util.List;
import java.util.stream.DoubleStream;
import org.ferryipc.benches.report.Estimate;
import org.ferryipc.benches.report.Judged;
import org.ferryipc.benches.report.Line;

/** Each row beside its floor: a dot for the ratio, a bar for its interval, a tick for the limit. */
final class RatioChart {
  private static final double STEP = 22;
  private static final double TOP = 26;

  private RatioChart() {}

  static Markup of(List<Line> lines) {
    List<String> names = lines.stream().map(line -> nameOf(line, lines)).toList();
    Sideways sideways = Sideways.of(names);
    Scale scale =
        Scale.over(lines.stream().flatMapToDouble(line -> extent(line.ratio())), sideways.names(), sideways.values());
    double height = TOP + lines.size() * STEP;
    Markup chart = Markup.picture(sideways.width(), height, "ratio to floor");
    for (double mark : scale.marks()) {
      chart.line("grid", scale.at(mark), TOP - 8, scale.at(mark), height);
      chart.label("axis middle", scale.at(mark), TOP - 12, Numbers.brief(mark));
    }
    chart.line("floor", scale.at(1), TOP - 8, scale.at(1), height);
    for (int i = 0; i < lines.size(); i++) {
      double y = TOP + i * STEP + STEP / 2;
      chart.label("end", sideways.names() - 12, y + 4, names.get(i));
      line(chart, scale, lines.get(i), y);
    }
    return chart.add("</svg>");
  }

  private static void line(Markup chart, Scale scale, Line line, double y) {
    Judged ratio = line.ratio();
    Estimate estimate = ratio.estimate();
    String kind = kind(ratio);
    Double limit = ratio.limit();
    if (limit != null) {
      chart.line("limit", scale.at(limit), y - 8, scale.at(limit), y + 8);
    }
    chart.line("bar " + kind, scale.at(estimate.low()), y, scale.at(estimate.high()), y);
    chart.dot(kind, scale.at(estimate.median()), y, about(line));
    chart.label("start " + kind, scale.to() + 12, y + 4, value(ratio));
  }

  private static String nameOf(Line line, List<Line> all) {
    boolean several = all.stream().filter(other -> other.row().equals(line.row())).count() > 1;
    return line.row() + (several ? " / " + kindOf(line) : "") + (line.medians() ? ", p50" : "");
  }

  // A floor's name says what it is, and then for which row.
  private static String kindOf(Line line) {
    String floor = line.floor();
    int row = floor.indexOf(line.row().split("::", 2)[0]);
    int end = row > 0 ? row : floor.indexOf("::");
    return end < 0 ? floor : floor.substring(0, end).replaceAll("(_|::)$", "");
  }

  private static DoubleStream extent(Judged ratio) {
    Double limit = ratio.limit();
    DoubleStream own = DoubleStream.of(1, ratio.estimate().low(), ratio.estimate().high());
    return limit == null ? own : DoubleStream.concat(own, DoubleStream.of(limit));
  }

  /** {@return the class of what is drawn}: {@code ok}, {@code miss}, or {@code free} without a limit */
  static String kind(Judged figure) {
    return figure.limit() == null ? "free" : figure.holds() ? "ok" : "miss";
  }

  private static String value(Judged ratio) {
    Double limit = ratio.limit();
    String median = Numbers.brief(ratio.estimate().median());
    return limit == null ? median : median + "  ≤ " + Numbers.brief(limit) + " " + ratio.verdict();
  }

  private static String about(Line line) {
    Estimate ratio = line.ratio().estimate();
    return line.row()
        + ": "
        + Numbers.nanos(line.rowNanos().estimate().median())
        + ", "
        + line.floor()
        + ": "
        + Numbers.nanos(line.floorNanos().median())
        + ", ratio "
        + Numbers.brief(ratio.low())
        + " to "
        + Numbers.brief(ratio.high());
  }
}
