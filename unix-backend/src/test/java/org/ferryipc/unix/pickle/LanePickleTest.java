package org.ferryipc.unix.pickle;

import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.pickle.PickleBorrowingContract;
import org.ferryipc.core.pickle.PickleContract;
import org.ferryipc.core.pickle.PickleRefusalContract;
import org.junit.jupiter.api.Nested;

class LanePickleTest {
  @Nested
  class Messages extends PickleContract {
    Messages() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Borrowing extends PickleBorrowingContract {
    Borrowing() {
      super(Fixture.LANES);
    }
  }

  @Nested
  class Refusal extends PickleRefusalContract {
    Refusal() {
      super(Fixture.LANES);
    }
  }
}
