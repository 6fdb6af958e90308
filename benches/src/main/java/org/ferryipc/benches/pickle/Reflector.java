package org.ferryipc.benches.pickle;

import java.util.concurrent.CompletableFuture;

/** What is called. Public because proxies implement it. */
public interface Reflector {
  /** {@return the same ping} */
  Ping reflect(Ping ping);

  /** {@return the same ping, later} */
  CompletableFuture<Ping> reflectLater(Ping ping);
}
