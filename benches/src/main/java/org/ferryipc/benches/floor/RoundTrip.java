package org.ferryipc.benches.floor;

import java.io.IOException;
import java.lang.foreign.Arena;
import org.ferryipc.benches.crossing.Hogs;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** How long does a message take to another process and back by bare {@code send} and {@code recv}? */
@State(Scope.Thread)
public class RoundTrip {
  /** The message's length. One that no packet takes goes by a stream. */
  @Param({"12", "144", "1728", "20736", "248832"})
  public int bytes = 12;

  /** What kind of socket it is; {@code fitting} is a packet where one takes the message. */
  @Param({"fitting", "stream"})
  public String socket = "fitting";

  /** How both wait: in {@code recv}, or by asking again and again. */
  @Param({"blocking", "spinning"})
  public String way = "blocking";

  /** Where both run. */
  @Param({"two-cores", "one-core", "busy-cores"})
  public String placement = "two-cores";

  // SO_SNDBUF's default, which a packet must fit in
  private static final int MOST_IN_PACKET = 200 * 1024;

  private @Nullable Hogs hogs;

  @SuppressWarnings("NullAway.Init") // by open
  private IpcProcess<OwnedFd, String> child;

  @SuppressWarnings("NullAway.Init") // by open
  private RawPartner.Wire wire;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException, KernelException {
    Where where = Where.of(placement);
    boolean spinning = way.equals("spinning");
    boolean stream = socket.equals("stream") || bytes > MOST_IN_PACKET;
    Sockets.Pair pair = Sockets.pair(stream ? Sockets.SOCK_STREAM : Sockets.SOCK_SEQPACKET);
    child =
        IpcProcess.java(RawPartner.class, Integer.toString(bytes), Boolean.toString(spinning), placement, "1")
            .start(OwnedFd.class, String.class);
    try (Duplex<OwnedFd, String> line = child.accept()) {
      line.send(UnixDescriptors.adopt(pair.second()));
    }
    wire = new RawPartner.Wire(pair.first(), bytes, spinning, Arena.global().allocate(bytes, 64));
    hogs = where == Where.BUSY_CORES ? Hogs.start() : null;
    where.here();
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
  public boolean roundTrip() {
    wire.send();
    return wire.receive();
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
    boolean unused = Descriptors.discard(wire.socket());
    child.close();
    if (hogs != null) {
      hogs.close();
      hogs = null;
    }
  }
}
