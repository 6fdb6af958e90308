package org.ferryipc.rpc;

import org.ferryipc.core.contract.Fixture;

/** The contract of calls, within the process. */
class InProcessRpcTest extends RpcSuite {
  InProcessRpcTest() {
    super(Fixture.IN_PROCESS);
  }
}
