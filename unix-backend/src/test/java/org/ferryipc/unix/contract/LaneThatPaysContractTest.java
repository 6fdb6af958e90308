package org.ferryipc.unix.contract;

import org.ferryipc.core.contract.FailedSendContract;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.LeaseContract;
import org.ferryipc.core.contract.MovingContract;
import org.ferryipc.core.contract.ClosingContract;
import org.ferryipc.core.contract.WakingContract;
import org.ferryipc.core.contract.DeliveryContract;
import org.ferryipc.core.contract.OrderingContract;
import org.ferryipc.core.contract.WaitingContract;
import org.ferryipc.core.contract.SharingContract;
import org.ferryipc.core.contract.LimitsContract;
import org.ferryipc.core.contract.OpaqueContract;
import org.ferryipc.core.contract.OptionsContract;
import org.ferryipc.core.contract.BytesContract;
import org.ferryipc.core.contract.DuplexContract;
import org.ferryipc.core.contract.ShapesContract;
import org.ferryipc.core.contract.MemoryContract;
import org.junit.jupiter.api.Nested;

/** The contract, over sockets with a lane where it pays. */
class LaneThatPaysContractTest {
  @Nested
  class FailedSend extends FailedSendContract {
    FailedSend() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Lease extends LeaseContract {
    Lease() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Moving extends MovingContract {
    Moving() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Closing extends ClosingContract {
    Closing() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Deliveries extends DeliveryContract {
    Deliveries() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Ordering extends OrderingContract {
    Ordering() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    Waiting() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Sharing extends SharingContract {
    Sharing() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Limits extends LimitsContract {
    Limits() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Opaque extends OpaqueContract {
    Opaque() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Bytes extends BytesContract {
    Bytes() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Duplex extends DuplexContract {
    Duplex() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Shapes extends ShapesContract {
    Shapes() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Memory extends MemoryContract {
    Memory() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Options extends OptionsContract {
    Options() {
      super(Fixture.LANES_THAT_PAY);
    }
  }
}
