package org.ferryipc.receiverset.router;

/** Is told what went wrong on a route. */
@FunctionalInterface
public interface RouteReporter {
  /**
   * Called once for each failure, by the thread that met it, before the route goes on. What it throws is logged.
   *
   * @param route where it happened
   */
  void report(Route<?> route, RouteFailure failure);

  /** {@return one that writes to the {@link System.Logger} named {@code org.ferryipc}: a warning with a stack trace} */
  static RouteReporter toLog() {
    return FailureLog::write;
  }
}
