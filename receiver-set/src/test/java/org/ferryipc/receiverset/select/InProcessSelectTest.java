package org.ferryipc.receiverset.select;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Reach;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of choices, with channels within the process. */
class InProcessSelectTest {
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
  class Choosing extends ChoosingContract {
    Choosing() {
      super(IN_PROCESS);
    }
  }
}
