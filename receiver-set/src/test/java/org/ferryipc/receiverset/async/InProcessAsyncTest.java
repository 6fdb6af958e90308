package org.ferryipc.receiverset.async;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of adapters, with channels within the process. */
class InProcessAsyncTest {
  @Nested
  class Futures extends FuturesContract {
    Futures() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Publishing extends PublishingContract {
    Publishing() {
      super(Fixture.IN_PROCESS);
    }
  }
}
