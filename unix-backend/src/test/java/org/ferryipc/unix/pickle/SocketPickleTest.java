package org.ferryipc.unix.pickle;

import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.pickle.PickleBorrowingContract;
import org.ferryipc.core.pickle.PickleContract;
import org.ferryipc.core.pickle.PickleRefusalContract;
import org.junit.jupiter.api.Nested;

class SocketPickleTest {
  @Nested
  class Messages extends PickleContract {
    Messages() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Borrowing extends PickleBorrowingContract {
    Borrowing() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Refusal extends PickleRefusalContract {
    Refusal() {
      super(Fixture.SOCKETS);
    }
  }
}
