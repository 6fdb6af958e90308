package org.ferryipc.receiverset.select;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of choices, with channels over sockets without lanes. */
class SocketSelectTest {
  @Nested
  class Choosing extends ChoosingContract {
    Choosing() {
      super(Fixture.SOCKETS);
    }
  }
}
