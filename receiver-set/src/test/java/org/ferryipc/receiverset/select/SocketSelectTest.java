package org.ferryipc.receiverset.select;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of choices, with channels over sockets without lanes. */
class SocketSelectTest {
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
  class Choosing extends ChoosingContract {
    Choosing() {
      super(SOCKETS);
    }
  }
}
