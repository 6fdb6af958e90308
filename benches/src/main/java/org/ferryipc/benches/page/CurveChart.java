package org.ferryipc.benches.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ferryipc.benches.page.LinesChart.Mark;
import org.ferryipc.benches.page.LinesChart.Point;
import org.ferryipc.benches.page.LinesChart.Series;
import org.ferryipc.benches.report.Curve;

/** How many operations kept within what time: each step to the right leaves out nine of ten that are left. */
final class CurveChart {
  private static final List<Double> MARKED = List.of(0.5, 0.9, 0.99, 0.999, 0.9999);
  private static final double LAST = nines(Curve.QUANTILES.getLast());

  private CurveChart() {}

  /** {@return the curves of one row and its floors} */
  static Markup of(List<Curve> curves) {
    Scale up =
        Scale.over(
            curves.stream().flatMapToDouble(curve -> curve.nanos().stream().mapToDouble(Double::doubleValue)),
            LinesChart.BOTTOM,
            LinesChart.TOP);
    List<Mark> marks = MARKED.stream().map(quantile -> new Mark(x(quantile), percent(quantile))).toList();
    return new LinesChart(
            "percentiles of " + curves.getFirst().row(),
            marks,
            up,
            Numbers::nanos,
            curves.stream().map(CurveChart::series).toList())
        .draw();
  }

  private static Series series(Curve curve) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < Curve.QUANTILES.size(); i++) {
      double quantile = Curve.QUANTILES.get(i);
      double nanos = curve.nanos().get(i);
      points.add(new Point(x(quantile), nanos, percent(quantile) + " within " + Numbers.nanos(nanos)));
    }
    return new Series(curve.name(), points);
  }

  private static double x(double quantile) {
    return LinesChart.LEFT + nines(quantile) / LAST * (LinesChart.RIGHT - LinesChart.LEFT - 12);
  }

  private static double nines(double quantile) {
    return -Math.log10(1 - quantile);
  }

  private static String percent(double quantile) {
    return String.format(Locale.ROOT, "%.2f", quantile * 100).replaceAll("\\.?0+$", "") + " %";
  }
}
