package org.ferryipc.receiverset.async;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Reach;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of adapters, with channels within the process. */
class InProcessAsyncTest {
  private static final Fixture IN_PROCESS =
      new Fixture() {
        @Override
        public ChannelOptions options() {
          return ChannelOptions.defaults().withReach(Reach.PROCESS);
        }

        @Override
        public boolean descriptors() {
          return false;
        }
      };

  @Nested
  class Futures extends FuturesContract {
    Futures() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Publishing extends PublishingContract {
    Publishing() {
      super(IN_PROCESS);
    }
  }
}
