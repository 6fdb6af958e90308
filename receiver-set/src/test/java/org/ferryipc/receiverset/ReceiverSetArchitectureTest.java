package org.ferryipc.receiverset;

import org.ferryipc.architecture.AbstractPortableModuleTest;
class ReceiverSetArchitectureTest extends AbstractPortableModuleTest {}
