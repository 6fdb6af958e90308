package org.ferryipc.rpc;

import org.ferryipc.api.AbstractApiTest;

class RpcApiTest extends AbstractApiTest {}
