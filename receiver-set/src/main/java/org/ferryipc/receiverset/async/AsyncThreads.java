package org.ferryipc.receiverset.async;

import java.util.concurrent.Executor;

/** Where messages are decoded and handed out, unless the program says otherwise. */
final class AsyncThreads {
  static final Executor VIRTUAL =
      task -> {
        Thread unused = Thread.ofVirtual().name("ferry-async").start(task);
      };

  private AsyncThreads() {}
}
