package org.ferryipc.receiverset.contract;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** All parts of the contract of sets, with channels over one transport. */
abstract class WholeSetContract {
  private final Fixture transport;

  WholeSetContract(Fixture transport) {
    this.transport = transport;
  }

  @Nested
  class Decoding extends DecodingContract {
    Decoding() {
      super(transport);
    }
  }

  @Nested
  class Ending extends EndingContract {
    Ending() {
      super(transport);
    }
  }

  @Nested
  class Removing extends RemovingContract {
    Removing() {
      super(transport);
    }
  }

  @Nested
  class Selecting extends SelectingContract {
    Selecting() {
      super(transport);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(transport);
    }
  }
}
