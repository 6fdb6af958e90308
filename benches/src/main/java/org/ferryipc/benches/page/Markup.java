package org.ferryipc.benches.page;

import java.util.Locale;

/** Builds HTML and SVG, in which no name of a row can end an element or an attribute. */
final class Markup {
  private final StringBuilder text = new StringBuilder();

  /** {@return {@code raw} as text or as the value of an attribute in quotes} */
  static String escaped(String raw) {
    return raw.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
  }

  /** Adds a line that is markup already; {@code %s} in it stands for text and is escaped. */
  Markup add(String format, Object... values) {
    Object[] safe = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      safe[i] = values[i] instanceof String raw ? escaped(raw) : values[i];
    }
    text.append(String.format(Locale.ROOT, format, safe)).append('\n');
    return this;
  }

  /** Adds what another one built. */
  Markup add(Markup other) {
    text.append(other.text);
    return this;
  }

  /** Begins a picture of that size, which {@code label} names for those who cannot see it. */
  static Markup picture(double width, double height, String label) {
    return new Markup()
        .add(
            "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\" aria-label=\"%s\">",
            width, height, width, height, label);
  }

  Markup line(String kind, double fromX, double fromY, double toX, double toY) {
    return add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", kind, fromX, fromY, toX, toY);
  }

  /** Adds text; {@code kind} may name the side on which {@code x} is: {@code start}, {@code middle} or {@code end}. */
  Markup label(String kind, double x, double y, String words) {
    return add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>", kind, x, y, words);
  }

  /** Adds a dot that tells {@code about} when it is pointed at. */
  Markup dot(String kind, double x, double y, String about) {
    return add(
        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%s</title></circle>", kind, x, y, about);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
