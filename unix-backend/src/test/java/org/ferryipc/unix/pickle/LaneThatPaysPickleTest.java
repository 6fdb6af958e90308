package org.ferryipc.unix.pickle;

import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.pickle.PickleContract;

class LaneThatPaysPickleTest extends PickleContract {
  LaneThatPaysPickleTest() {
    super(Fixture.LANES_THAT_PAY);
  }
}
