package org.ferryipc.unix.contract;

import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.encode.EncodeChannelContract;
import org.junit.jupiter.api.Nested;

/** Encode as the codec of channels between processes. */
class EncodeContractTest {
  @Nested
  class Sockets extends EncodeChannelContract {
    Sockets() {
      super(Fixture.SOCKETS.options());
    }
  }

  @Nested
  class Lanes extends EncodeChannelContract {
    Lanes() {
      super(Fixture.LANES.options());
    }
  }
}
