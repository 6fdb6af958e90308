package org.ferryipc.benches.floor;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does the least cost that any call must do: a packet to another process, and one back, by blocking calls? */
@State(Scope.Thread)
public class PingPong {
  /** About as long as the packets of a call of two small numbers: a header of 16 bytes, and some. */
  static final int BYTES = 24;

  /** Whether a new descriptor comes back, too. */
  @Param({"none", "one"})
  public String descriptors = "none";

  /** Where both run. */
  @Param({"two-cores", "anywhere"})
  public String placement = "two-cores";

  private final MemorySegment packet = Arena.global().allocate(BYTES);
  private final Packet answer = Packet.of(BYTES, 1);

  @SuppressWarnings("NullAway.Init") // by open
  private IpcProcess<OwnedFd, String> child;

  private int socket;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException, KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    socket = pair.first();
    child = IpcProcess.java(EchoProcess.class, descriptors, placement).start(OwnedFd.class, String.class);
    try (Duplex<OwnedFd, String> line = child.accept()) {
      line.send(UnixDescriptors.adopt(pair.second()));
    }
    Where.of(placement).here();
  }

  /** Sends and waits for the echo. */
  @Benchmark
  public long roundTrip() {
    long sent = RawCalls.send(socket, packet, BYTES, RawCalls.MSG_NOSIGNAL);
    long got = RawCalls.recv(socket, packet, BYTES, 0);
    if (sent != BYTES || got != BYTES) {
      throw new IllegalStateException("sent " + sent + ", received " + got + " of " + BYTES + " bytes");
    }
    return got;
  }

  /** Sends, waits for the echo, and closes the descriptor that came with it. */
  @Benchmark
  public long roundTripWithDescriptor() {
    long sent = RawCalls.send(socket, packet, BYTES, RawCalls.MSG_NOSIGNAL);
    long got = RawCalls.recvmsg(socket, answer.head, RawCalls.MSG_CMSG_CLOEXEC);
    if (sent != BYTES || got != BYTES || answer.cut() || RawCalls.close(answer.descriptor(0)) != 0) {
      throw new IllegalStateException("sent " + sent + ", received " + got + " of " + BYTES + " bytes");
    }
    return got;
  }

  /** Ends the other process. */
  @TearDown
  public void close() {
    boolean unused = Descriptors.discard(socket);
    child.close();
  }
}
