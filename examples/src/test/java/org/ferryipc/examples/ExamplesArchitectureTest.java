package org.ferryipc.examples;

import org.ferryipc.architecture.AbstractArchitectureTest;
class ExamplesArchitectureTest extends AbstractArchitectureTest {}
