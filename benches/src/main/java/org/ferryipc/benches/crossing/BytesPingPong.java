package org.ferryipc.benches.crossing;

import java.io.IOException;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** How long does a message take to another process and back? */
@State(Scope.Thread)
public class BytesPingPong {
  /** The message's length. */
  @Param({"12", "144", "1728", "20736", "248832"})
  public int bytes = 12;

  /** Whether it goes by a lane. */
  @Param({"off", "on", "auto"})
  public String lanes = "off";

  /** Where both run. */
  @Param({"two-cores", "one-core", "busy-cores"})
  public String placement = "two-cores";

  private @Nullable Hogs hogs;

  @SuppressWarnings("NullAway.Init") // by open
  private BytesLine line;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    Where where = Where.of(placement);
    line = BytesLine.start(lanes, where, bytes, 1);
    hogs = where == Where.BUSY_CORES ? Hogs.start() : null;
  }

  /** Keeps the machine busy, if it is to be. */
  @Setup(Level.Iteration)
  public void begin() throws IpcException, InterruptedException {
    if (hogs != null) {
      hogs.begin();
    }
  }

  /** Sends and waits for the echo. */
  @Benchmark
  public int roundTrip() throws IpcException, InterruptedException {
    line.send();
    return line.receive();
  }

  /** Lets go of the machine. */
  @TearDown(Level.Iteration)
  public void pause() throws IpcException, InterruptedException {
    if (hogs != null) {
      hogs.pause();
    }
  }

  /** Ends the other process. */
  @TearDown
  public void close() {
    line.close();
    if (hogs != null) {
      hogs.close();
      hogs = null;
    }
  }
}
