package org.ferryipc.core.doorway;

import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Reach;

/** The contract within one process. */
class InProcessDoorwayTest extends DoorwayContract {
  private static final AtomicInteger NAMES = new AtomicInteger();

  @Override
  protected DoorwayOptions options() {
    return DoorwayOptions.of(ChannelOptions.defaults().withReach(Reach.PROCESS));
  }

  @Override
  protected String freshName() {
    return "test-" + NAMES.incrementAndGet();
  }
}
