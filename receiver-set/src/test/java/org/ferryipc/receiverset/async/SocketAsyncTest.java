package org.ferryipc.receiverset.async;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of adapters, with channels over sockets without lanes. */
class SocketAsyncTest {
  private static final Fixture SOCKETS =
      new Fixture() {
        @Override
        public ChannelOptions options() {
          return ChannelOptions.defaults().withLanes(LanePolicy.NEVER);
        }

        @Override
        public boolean descriptors() {
          return true;
        }
      };

  @Nested
  class Futures extends FuturesContract {
    Futures() {
      super(SOCKETS);
    }
  }

  @Nested
  class Publishing extends PublishingContract {
    Publishing() {
      super(SOCKETS);
    }
  }
}
