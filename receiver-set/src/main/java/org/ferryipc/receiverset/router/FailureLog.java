package org.ferryipc.receiverset.router;

import java.lang.System.Logger.Level;
import org.ferryipc.core.ownership.FerryLog;

/** Where failures are written that nobody else wants to know. */
final class FailureLog {
  private FailureLog() {}

  static void write(Route<?> route, RouteFailure failure) {
    switch (failure) {
      case RouteFailure.Lost(var error) -> FerryLog.log(Level.WARNING, route + " has lost a message", error);
      case RouteFailure.Thrown(var thrown) ->
          FerryLog.log(Level.WARNING, "the handler of " + route + " has failed", thrown);
      case RouteFailure.LeftRunning() ->
          FerryLog.log(
              Level.WARNING,
              "the handler of " + route + " still ran when its router was closed; it was interrupted",
              null);
    }
  }

  /** Tells the reporter, whatever it does. */
  static void tell(RouteReporter reporter, Route<?> route, RouteFailure failure) {
    try {
      reporter.report(route, failure);
    } catch (RuntimeException | Error e) {
      write(route, failure);
      FerryLog.log(Level.ERROR, "the reporter of " + route + " has failed", e);
    }
  }
}
