package org.ferryipc.benches.floor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does the least cost that a round trip to another thread must do by sockets: {@code send} and {@code recv}, blocking? */
@State(Scope.Thread)
public class ThreadTrip {
  private static final int BYTES = PingPong.BYTES;

  private final MemorySegment packet = Arena.global().allocate(BYTES);
  private int socket;

  @SuppressWarnings("NullAway.Init") // by open
  private Thread partner;

  /** Starts the other thread. */
  @Setup
  public void open() throws KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    socket = pair.first();
    partner = Thread.ofPlatform().daemon().name("partner").start(() -> echo(pair.second()));
  }

  private static void echo(int other) {
    MemorySegment packet = Arena.global().allocate(BYTES);
    while (RawCalls.recv(other, packet, BYTES, 0) == BYTES) {
      long unused = RawCalls.send(other, packet, BYTES, RawCalls.MSG_NOSIGNAL);
    }
    boolean unused = Descriptors.discard(other);
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

  /** Ends the other thread. */
  @TearDown
  public void close() throws InterruptedException {
    boolean unused = Descriptors.discard(socket);
    partner.join();
  }
}
