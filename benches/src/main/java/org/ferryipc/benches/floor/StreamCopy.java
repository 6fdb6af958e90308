package org.ferryipc.benches.floor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.benches.large.EachByte;
import org.ferryipc.benches.large.Taker;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to copy bytes to another thread through a {@code SOCK_STREAM} socket: one {@code send} of
 * everything here, one {@code recv} of everything there? And with the making of them here and the reading there?
 */
@State(Scope.Thread)
public class StreamCopy {
  /** How many. */
  @Param({"248832", "1048576", "8388608"})
  public int bytes = 1048576;

  /** Whether each byte is made before it is sent, and read where it arrived. */
  @Param("no")
  public String used = "no";

  private MemorySegment message = MemorySegment.NULL;
  private int out;

  @SuppressWarnings("NullAway.Init") // by open
  private Taker taker;

  /** Makes the sockets and starts the thread that receives. */
  @Setup
  public void open() throws KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_STREAM);
    out = pair.first();
    message = Arena.global().allocate(bytes, 64);
    EachByte.make(message);
    taker = Taker.start(() -> new Receiver(pair.second(), bytes, isUsed()));
  }

  /** Sends once, and waits until the other thread has everything. */
  @Benchmark
  public long copy() {
    if (isUsed()) {
      EachByte.make(message);
    }
    long sent = RawCalls.send(out, message, bytes, RawCalls.MSG_NOSIGNAL);
    if (sent != bytes) {
      throw new IllegalStateException("sent " + sent + " of " + bytes + " bytes");
    }
    return taker.awaitNext();
  }

  private boolean isUsed() {
    return used.equals("yes");
  }

  /** Closes everything. */
  @TearDown
  public void close() throws InterruptedException {
    boolean unused = Descriptors.discard(out);
    taker.join();
  }

  private record Receiver(int socket, int bytes, boolean used, MemorySegment into) implements Taker.Source {
    Receiver(int socket, int bytes, boolean used) {
      this(socket, bytes, used, Arena.global().allocate(bytes, 64));
    }

    @Override
    public boolean take() {
      long got = RawCalls.recv(socket, into, bytes, RawCalls.MSG_WAITALL);
      if (got != bytes && got != 0) {
        throw new IllegalStateException("received " + got + " of " + bytes + " bytes");
      }
      if (used && got != 0) {
        EachByte.read(into);
      }
      return got != 0;
    }

    @Override
    public void close() {
      boolean unused = Descriptors.discard(socket);
    }
  }
}
