package org.ferryipc.benches.page;

import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Lines through points, with a legend below.
 *
 * @param across where points stand from left to right
 * @param marks what is written below, and where
 * @param up how they stand from bottom to top
 * @param height how an amount is written
 * @param series the lines
 */
record LinesChart(
    String label, List<Mark> marks, Scale up, DoubleFunction<String> height, List<Series> series) {
  static final double WIDTH = 470;
  static final double LEFT = 70;
  static final double RIGHT = WIDTH - 24;
  static final double TOP = 12;
  static final double BOTTOM = 260;
  private static final double LEGEND = BOTTOM + 40;
  private static final double STEP = 18;
  // How many colors the style has.
  private static final int COLORS = 6;

  /** Something written below. */
  record Mark(double x, String words) {}

  /** A point: where it is from left to right, how high, and what it says when pointed at. */
  record Point(double x, double value, String about) {}

  /** A line. */
  record Series(String name, List<Point> points) {}

  Markup draw() {
    double height = LEGEND + series.size() * STEP;
    Markup chart = Markup.picture(WIDTH, height, label);
    for (double mark : up.marks()) {
      chart.line("grid", LEFT, up.at(mark), RIGHT, up.at(mark));
      chart.label("axis end", LEFT - 6, up.at(mark) + 4, this.height.apply(mark));
    }
    for (Mark mark : marks) {
      chart.line("grid", mark.x(), TOP, mark.x(), BOTTOM);
      chart.label("axis middle", mark.x(), BOTTOM + 16, mark.words());
    }
    for (int i = 0; i < series.size(); i++) {
      draw(chart, series.get(i), "c" + i % COLORS, LEGEND + i * STEP);
    }
    return chart.add("</svg>");
  }

  private void draw(Markup chart, Series one, String color, double legend) {
    StringBuilder points = new StringBuilder();
    for (Point point : one.points()) {
      points.append(String.format(java.util.Locale.ROOT, "%.1f,%.1f ", point.x(), up.at(point.value())));
    }
    chart.add("<polyline class=\"%s\" points=\"%s\"/>", color, points.toString().strip());
    for (Point point : one.points()) {
      chart.dot(color, point.x(), up.at(point.value()), one.name() + ": " + point.about());
    }
    chart.line("key " + color, LEFT, legend, LEFT + 20, legend);
    chart.label("start", LEFT + 28, legend + 4, one.name());
  }
}
