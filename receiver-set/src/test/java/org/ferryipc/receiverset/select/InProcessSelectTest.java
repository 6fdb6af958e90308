package org.ferryipc.receiverset.select;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** The contract of choices, with channels within the process. */
class InProcessSelectTest {
  @Nested
  class Choosing extends ChoosingContract {
    Choosing() {
      super(Fixture.IN_PROCESS);
    }
  }
}
