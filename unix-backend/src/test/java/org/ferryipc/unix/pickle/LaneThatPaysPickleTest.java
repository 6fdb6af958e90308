package org.ferryipc.unix.pickle;

import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.pickle.PickleBorrowingContract;
import org.ferryipc.core.pickle.PickleContract;
import org.ferryipc.core.pickle.PickleRefusalContract;
import org.junit.jupiter.api.Nested;

class LaneThatPaysPickleTest {
  @Nested
  class Messages extends PickleContract {
    Messages() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Borrowing extends PickleBorrowingContract {
    Borrowing() {
      super(Fixture.LANES_THAT_PAY);
    }
  }

  @Nested
  class Refusal extends PickleRefusalContract {
    Refusal() {
      super(Fixture.LANES_THAT_PAY);
    }
  }
}
