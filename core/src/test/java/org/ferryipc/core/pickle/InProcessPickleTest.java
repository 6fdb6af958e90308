package org.ferryipc.core.pickle;

import org.ferryipc.core.contract.Fixture;

class InProcessPickleTest extends PickleContract {
  InProcessPickleTest() {
    super(Fixture.IN_PROCESS);
  }
}
