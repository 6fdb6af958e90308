package org.ferryipc.receiverset.contract;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Reach;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of sets, with channels within the process. */
class InProcessSetTest {
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
  class Decoding extends DecodingContract {
    Decoding() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Ending extends EndingContract {
    Ending() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Removing extends RemovingContract {
    Removing() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Selecting extends SelectingContract {
    Selecting() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(IN_PROCESS);
    }
  }
}
