package org.ferryipc.receiverset.contract;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of sets, with channels over sockets without lanes. */
class SocketSetTest {
  @Nested
  class Decoding extends DecodingContract {
    Decoding() {
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
  class Removing extends RemovingContract {
    Removing() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Selecting extends SelectingContract {
    Selecting() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(Fixture.SOCKETS);
    }
  }
}
