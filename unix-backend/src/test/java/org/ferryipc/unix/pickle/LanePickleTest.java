package org.ferryipc.unix.pickle;

import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.pickle.PickleContract;

class LanePickleTest extends PickleContract {
  LanePickleTest() {
    super(Fixture.LANES);
  }
}
