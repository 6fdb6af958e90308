package org.ferryipc.peers;

import org.ferryipc.architecture.AbstractArchitectureTest;

class PeersArchitectureTest extends AbstractArchitectureTest {}
