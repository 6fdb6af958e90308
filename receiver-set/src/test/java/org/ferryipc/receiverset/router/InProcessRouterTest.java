package org.ferryipc.receiverset.router;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of routers, with channels within the process. */
class InProcessRouterTest {
  @Nested
  class Handling extends HandlingContract {
    Handling() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Failing extends FailingContract {
    Failing() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Ending extends EndingRoutesContract {
    Ending() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Threads extends RouterThreadsContract {
    Threads() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Crowd extends RouterCrowdContract {
    Crowd() {
      super(Fixture.IN_PROCESS);
    }
  }
}
