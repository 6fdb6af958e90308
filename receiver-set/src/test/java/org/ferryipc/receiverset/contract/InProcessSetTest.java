package org.ferryipc.receiverset.contract;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of sets, with channels within the process. */
class InProcessSetTest {
  @Nested
  class Decoding extends DecodingContract {
    Decoding() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Ending extends EndingContract {
    Ending() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Removing extends RemovingContract {
    Removing() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Selecting extends SelectingContract {
    Selecting() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(Fixture.IN_PROCESS);
    }
  }
}
