package org.ferryipc.receiverset.router;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * How a router works.
 *
 * @param threadName of its waiting thread
 * @param executor runs handlers, one task for some messages of a route. The default gives each task a virtual thread of its
 *     own. With {@code Runnable::run} handlers run on the waiting thread itself, which saves a change of threads, and one
 *     that blocks then stops all routes. A task that it refuses runs on a virtual thread
 * @param reporter is told what goes wrong
 * @param grace how long {@link Router#close} waits for handlers that run
 */
public record RouterOptions(String threadName, Executor executor, RouteReporter reporter, Duration grace) {
  private static final Duration USUAL_GRACE = Duration.ofSeconds(5);
  private static final Executor VIRTUAL_THREADS =
      task -> {
        Thread unused = Thread.ofVirtual().name("ferry-route").start(task);
      };

  /** Checks that nothing is null and the grace not negative. */
  public RouterOptions {
    Objects.requireNonNull(threadName);
    Objects.requireNonNull(executor);
    Objects.requireNonNull(reporter);
    if (grace.isNegative()) {
      throw new IllegalArgumentException("a grace of " + grace);
    }
  }

  /** {@return a thread named ferry-router, handlers on virtual threads, failures in the log, five seconds of grace} */
  public static RouterOptions defaults() {
    return new RouterOptions("ferry-router", VIRTUAL_THREADS, RouteReporter.toLog(), USUAL_GRACE);
  }

  /** {@return these options with another {@link #threadName}} */
  public RouterOptions withThreadName(String name) {
    return new RouterOptions(name, executor, reporter, grace);
  }

  /** {@return these options with another {@link #executor}} */
  public RouterOptions withExecutor(Executor other) {
    return new RouterOptions(threadName, other, reporter, grace);
  }

  /** {@return these options with another {@link #reporter}} */
  public RouterOptions withReporter(RouteReporter other) {
    return new RouterOptions(threadName, executor, other, grace);
  }

  /** {@return these options with another {@link #grace}} */
  public RouterOptions withGrace(Duration other) {
    return new RouterOptions(threadName, executor, reporter, other);
  }
}
