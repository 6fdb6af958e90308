package org.ferryipc.benches.page;

import java.util.Locale;

/** Numbers as people read them. */
final class Numbers {
  private static final double THOUSAND = 1000;
  private static final double KIBI = 1024;

  private Numbers() {}

  /** {@return a time} */
  static String nanos(double nanos) {
    return nanos < THOUSAND
        ? brief(nanos) + " ns"
        : nanos < THOUSAND * THOUSAND
            ? brief(nanos / THOUSAND) + " µs"
            : nanos < THOUSAND * THOUSAND * THOUSAND
                ? brief(nanos / THOUSAND / THOUSAND) + " ms"
                : brief(nanos / THOUSAND / THOUSAND / THOUSAND) + " s";
  }

  /** {@return a size, of a message that is} */
  static String size(double bytes) {
    return bytes < KIBI
        ? brief(bytes) + " B"
        : bytes < KIBI * KIBI ? brief(bytes / KIBI) + " KiB" : brief(bytes / KIBI / KIBI) + " MiB";
  }

  /** {@return bytes in a second, of a message of {@code bytes} that takes {@code nanos}} */
  static double perSecond(double bytes, double nanos) {
    return bytes * THOUSAND * THOUSAND * THOUSAND / nanos;
  }

  /** {@return a rate} */
  static String rate(double bytesPerSecond) {
    double mega = bytesPerSecond / THOUSAND / THOUSAND;
    return mega >= THOUSAND ? brief(mega / THOUSAND) + " GB/s" : brief(mega) + " MB/s";
  }

  /** {@return three digits, more before the point if there are}, without zeros at the end */
  static String brief(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 || size == 0 ? "%.2f" : "%.3f";
    String text = String.format(Locale.ROOT, format, value);
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }
}
