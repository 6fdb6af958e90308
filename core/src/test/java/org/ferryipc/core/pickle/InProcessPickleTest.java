package org.ferryipc.core.pickle;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

class InProcessPickleTest {
  @Nested
  class Messages extends PickleContract {
    Messages() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Borrowing extends PickleBorrowingContract {
    Borrowing() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Refusal extends PickleRefusalContract {
    Refusal() {
      super(Fixture.IN_PROCESS);
    }
  }
}
