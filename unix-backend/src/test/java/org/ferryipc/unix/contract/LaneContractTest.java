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

/** The contract, over sockets with a lane from the first message on. */
class LaneContractTest {
  @Nested
  class FailedSend extends FailedSendContract {
    FailedSend() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Lease extends LeaseContract {
    Lease() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Moving extends MovingContract {
    Moving() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Closing extends ClosingContract {
    Closing() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Deliveries extends DeliveryContract {
    Deliveries() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Ordering extends OrderingContract {
    Ordering() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    Waiting() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Sharing extends SharingContract {
    Sharing() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Limits extends LimitsContract {
    Limits() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Opaque extends OpaqueContract {
    Opaque() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Bytes extends BytesContract {
    Bytes() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Duplex extends DuplexContract {
    Duplex() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Shapes extends ShapesContract {
    Shapes() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Memory extends MemoryContract {
    Memory() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Options extends OptionsContract {
    Options() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Loans extends LoanContract {
    Loans() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class LoanEnds extends LoanEndsContract {
    LoanEnds() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class LoanRegions extends LoanRegionsContract {
    LoanRegions() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class DuplexLoans extends DuplexLoanContract {
    DuplexLoans() {
      super(Fixture.LANES);
    }
  }
}
