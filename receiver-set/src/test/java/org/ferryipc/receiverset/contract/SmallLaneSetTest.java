package org.ferryipc.receiverset.contract;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The contract of sets, with channels over sockets with lanes of the smallest ring, which is full after a few messages. */
class SmallLaneSetTest {
  private static final String RING = "ferry.lanes.ring";

  @BeforeAll
  static void smallest() {
    System.setProperty(RING, "4096");
  }

  @AfterAll
  static void usual() {
    System.clearProperty(RING);
  }

  @Nested
  class Decoding extends DecodingContract {
    Decoding() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Ending extends EndingContract {
    Ending() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Removing extends RemovingContract {
    Removing() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Selecting extends SelectingContract {
    Selecting() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Waking extends WakingContract {
    Waking() {
      super(Fixture.LANES);
    }
  }
}
