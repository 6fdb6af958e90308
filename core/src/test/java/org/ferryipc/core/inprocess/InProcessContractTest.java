package org.ferryipc.core.inprocess;

import org.ferryipc.core.contract.BusyEndsContract;
import org.ferryipc.core.contract.BytesContract;
import org.ferryipc.core.contract.ClosingContract;
import org.ferryipc.core.contract.DeliveryContract;
import org.ferryipc.core.contract.DuplexContract;
import org.ferryipc.core.contract.DuplexLoanContract;
import org.ferryipc.core.contract.FailedSendContract;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.LeaseContract;
import org.ferryipc.core.contract.LimitsContract;
import org.ferryipc.core.contract.LoanContract;
import org.ferryipc.core.contract.LoanEndsContract;
import org.ferryipc.core.contract.LoanRegionsContract;
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
  @Nested
  class FailedSend extends FailedSendContract {
    FailedSend() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Lease extends LeaseContract {
    Lease() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Moving extends MovingContract {
    Moving() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Closing extends ClosingContract {
    Closing() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class BusyEnds extends BusyEndsContract {
    BusyEnds() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Deliveries extends DeliveryContract {
    Deliveries() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Ordering extends OrderingContract {
    Ordering() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    Waiting() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Sharing extends SharingContract {
    Sharing() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Limits extends LimitsContract {
    Limits() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Opaque extends OpaqueContract {
    Opaque() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Bytes extends BytesContract {
    Bytes() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Duplex extends DuplexContract {
    Duplex() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Shapes extends ShapesContract {
    Shapes() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Options extends OptionsContract {
    Options() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Loans extends LoanContract {
    Loans() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class LoanEnds extends LoanEndsContract {
    LoanEnds() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class LoanRegions extends LoanRegionsContract {
    LoanRegions() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class DuplexLoans extends DuplexLoanContract {
    DuplexLoans() {
      super(Fixture.IN_PROCESS);
    }
  }
}
