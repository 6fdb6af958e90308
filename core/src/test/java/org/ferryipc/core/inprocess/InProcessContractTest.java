package org.ferryipc.core.inprocess;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Reach;
import org.ferryipc.core.contract.BytesContract;
import org.ferryipc.core.contract.ClosingContract;
import org.ferryipc.core.contract.DeliveryContract;
import org.ferryipc.core.contract.DuplexContract;
import org.ferryipc.core.contract.FailedSendContract;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.LeaseContract;
import org.ferryipc.core.contract.LimitsContract;
import org.ferryipc.core.contract.MovingContract;
import org.ferryipc.core.contract.OpaqueContract;
import org.ferryipc.core.contract.OptionsContract;
import org.ferryipc.core.contract.OrderingContract;
import org.ferryipc.core.contract.ShapesContract;
import org.ferryipc.core.contract.SharingContract;
import org.ferryipc.core.contract.WaitingContract;
import org.ferryipc.core.contract.WakingContract;
import org.junit.jupiter.api.Nested;

/** The contract, within the process. */
class InProcessContractTest {
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
  class Closing extends ClosingContract {
    Closing() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
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
  class Ordering extends OrderingContract {
    Ordering() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    Waiting() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Sharing extends SharingContract {
    Sharing() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Limits extends LimitsContract {
    Limits() {
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
  class Bytes extends BytesContract {
    Bytes() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Duplex extends DuplexContract {
    Duplex() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Shapes extends ShapesContract {
    Shapes() {
      super(IN_PROCESS);
    }
  }

  @Nested
  class Options extends OptionsContract {
    Options() {
      super(IN_PROCESS);
    }
  }
}
