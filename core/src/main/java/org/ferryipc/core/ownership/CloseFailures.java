package org.ferryipc.core.ownership;

import java.util.concurrent.atomic.LongAdder;

/**
 * Where a failing close is reported when its caller can hear nothing: a double close or an I/O error at close is a
 * serious fault, so it is logged and counted, never swallowed.
 */
public final class CloseFailures {
  private static final System.Logger LOG = System.getLogger("org.ferryipc");
  private static final LongAdder COUNT = new LongAdder();

  private CloseFailures() {}

  /**
   * Logs and counts one failure; never throws.
   *
   * @param what names the thing that was closed by its {@code toString}
   */
  public static void report(Object what, Exception failure) {
    COUNT.increment();
    LOG.log(System.Logger.Level.WARNING, "closing " + what + " failed", failure);
  }

  /** {@return how many closes have failed in this process} */
  public static long count() {
    return COUNT.sum();
  }
}
