package org.ferryipc.receiverset.contract;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract of sets, with channels over sockets with lanes of the smallest ring, which is full after a few messages. */
class SmallLaneSetTest extends WholeSetContract {
  private static final String RING = "ferry.lanes.ring";

  SmallLaneSetTest() {
    super(Fixture.LANES);
  }

  @BeforeAll
  static void smallest() {
    System.setProperty(RING, "4096");
  }

  @AfterAll
  static void usual() {
    System.clearProperty(RING);
  }
}
