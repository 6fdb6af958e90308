package org.ferryipc.receiverset.contract;

import org.ferryipc.core.contract.Fixture;

/** The contract of sets, with channels within the process. */
class InProcessSetTest extends WholeSetContract {
  InProcessSetTest() {
    super(Fixture.IN_PROCESS);
  }
}
