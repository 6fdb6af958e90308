package org.ferryipc.benches.floor;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
 * What do the bare calls cost that make pairs of sockets, send one of each pair to the same thread, and close all of them:
 * {@code socketpair} for each, {@code sendmsg}, {@code close} of what was sent, {@code recvmsg}, {@code close} of all?
 */
@State(Scope.Thread)
public class PassPairs {
  private static final int TYPE = Sockets.SOCK_SEQPACKET | 0x8_0000; // SOCK_CLOEXEC

  /** How many pairs; the packet is that of the row {@code transfer_receivers_NN}. */
  @Param({"0", "1", "2", "4", "8"})
  public int count = 1;

  private final MemorySegment pair = Arena.global().allocate(2L * Integer.BYTES, 4);
  private int[] kept = {};
  private long length;
  private int out;
  private int in;

  @SuppressWarnings("NullAway.Init") // by open
  private FerryPacket source;

  @SuppressWarnings("NullAway.Init") // by open
  private Packet packet;

  /** Makes the sockets and the packet. */
  @Setup
  public void open() throws IOException, InterruptedException, KernelException {
    Sockets.Pair sockets = Sockets.pair(Sockets.SOCK_SEQPACKET);
    out = sockets.first();
    in = sockets.second();
    source = FerryPacket.of("transfer_receivers_" + count);
    packet = source.packet().twin();
    length = packet.length();
    kept = new int[count];
  }

  /** Makes, passes and closes. */
  @Benchmark
  public long pass() {
    for (int i = 0; i < count; i++) {
      if (RawCalls.socketpair(Sockets.AF_UNIX, TYPE, 0, pair) != 0) {
        throw new IllegalStateException("no sockets");
      }
      kept[i] = pair.get(JAVA_INT, 0);
      packet.descriptor(i, pair.get(JAVA_INT, Integer.BYTES));
    }
    long sent = RawCalls.sendmsg(out, packet.head, RawCalls.MSG_NOSIGNAL);
    closeAll();
    long got = RawCalls.recvmsg(in, packet.head, RawCalls.MSG_CMSG_CLOEXEC);
    if (sent != length || got != length || packet.cut()) {
      throw new IllegalStateException("sent " + sent + ", received " + got + " of " + length + " bytes");
    }
    closeAll();
    for (int i = 0; i < count; i++) {
      int unused = RawCalls.close(kept[i]);
    }
    return got;
  }

  private void closeAll() {
    for (int i = 0; i < count; i++) {
      int unused = RawCalls.close(packet.descriptor(i));
    }
  }

  /** Closes everything. */
  @TearDown
  public void close() throws IOException {
    source.close();
    boolean unused = Descriptors.discard(out) && Descriptors.discard(in);
  }
}
