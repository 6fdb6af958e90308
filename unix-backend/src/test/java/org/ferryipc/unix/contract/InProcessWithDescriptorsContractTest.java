package org.ferryipc.unix.contract;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Reach;
import org.ferryipc.core.contract.DeliveryContract;
import org.ferryipc.core.contract.FailedSendContract;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.LeaseContract;
import org.ferryipc.core.contract.MemoryContract;
import org.ferryipc.core.contract.MovingContract;
import org.ferryipc.core.contract.OpaqueContract;
import org.junit.jupiter.api.Nested;

/** The contract of what moves, within the process, with files and memory of this system in the messages. */
class InProcessWithDescriptorsContractTest {
  private static final Fixture IN_PROCESS =
      new Fixture() {
        @Override
        public ChannelOptions options() {
          return ChannelOptions.defaults().withReach(Reach.PROCESS);
        }

        @Override
        public boolean descriptors() {
          return true;
        }
      };

  @Nested
  class FailedSend extends FailedSendContract {
    FailedSend() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Lease extends LeaseContract {
    Lease() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Moving extends MovingContract {
    Moving() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Deliveries extends DeliveryContract {
    Deliveries() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Opaque extends OpaqueContract {
    Opaque() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Memory extends MemoryContract {
    Memory() {
      super(IN_PROCESS);
    }
  }
}
