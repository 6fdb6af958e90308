package org.ferryipc.receiverset.contract;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of sets, with channels over sockets with a lane from the first message on. */
class LaneSetTest {
  @Nested
  class Decoding extends DecodingContract {
    Decoding() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Ending extends EndingContract {
    Ending() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Removing extends RemovingContract {
    Removing() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Selecting extends SelectingContract {
    Selecting() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(Fixture.LANES);
    }
  }
}
