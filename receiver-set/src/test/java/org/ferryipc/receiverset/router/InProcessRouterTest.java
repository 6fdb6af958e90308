package org.ferryipc.receiverset.router;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Reach;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of routers, with channels within the process. */
class InProcessRouterTest {
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
  class Handling extends HandlingContract {
    Handling() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Failing extends FailingContract {
    Failing() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Ending extends EndingRoutesContract {
    Ending() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Threads extends RouterThreadsContract {
    Threads() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Crowd extends RouterCrowdContract {
    Crowd() {
      super(IN_PROCESS);
    }
  }
}
