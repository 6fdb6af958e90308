package org.ferryipc.unix.contract;

import org.ferryipc.core.contract.Fixture;

/** The contract, over sockets with a lane from the first message on. */
class LaneContractTest extends WholeContract {
  LaneContractTest() {
    super(Fixture.LANES);
  }
}
