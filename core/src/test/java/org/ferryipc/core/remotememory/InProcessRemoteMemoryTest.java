package org.ferryipc.core.remotememory;

import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Nested;

/** Remote memory, within the process. */
class InProcessRemoteMemoryTest {
  @Nested
  class Reading extends ReadingContract {
    Reading() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class Caching extends CachingContract {
    Caching() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class HostileServer extends HostileServerContract {
    HostileServer() {
      super(Fixture.IN_PROCESS);
    }
  }

  @Nested
  class HostileReader extends HostileReaderContract {
    HostileReader() {
      super(Fixture.IN_PROCESS);
    }
  }
}
