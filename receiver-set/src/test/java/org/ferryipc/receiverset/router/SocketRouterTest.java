package org.ferryipc.receiverset.router;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of routers, with channels over sockets without lanes. */
class SocketRouterTest {
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
  class Handling extends HandlingContract {
    Handling() {
      super(SOCKETS);
    }
  }

  @Nested
  class Failing extends FailingContract {
    Failing() {
      super(SOCKETS);
    }
  }

  @Nested
  class Ending extends EndingRoutesContract {
    Ending() {
      super(SOCKETS);
    }
  }

  @Nested
  class Threads extends RouterThreadsContract {
    Threads() {
      super(SOCKETS);
    }
  }

  @Nested
  class Crowd extends RouterCrowdContract {
    Crowd() {
      super(SOCKETS);
    }
  }
}
