package org.ferryipc.rpc;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of calls, over sockets with lanes. */
class LanedRpcTest {
  @Nested
  class Calling extends CallingContract {
    Calling() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Handles extends HandlesContract {
    Handles() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class References extends ReferencesContract {
    References() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Failing extends FailingContract {
    Failing() {
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
  class Nesting extends NestingContract {
    Nesting() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Names extends NamesContract {
    Names() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Cutting extends CuttingContract {
    Cutting() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Hostile extends HostileContract {
    Hostile() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Misbehaving extends MisbehavingContract {
    Misbehaving() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class EveryHandle extends EveryHandleContract {
    EveryHandle() {
      super(Fixture.LANES);
    }
  }
}
