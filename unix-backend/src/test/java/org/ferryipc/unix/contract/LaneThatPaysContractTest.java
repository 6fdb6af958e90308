package org.ferryipc.unix.contract;

import org.ferryipc.core.contract.Fixture;

/** The contract, over sockets with a lane where it pays. */
class LaneThatPaysContractTest extends WholeContract {
  LaneThatPaysContractTest() {
    super(Fixture.LANES_THAT_PAY);
  }
}
