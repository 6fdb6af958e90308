package org.ferryipc.benches;

import org.ferryipc.architecture.AbstractArchitectureTest;
class BenchesArchitectureTest extends AbstractArchitectureTest {}
