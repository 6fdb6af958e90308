package org.ferryipc.receiverset.router;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of routers, with channels over sockets without lanes. */
class SocketRouterTest {
  @Nested
  class Handling extends HandlingContract {
    Handling() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Failing extends FailingContract {
    Failing() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Ending extends EndingRoutesContract {
    Ending() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Threads extends RouterThreadsContract {
    Threads() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Crowd extends RouterCrowdContract {
    Crowd() {
      super(Fixture.SOCKETS);
    }
  }
}
