package org.ferryipc.rpc;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of calls, within the process. */
class InProcessRpcTest {
  @Nested
  class Calling extends CallingContract {
    Calling() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Handles extends HandlesContract {
    Handles() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class References extends ReferencesContract {
    References() {
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
  class Ending extends EndingContract {
    Ending() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Nesting extends NestingContract {
    Nesting() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Names extends NamesContract {
    Names() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Cutting extends CuttingContract {
    Cutting() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Hostile extends HostileContract {
    Hostile() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Misbehaving extends MisbehavingContract {
    Misbehaving() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class EveryHandle extends EveryHandleContract {
    EveryHandle() {
      super(Fixture.IN_PROCESS);
    }
  }
}
