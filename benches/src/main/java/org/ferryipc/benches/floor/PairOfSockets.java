package org.ferryipc.benches.floor;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.unix.kernel.Sockets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What do the bare calls cost that make two connected sockets and close them? */
@State(Scope.Thread)
public class PairOfSockets {
  private static final int TYPE = Sockets.SOCK_SEQPACKET | 0x8_0000; // SOCK_CLOEXEC

  private final MemorySegment pair = Arena.global().allocate(2L * Integer.BYTES, 4);

  /** Makes and closes. */
  @Benchmark
  public int create() {
    int made = RawCalls.socketpair(Sockets.AF_UNIX, TYPE, 0, pair);
    if (made != 0) {
      throw new IllegalStateException("no sockets");
    }
    return RawCalls.close(pair.get(JAVA_INT, 0)) + RawCalls.close(pair.get(JAVA_INT, Integer.BYTES));
  }
}
