package org.ferryipc.benches.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.ferryipc.benches.page.LinesChart.Mark;
import org.ferryipc.benches.page.LinesChart.Point;
import org.ferryipc.benches.page.LinesChart.Series;
import org.ferryipc.benches.report.SizePoint;

/** Bytes in a second against the size of a message. */
final class SizeChart {
  private static final int MOST_MARKS = 7;

  private SizeChart() {}

  /** {@return the lines of rows that differ by size, and of their floors} */
  static Markup of(List<SizePoint> points) {
    long[] sizes = points.stream().mapToLong(SizePoint::bytes).distinct().sorted().toArray();
    Scale across =
        Scale.over(LongStream.of(sizes).asDoubleStream(), LinesChart.LEFT, LinesChart.RIGHT);
    Scale up =
        Scale.over(points.stream().mapToDouble(SizeChart::rate), LinesChart.BOTTOM, LinesChart.TOP);
    List<Mark> marks = new ArrayList<>();
    int step = (sizes.length + MOST_MARKS - 1) / MOST_MARKS;
    for (int i = 0; i < sizes.length; i += step) {
      marks.add(new Mark(across.at(sizes[i]), Numbers.size(sizes[i])));
    }
    Map<String, List<SizePoint>> byName = new LinkedHashMap<>();
    for (SizePoint point : points) {
      byName.computeIfAbsent(point.series(), name -> new ArrayList<>()).add(point);
    }
    List<Series> series = new ArrayList<>();
    byName.forEach((name, of) -> series.add(new Series(name, of.stream().map(point -> point(across, point)).toList())));
    return new LinesChart(
            "throughput of " + points.getFirst().chart(), marks, up, Numbers::rate, series)
        .draw();
  }

  private static Point point(Scale across, SizePoint point) {
    String about = Numbers.size(point.bytes()) + " in " + Numbers.nanos(point.nanos()) + ", " + Numbers.rate(rate(point));
    return new Point(across.at(point.bytes()), rate(point), about);
  }

  private static double rate(SizePoint point) {
    return Numbers.perSecond(point.bytes(), point.nanos());
  }
}
