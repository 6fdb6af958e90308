package org.ferryipc.benches.crossing;

import java.io.IOException;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** How long does a record take to another process and back, encoded and decoded twice? */
@State(Scope.Thread)
public class TypedPingPong {
  /** Whether it goes by a lane. */
  @Param({"off", "on"})
  public String lanes = "off";

  @SuppressWarnings("NullAway.Init") // by open
  private IpcProcess<Quote, Quote> child;

  @SuppressWarnings("NullAway.Init") // by open
  private Duplex<Quote, Quote> line;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    MessageType<Quote> type = MessageType.of(Quote.class);
    child =
        IpcProcess.java(QuotePartner.class, lanes, Where.TWO_CORES.toString(), "1")
            .options(DoorwayOptions.of(Lanes.of(lanes)))
            .start(type, type);
    line = child.accept();
    Where.TWO_CORES.here();
  }

  /** Sends and waits for the echo. */
  @Benchmark
  public Quote roundTrip() throws IpcException, InterruptedException {
    line.send(Quote.SOME);
    return line.receive();
  }

  /** Ends the other process. */
  @TearDown
  public void close() {
    child.close();
  }
}
