package org.ferryipc.core.contract;

/** What a getter of a test's message does when this thread encodes it. */
final class InGetter {
  private static final ThreadLocal<Runnable> TASK = ThreadLocal.withInitial(() -> () -> {});

  private InGetter() {}

  /** A piece of a test, which may throw anything. */
  @FunctionalInterface
  interface Piece {
    void run() throws Throwable;
  }

  /** Runs {@code sends}, during which each message that is encoded by this thread runs {@code task} once. */
  static void during(Piece task, Piece sends) throws Throwable {
    TASK.set(() -> once(task));
    try {
      sends.run();
    } finally {
      TASK.remove();
    }
  }

  static void run() {
    TASK.get().run();
  }

  // A task that encodes a message itself must not find itself there.
  private static void once(Piece task) {
    TASK.remove();
    try {
      task.run();
    } catch (Throwable thrown) {
      InGetter.<RuntimeException>sneak(thrown);
    }
  }

  @SuppressWarnings("unchecked") // the compiler alone believes in X
  private static <X extends Throwable> void sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }
}
