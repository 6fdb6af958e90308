package org.ferryipc.benches.floor;

import java.io.IOException;
import java.lang.foreign.Arena;
import org.ferryipc.benches.crossing.BytesOneWay;
import org.ferryipc.benches.crossing.TypedOneWay;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** How many messages a second go to another process by bare {@code send} and {@code recv}? */
@State(Scope.Thread)
public class OneWay {
  /** The message's length. */
  @Param({"64", "65536"})
  public int bytes = 64;

  /** After how many the other process says that it has them. */
  @Param("50000")
  public int each = BytesOneWay.MANY;

  @SuppressWarnings("NullAway.Init") // by open
  private IpcProcess<OwnedFd, String> child;

  @SuppressWarnings("NullAway.Init") // by open
  private RawPartner.Wire wire;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException, KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    child =
        IpcProcess.java(
                RawPartner.class, Integer.toString(bytes), "false", Where.TWO_CORES.toString(), Integer.toString(each))
            .start(OwnedFd.class, String.class);
    try (Duplex<OwnedFd, String> line = child.accept()) {
      line.send(UnixDescriptors.adopt(pair.second()));
    }
    wire = new RawPartner.Wire(pair.first(), bytes, false, Arena.global().allocate(bytes, 64));
    Where.TWO_CORES.here();
  }

  /** As {@link BytesOneWay#many}. */
  @Benchmark
  @OperationsPerInvocation(BytesOneWay.MANY)
  public boolean many() {
    return send();
  }

  /** As {@link BytesOneWay#some}. */
  @Benchmark
  @OperationsPerInvocation(BytesOneWay.SOME)
  public boolean some() {
    return send();
  }

  /** As {@link TypedOneWay#many}. */
  @Benchmark
  @OperationsPerInvocation(TypedOneWay.MANY)
  public boolean records() {
    return send();
  }

  private boolean send() {
    for (int i = 0; i < each; i++) {
      wire.send();
    }
    return wire.receive();
  }

  /** Ends the other process. */
  @TearDown
  public void close() {
    boolean unused = Descriptors.discard(wire.socket());
    child.close();
  }
}
