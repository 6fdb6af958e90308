package org.ferryipc.core.leak;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that ends with other descriptors or handles than it began with, or in which a close failed. It registers
 * itself for every test that has core's test classes on its class path, so nobody can forget it.
 *
 * <p>The garbage collector is not called: a test closes what it opens. What lies outside the {@code @BeforeEach} and
 * {@code @AfterEach} methods (constructors, {@code @BeforeAll}) is not seen.
 */
public final class NothingLeaks implements BeforeEachCallback, AfterEachCallback {
  private static final ExtensionContext.Namespace PLACE = ExtensionContext.Namespace.create(NothingLeaks.class);

  // A number may be given back by the last call that ran on it, on a thread that the test does not join, and those of
  // an ended child process by the JDK's reaper thread: both follow the test's end by moments. A leak does not go away.
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(2);

  @Override
  public void beforeEach(ExtensionContext context) {
    context.getStore(PLACE).put(context.getUniqueId(), Holdings.now());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Holdings before = context.getStore(PLACE).get(context.getUniqueId(), Holdings.class);
    if (before == null || context.getExecutionException().isPresent()) {
      return; // A test that failed has not got to its closes; its own failure is the news.
    }
    int failures =
        context.getTestMethod().map(m -> m.getAnnotation(FailingCloses.class)).map(FailingCloses::value).orElse(0);
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    String wrong = Holdings.now().changeSince(before, failures);
    while (!wrong.isEmpty() && System.nanoTime() - giveUp < 0) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
      wrong = Holdings.now().changeSince(before, failures);
    }
    if (!wrong.isEmpty()) {
      fail(wrong);
    }
  }

  /** {@return whether the test of {@code context} is watched} */
  static boolean watches(ExtensionContext context) {
    return context.getStore(PLACE).get(context.getUniqueId()) != null;
  }
}
