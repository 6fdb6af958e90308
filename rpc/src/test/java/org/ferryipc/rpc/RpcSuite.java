package org.ferryipc.rpc;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of calls, whatever they travel on. */
abstract class RpcSuite {
  final Fixture transport;

  RpcSuite(Fixture transport) {
    this.transport = transport;
  }

  @Nested
  class Calling extends CallingContract {
    Calling() {
      super(transport);
    }
  }

  @Nested
  class BriefCalls extends BriefCallsContract {
    BriefCalls() {
      super(transport);
    }
  }

  @Nested
  class Handles extends HandlesContract {
    Handles() {
      super(transport);
    }
  }

  @Nested
  class EveryHandle extends EveryHandleContract {
    EveryHandle() {
      super(transport);
    }
  }

  @Nested
  class References extends ReferencesContract {
    References() {
      super(transport);
    }
  }

  @Nested
  class LettingGo extends LettingGoContract {
    LettingGo() {
      super(transport);
    }
  }

  @Nested
  class Failing extends FailingContract {
    Failing() {
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
  class Limits extends LimitsContract {
    Limits() {
      super(transport);
    }
  }

  @Nested
  class Nesting extends NestingContract {
    Nesting() {
      super(transport);
    }
  }

  @Nested
  class Names extends NamesContract {
    Names() {
      super(transport);
    }
  }

  @Nested
  class Cutting extends CuttingContract {
    Cutting() {
      super(transport);
    }
  }

  @Nested
  class HostileClient extends HostileClientContract {
    HostileClient() {
      super(transport);
    }
  }

  @Nested
  class HostileServer extends HostileServerContract {
    HostileServer() {
      super(transport);
    }
  }

  @Nested
  class Misbehaving extends MisbehavingContract {
    Misbehaving() {
      super(transport);
    }
  }

  @Nested
  class Generics extends GenericsContract {
    Generics() {
      super(transport);
    }
  }
}
