package org.ferryipc.core.ownership;

import java.util.concurrent.atomic.LongAdder;
import org.ferryipc.core.transport.Resource;

/**
 * Where a failing close is reported when its caller can hear nothing: a double close or an I/O error at close is a
 * serious fault, so it is logged and counted, never swallowed.
 */
public final class CloseFailures {
  private static final LongAdder COUNT = new LongAdder();

  private CloseFailures() {}

  /**
   * Logs and counts one failure; never throws.
   *
   * @param what names the thing that was closed by its {@code toString}
   * @param failure what came out of closing it: an {@code Error} too, because a stream that a handle was made of is other
   *     people's code, and whoever closes many must close the rest
   */
  public static void report(Object what, Throwable failure) {
    COUNT.increment();
    FerryLog.log(System.Logger.Level.WARNING, "closing " + what + " failed", failure);
  }

  /** Releases a resource that nobody waits for; a failure is logged and counted. Never throws. */
  public static void releaseQuietly(Resource resource) {
    try {
      resource.release();
    } catch (Throwable e) {
      report(resource, e);
    }
  }

  /** {@return how many closes have failed in this process} */
  public static long count() {
    return COUNT.sum();
  }
}
