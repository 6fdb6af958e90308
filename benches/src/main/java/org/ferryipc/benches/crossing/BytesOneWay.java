package org.ferryipc.benches.crossing;

import java.io.IOException;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** How many messages a second go to another process, which says only now and then that it has them? */
@State(Scope.Thread)
public class BytesOneWay {
  /** So many messages of 64 bytes are some times what the largest ring holds. */
  public static final int MANY = 50_000;

  /** The same for larger ones. */
  public static final int SOME = 500;

  /** The message's length. */
  @Param({"64", "65536"})
  public int bytes = 64;

  /** Whether it goes by a lane. */
  @Param({"off", "on"})
  public String lanes = "off";

  @SuppressWarnings("NullAway.Init") // by open
  private BytesLine line;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    line = BytesLine.start(lanes, Where.TWO_CORES, bytes, bytes <= 64 ? MANY : SOME);
  }

  /** Sends many, and waits until all are there. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public int many() throws IpcException, InterruptedException {
    return send(MANY);
  }

  /** Sends fewer, and waits until all are there. */
  @Benchmark
  @OperationsPerInvocation(SOME)
  public int some() throws IpcException, InterruptedException {
    return send(SOME);
  }

  private int send(int count) throws IpcException, InterruptedException {
    for (int i = 0; i < count; i++) {
      line.send();
    }
    return line.receive();
  }

  /** Ends the other process. */
  @TearDown
  public void close() {
    line.close();
  }
}
