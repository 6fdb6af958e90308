package org.ferryipc.unix.pickle;

import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.pickle.PickleContract;

class SocketPickleTest extends PickleContract {
  SocketPickleTest() {
    super(Fixture.SOCKETS);
  }
}
