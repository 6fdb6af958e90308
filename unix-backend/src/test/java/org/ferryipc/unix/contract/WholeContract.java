package org.ferryipc.unix.contract;

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
import org.ferryipc.core.contract.MemoryContract;
import org.ferryipc.core.contract.MovingContract;
import org.ferryipc.core.contract.OpaqueContract;
import org.ferryipc.core.contract.OptionsContract;
import org.ferryipc.core.contract.OrderingContract;
import org.ferryipc.core.contract.ShapesContract;
import org.ferryipc.core.contract.SharingContract;
import org.ferryipc.core.contract.WaitingContract;
import org.ferryipc.core.contract.WakingContract;
import org.junit.jupiter.api.Nested;

/** All parts of the contract, over one transport. */
abstract class WholeContract {
  private final Fixture transport;

  WholeContract(Fixture transport) {
    this.transport = transport;
  }

  @Nested
  class FailedSend extends FailedSendContract {
    FailedSend() {
      super(transport);
    }
  }

  @Nested
  class Lease extends LeaseContract {
    Lease() {
      super(transport);
    }
  }

  @Nested
  class Moving extends MovingContract {
    Moving() {
      super(transport);
    }
  }

  @Nested
  class Closing extends ClosingContract {
    Closing() {
      super(transport);
    }
  }

  @Nested
  class BusyEnds extends BusyEndsContract {
    BusyEnds() {
      super(transport);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(transport);
    }
  }

  @Nested
  class Deliveries extends DeliveryContract {
    Deliveries() {
      super(transport);
    }
  }

  @Nested
  class Ordering extends OrderingContract {
    Ordering() {
      super(transport);
    }
  }

  @Nested
  class Waiting extends WaitingContract {
    Waiting() {
      super(transport);
    }
  }

  @Nested
  class Sharing extends SharingContract {
    Sharing() {
      super(transport);
    }
  }

  @Nested
  class Limits extends LimitsContract {
    Limits() {
      super(transport);
    }
  }

  @Nested
  class Opaque extends OpaqueContract {
    Opaque() {
      super(transport);
    }
  }

  @Nested
  class Bytes extends BytesContract {
    Bytes() {
      super(transport);
    }
  }

  @Nested
  class Duplex extends DuplexContract {
    Duplex() {
      super(transport);
    }
  }

  @Nested
  class Shapes extends ShapesContract {
    Shapes() {
      super(transport);
    }
  }

  @Nested
  class Memory extends MemoryContract {
    Memory() {
      super(transport);
    }
  }

  @Nested
  class Options extends OptionsContract {
    Options() {
      super(transport);
    }
  }

  @Nested
  class Loans extends LoanContract {
    Loans() {
      super(transport);
    }
  }

  @Nested
  class LoanEnds extends LoanEndsContract {
    LoanEnds() {
      super(transport);
    }
  }

  @Nested
  class LoanRegions extends LoanRegionsContract {
    LoanRegions() {
      super(transport);
    }
  }

  @Nested
  class DuplexLoans extends DuplexLoanContract {
    DuplexLoans() {
      super(transport);
    }
  }
}
