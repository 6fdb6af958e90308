package org.ferryipc.unix;

import org.ferryipc.architecture.AbstractArchitectureTest;
class UnixArchitectureTest extends AbstractArchitectureTest {}
