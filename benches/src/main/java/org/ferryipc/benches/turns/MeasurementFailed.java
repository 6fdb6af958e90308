package org.ferryipc.benches.turns;

import org.jspecify.annotations.Nullable;

/** A benchmark could not be measured; the message is one line for whoever started it. */
public final class MeasurementFailed extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a line for whoever started it. */
  public MeasurementFailed(String line, @Nullable Throwable cause) {
    super(line, cause);
  }
}
