package org.ferryipc.rpc;

import org.ferryipc.core.contract.Fixture;

/** The contract of calls, over sockets without lanes. */
class SocketRpcTest extends RpcSuite {
  SocketRpcTest() {
    super(Fixture.SOCKETS);
  }
}
