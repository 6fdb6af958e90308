package org.ferryipc.benches.report;

import org.jspecify.annotations.Nullable;

/**
 * A figure beside the limit that it is held to.
 *
 * @param estimate the figure
 * @param limit the most that is allowed, or null for no limit
 */
public record Judged(Estimate estimate, @Nullable Double limit) {

  /** {@return whether the limit holds}; also true without one */
  public boolean holds() {
    Double most = limit;
    return most == null || estimate.median() <= most;
  }

  /** {@return whether the limit lies inside the interval, so that another run may judge otherwise} */
  public boolean close() {
    Double most = limit;
    return most != null && estimate.low() <= most && most <= estimate.high();
  }

  /** {@return {@code ok} or {@code MISS}, with {@code ?} if it is {@linkplain #close close}; empty without a limit} */
  public String verdict() {
    return limit == null ? "" : (holds() ? "ok" : "MISS") + (close() ? "?" : "");
  }
}
