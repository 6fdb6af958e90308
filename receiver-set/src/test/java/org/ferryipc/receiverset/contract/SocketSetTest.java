package org.ferryipc.receiverset.contract;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of sets, with channels over sockets without lanes. */
class SocketSetTest {
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
  class Decoding extends DecodingContract {
    Decoding() {
      super(SOCKETS);
    }
  }

  @Nested
  class Ending extends EndingContract {
    Ending() {
      super(SOCKETS);
    }
  }

  @Nested
  class Removing extends RemovingContract {
    Removing() {
      super(SOCKETS);
    }
  }

  @Nested
  class Selecting extends SelectingContract {
    Selecting() {
      super(SOCKETS);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(SOCKETS);
    }
  }
}
