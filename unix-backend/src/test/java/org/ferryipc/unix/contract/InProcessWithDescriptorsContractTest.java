package org.ferryipc.unix.contract;

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
  @Nested
  class FailedSend extends FailedSendContract {
    FailedSend() {
      super(Fixture.IN_PROCESS_WITH_DESCRIPTORS);
    }
  }

  @Nested
  class Lease extends LeaseContract {
    Lease() {
      super(Fixture.IN_PROCESS_WITH_DESCRIPTORS);
    }
  }

  @Nested
  class Moving extends MovingContract {
    Moving() {
      super(Fixture.IN_PROCESS_WITH_DESCRIPTORS);
    }
  }

  @Nested
  class Deliveries extends DeliveryContract {
    Deliveries() {
      super(Fixture.IN_PROCESS_WITH_DESCRIPTORS);
    }
  }

  @Nested
  class Opaque extends OpaqueContract {
    Opaque() {
      super(Fixture.IN_PROCESS_WITH_DESCRIPTORS);
    }
  }

  @Nested
  class Memory extends MemoryContract {
    Memory() {
      super(Fixture.IN_PROCESS_WITH_DESCRIPTORS);
    }
  }
}
