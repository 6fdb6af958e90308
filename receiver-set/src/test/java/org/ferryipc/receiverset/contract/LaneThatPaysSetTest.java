package org.ferryipc.receiverset.contract;

import org.ferryipc.core.contract.Fixture;

/** The contract of sets, with channels over sockets with a lane where it pays. */
class LaneThatPaysSetTest extends WholeSetContract {
  LaneThatPaysSetTest() {
    super(Fixture.LANES_THAT_PAY);
  }
}
