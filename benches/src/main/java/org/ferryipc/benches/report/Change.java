package org.ferryipc.benches.report;

import org.jspecify.annotations.Nullable;

/**
 * What became of one benchmark from one run to another.
 *
 * @param before what it was
 * @param after what it is
 * @param floorRatio how its floor changed meanwhile, which is the machine's doing, or null if one run has none
 */
public record Change(Result before, Result after, @Nullable Double floorRatio) {
  private static final String A_SECOND = "/s";
  private static final String TIME = "ns";

  /** {@return after / before} */
  public double ratio() {
    return quotient(after.value(), before.value());
  }

  /** {@return where the ratio begins, with both values at the end of their intervals that makes it small} */
  public double low() {
    return quotient(Math.max(after.value() - after.error(), 0), before.value() + before.error());
  }

  /** {@return where the ratio ends; infinite if the value before may have been 0} */
  public double high() {
    return quotient(after.value() + after.error(), Math.max(before.value() - before.error(), 0));
  }

  /** {@return what that means}: {@code same} if the interval holds 1; for what is no time, {@code less} or {@code more} */
  public String verdict() {
    if (low() <= 1 && high() >= 1) {
      return "same";
    }
    boolean more = low() > 1;
    String unit = after.unit();
    if (unit.endsWith(A_SECOND)) {
      return more ? "faster" : "slower";
    }
    return unit.startsWith(TIME) ? more ? "slower" : "faster" : more ? "more" : "less";
  }

  private static double quotient(double over, double under) {
    return over == 0 && under == 0 ? 1 : over / under;
  }
}
