package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.Callable;
import org.ferryipc.core.failure.StaleViewException;

/**
 * What holds of views with and without {@code -Dferry.borrow=copy}, under which this package's tests run a second time.
 */
public final class Views {
  private Views() {}

  /**
   * After the end of a message: a view throws, and a copy shows what was sent.
   *
   * @param use of something borrowed
   */
  public static <V> void assertOver(Callable<V> use, V sent) {
    if (Borrowing.COPIES) {
      try {
        assertThat(use.call()).isEqualTo(sent);
      } catch (Exception e) {
        throw new AssertionError("a copy was stale", e);
      }
    } else {
      assertStale(use);
    }
  }

  /** Of what throws in either case. */
  public static void assertStale(Callable<?> use) {
    assertThatExceptionOfType(StaleViewException.class).isThrownBy(use::call).withMessageContaining("stale");
  }

  /** {@return whether this process borrows} */
  public static boolean borrowed() {
    return !Borrowing.COPIES;
  }
}
