package org.ferryipc.benches.sets;

import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.typed.Empty;
import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.receiverset.ReceiverSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What does it cost to make a set of receivers whose senders were closed, and to see them go? */
@State(Scope.Thread)
public class ClosedMembers {
  /** How many. */
  @Param("1")
  public int count = 1;

  /** Makes a set and closes it. */
  @Benchmark
  public int createAndDestroy() throws IpcException {
    try (ReceiverSet set = new ReceiverSet()) {
      fill(set);
      return set.size();
    }
  }

  /** Makes a set, and selects until it has told the end of each channel. */
  @Benchmark
  public int addAndRemove() throws IpcException, InterruptedException {
    try (ReceiverSet set = new ReceiverSet()) {
      fill(set);
      int told = 0;
      while (set.size() > 0) {
        told += set.select().size();
      }
      return told;
    }
  }

  private void fill(ReceiverSet set) throws IpcException {
    for (int i = 0; i < count; i++) {
      IpcChannel<Empty> channel = Ferry.channel(Ends.EMPTY, Lanes.SOCKET);
      channel.sender().close();
      set.add(channel.receiver());
    }
  }
}
