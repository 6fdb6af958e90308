package org.ferryipc.receiverset.contract;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of sets, with channels over sockets with a lane where it pays. */
class LaneThatPaysSetTest {
  @Nested
  class Decoding extends DecodingContract {
    Decoding() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Ending extends EndingContract {
    Ending() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Removing extends RemovingContract {
    Removing() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Selecting extends SelectingContract {
    Selecting() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(Fixture.LANES_THAT_PAY);
    }
  }
}
