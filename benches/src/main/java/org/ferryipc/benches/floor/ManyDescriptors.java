package org.ferryipc.benches.floor;

import java.util.ArrayList;
import java.util.List;
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
 * What do the bare calls cost that move more descriptors to the same thread than one packet takes: as few packets as
 * possible, each with a byte, a {@code close} for each descriptor that was sent?
 */
@State(Scope.Thread)
public class ManyDescriptors {
  /** How many. */
  @Param({"0", "1", "10", "100", "1000"})
  public int count = 1;

  private List<Packet> packets = List.of();
  private int out;
  private int in;

  /** Makes the sockets and the packets. */
  @Setup
  public void open() throws KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    out = pair.first();
    in = pair.second();
    packets = new ArrayList<>();
    int left = count;
    do {
      Packet packet = Packet.of(1, Math.min(left, Packet.MOST_DESCRIPTORS));
      for (int i = 0; i < packet.descriptors(); i++) {
        packet.descriptor(i, RawCalls.eventfd(0, 0x8_0000)); // EFD_CLOEXEC
      }
      packets.add(packet);
      left -= packet.descriptors();
    } while (left > 0);
  }

  /** Moves them; they come back with new numbers. */
  @Benchmark
  public int move() {
    int moved = 0;
    for (Packet packet : packets) {
      long sent = RawCalls.sendmsg(out, packet.head, RawCalls.MSG_NOSIGNAL);
      closeAll(packet);
      long got = RawCalls.recvmsg(in, packet.head, RawCalls.MSG_CMSG_CLOEXEC);
      if (sent != 1 || got != 1 || packet.cut()) {
        throw new IllegalStateException("sent " + sent + ", received " + got);
      }
      moved += packet.descriptors();
    }
    return moved;
  }

  private static void closeAll(Packet packet) {
    for (int i = 0; i < packet.descriptors(); i++) {
      int unused = RawCalls.close(packet.descriptor(i));
    }
  }

  /** Closes everything. */
  @TearDown
  public void close() {
    packets.forEach(ManyDescriptors::closeAll);
    boolean unused = Descriptors.discard(out) && Descriptors.discard(in);
  }
}
