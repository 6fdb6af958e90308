package org.ferryipc.receiverset.contract;

import org.ferryipc.core.contract.Fixture;

/** The contract of sets, with channels over sockets with a lane from the first message on. */
class LaneSetTest extends WholeSetContract {
  LaneSetTest() {
    super(Fixture.LANES);
  }
}
