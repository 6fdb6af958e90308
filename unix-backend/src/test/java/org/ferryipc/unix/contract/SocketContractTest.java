package org.ferryipc.unix.contract;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;
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

/** The contract, over sockets without lanes. */
class SocketContractTest {
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
  class FailedSend extends FailedSendContract {
    FailedSend() {
      super(SOCKETS);
    }
  }

  @Nested
  class Lease extends LeaseContract {
    Lease() {
      super(SOCKETS);
    }
  }

  @Nested
  class Moving extends MovingContract {
    Moving() {
      super(SOCKETS);
    }
  }

  @Nested
  class Closing extends ClosingContract {
    Closing() {
      super(SOCKETS);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(SOCKETS);
    }
  }

  @Nested
  class Deliveries extends DeliveryContract {
    Deliveries() {
      super(SOCKETS);
    }
  }

  @Nested
  class Ordering extends OrderingContract {
    Ordering() {
      super(SOCKETS);
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    Waiting() {
      super(SOCKETS);
    }
  }

  @Nested
  class Sharing extends SharingContract {
    Sharing() {
      super(SOCKETS);
    }
  }

  @Nested
  class Limits extends LimitsContract {
    Limits() {
      super(SOCKETS);
    }
  }

  @Nested
  class Opaque extends OpaqueContract {
    Opaque() {
      super(SOCKETS);
    }
  }

  @Nested
  class Bytes extends BytesContract {
    Bytes() {
      super(SOCKETS);
    }
  }

  @Nested
  class Duplex extends DuplexContract {
    Duplex() {
      super(SOCKETS);
    }
  }

  @Nested
  class Shapes extends ShapesContract {
    Shapes() {
      super(SOCKETS);
    }
  }

  @Nested
  class Memory extends MemoryContract {
    Memory() {
      super(SOCKETS);
    }
  }

  @Nested
  class Options extends OptionsContract {
    Options() {
      super(SOCKETS);
    }
  }
}
