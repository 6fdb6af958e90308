package org.ferryipc.rpc;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of calls, over sockets without lanes. */
class SocketRpcTest {
  @Nested
  class Calling extends CallingContract {
    Calling() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Handles extends HandlesContract {
    Handles() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class References extends ReferencesContract {
    References() {
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
  class Ending extends EndingContract {
    Ending() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Nesting extends NestingContract {
    Nesting() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Names extends NamesContract {
    Names() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Cutting extends CuttingContract {
    Cutting() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Hostile extends HostileContract {
    Hostile() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Misbehaving extends MisbehavingContract {
    Misbehaving() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class EveryHandle extends EveryHandleContract {
    EveryHandle() {
      super(Fixture.SOCKETS);
    }
  }
}
