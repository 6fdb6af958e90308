package org.ferryipc.receiverset.async;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of adapters, with channels over sockets without lanes. */
class SocketAsyncTest {
  @Nested
  class Futures extends FuturesContract {
    Futures() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Publishing extends PublishingContract {
    Publishing() {
      super(Fixture.SOCKETS);
    }
  }
}
