package org.ferryipc.rpc;

import org.ferryipc.core.contract.Fixture;

/** The contract of calls, over sockets with lanes. */
class LanedRpcTest extends RpcSuite {
  LanedRpcTest() {
    super(Fixture.LANES);
  }
}
