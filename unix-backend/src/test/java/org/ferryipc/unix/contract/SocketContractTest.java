package org.ferryipc.unix.contract;

import org.ferryipc.core.contract.FailedSendContract;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.LeaseContract;
import org.ferryipc.core.contract.LoanContract;
import org.ferryipc.core.contract.LoanEndsContract;
import org.ferryipc.core.contract.LoanRegionsContract;
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
import org.ferryipc.core.contract.DuplexLoanContract;
import org.ferryipc.core.contract.ShapesContract;
import org.ferryipc.core.contract.MemoryContract;
import org.junit.jupiter.api.Nested;

/** The contract, over sockets without lanes. */
class SocketContractTest {
  @Nested
  class FailedSend extends FailedSendContract {
    FailedSend() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Lease extends LeaseContract {
    Lease() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Moving extends MovingContract {
    Moving() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Closing extends ClosingContract {
    Closing() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Deliveries extends DeliveryContract {
    Deliveries() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Ordering extends OrderingContract {
    Ordering() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    Waiting() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Sharing extends SharingContract {
    Sharing() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Limits extends LimitsContract {
    Limits() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Opaque extends OpaqueContract {
    Opaque() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Bytes extends BytesContract {
    Bytes() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Duplex extends DuplexContract {
    Duplex() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Shapes extends ShapesContract {
    Shapes() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Memory extends MemoryContract {
    Memory() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Options extends OptionsContract {
    Options() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Loans extends LoanContract {
    Loans() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class LoanEnds extends LoanEndsContract {
    LoanEnds() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class LoanRegions extends LoanRegionsContract {
    LoanRegions() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class DuplexLoans extends DuplexLoanContract {
    DuplexLoans() {
      super(Fixture.SOCKETS);
    }
  }
}
