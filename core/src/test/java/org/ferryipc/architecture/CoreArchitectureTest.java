package org.ferryipc.architecture;

class CoreArchitectureTest extends AbstractPortableModuleTest {}
