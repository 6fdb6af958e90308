package org.ferryipc.architecture;

import org.junit.jupiter.api.Test;

/** The rules of the house for a module that works over any transport. */
public abstract class AbstractPortableModuleTest extends AbstractArchitectureTest {

    @Test
    void knowsNoOperatingSystem() {
        HouseRules.KNOWS_NO_OPERATING_SYSTEM.check(classes());
    }
}
