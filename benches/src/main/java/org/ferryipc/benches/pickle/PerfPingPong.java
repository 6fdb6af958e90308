package org.ferryipc.benches.pickle;

import java.io.IOException;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a round trip of a string cost, if both sides copy it out of its message, and if they read it there? */
@State(Scope.Thread)
public class PerfPingPong {
  /** Who takes part: as in the names of the suite. */
  @Param({"Channel", "ChannelProxy", "SingleProcess"})
  public String label = "Channel";

  /** The payload's length. */
  @Param({"12", "144", "1728", "20736", "248832"})
  public int bytes = 12;

  /** How it is read, by both sides. */
  @Param({"copy", "borrow", "smile"})
  public String read = "copy";

  /** Whether the channels have lanes. */
  @Param({"off", "on"})
  public String lanes = "off";

  /** Where both sides run. */
  @Param({"one-core", "two-cores"})
  public String placement = "one-core";

  private String payload = "";

  @SuppressWarnings("NullAway.Init") // by open
  private Sides sides;

  /** Starts the other side. */
  @Setup
  public void open() throws IOException, InterruptedException {
    payload = "a".repeat(bytes);
    sides =
        Sides.open(
            new Setting(Way.of(read), lanes, Where.of(placement), label.equals("ChannelProxy")),
            label.equals("SingleProcess"));
  }

  /** Sends a ping and reads its reflection. */
  @Benchmark
  public int roundTrip() throws IpcException, InterruptedException {
    return sides.roundTrip(payload).id();
  }

  /** Ends both sides. */
  @TearDown
  public void close() throws InterruptedException {
    sides.close();
  }
}
