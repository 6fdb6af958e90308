package org.ferryipc.rpc;

import org.ferryipc.architecture.AbstractPortableModuleTest;

class RpcArchitectureTest extends AbstractPortableModuleTest {}
