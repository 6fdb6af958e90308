package org.ferryipc.unix.remotememory;

import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.remotememory.CachingContract;
import org.ferryipc.core.remotememory.HostileReaderContract;
import org.ferryipc.core.remotememory.HostileServerContract;
import org.ferryipc.core.remotememory.ReadingContract;
import org.junit.jupiter.api.Nested;

/** Remote memory, over sockets without lanes. */
class SocketRemoteMemoryTest {
  @Nested
  class Reading extends ReadingContract {
    Reading() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class Caching extends CachingContract {
    Caching() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class HostileServer extends HostileServerContract {
    HostileServer() {
      super(Fixture.SOCKETS);
    }
  }

  @Nested
  class HostileReader extends HostileReaderContract {
    HostileReader() {
      super(Fixture.SOCKETS);
    }
  }
}
