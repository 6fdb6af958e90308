package org.ferryipc.unix.contract;

import org.ferryipc.core.contract.Fixture;

/** The contract, over sockets without lanes. */
class SocketContractTest extends WholeContract {
  SocketContractTest() {
    super(Fixture.SOCKETS);
  }
}
