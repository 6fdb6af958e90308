package org.ferryipc.receiverset.contract;

import org.ferryipc.core.contract.Fixture;

/** The contract of sets, with channels over sockets without lanes. */
class SocketSetTest extends WholeSetContract {
  SocketSetTest() {
    super(Fixture.SOCKETS);
  }
}
