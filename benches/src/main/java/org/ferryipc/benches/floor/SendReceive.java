package org.ferryipc.benches.floor;

import java.io.IOException;
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
 * What do the bare calls cost that take the packet of a row to the same thread: {@code sendmsg}, a {@code close} for
 * each descriptor that was sent, {@code recvmsg}?
 */
@State(Scope.Thread)
public class SendReceive {
  /** The row whose packet it is. */
  @Param("transfer_empty")
  public String of = "transfer_empty";

  @SuppressWarnings("NullAway.Init") // by open
  private FerryPacket source;

  @SuppressWarnings("NullAway.Init") // by open
  private Packet packet;

  @SuppressWarnings("NullAway.Init") // by open
  private Packet copies;

  private int count;
  private long length;
  private int out;
  private int in;

  /** Makes the sockets and the packet. */
  @Setup
  public void open() throws IOException, InterruptedException, KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    out = pair.first();
    in = pair.second();
    source = FerryPacket.of(of);
    packet = source.packet();
    copies = packet.twin();
    count = packet.descriptors();
    length = packet.length();
  }

  /** Moves the packet, which comes back with new descriptor numbers. */
  @Benchmark
  public long move() {
    long sent = RawCalls.sendmsg(out, packet.head, RawCalls.MSG_NOSIGNAL);
    for (int i = 0; i < count; i++) {
      int unused = RawCalls.close(packet.descriptor(i));
    }
    return receive(sent);
  }

  /** The same where each descriptor that is sent is a duplicate, closed with the original. */
  @Benchmark
  public long duplicate() {
    for (int i = 0; i < count; i++) {
      copies.descriptor(i, RawCalls.dup(packet.descriptor(i)));
    }
    long sent = RawCalls.sendmsg(out, copies.head, RawCalls.MSG_NOSIGNAL);
    for (int i = 0; i < count; i++) {
      int unusedCopy = RawCalls.close(copies.descriptor(i));
      int unusedOriginal = RawCalls.close(packet.descriptor(i));
    }
    return receive(sent);
  }

  private long receive(long sent) {
    long got = RawCalls.recvmsg(in, packet.head, RawCalls.MSG_CMSG_CLOEXEC);
    if (sent != length || got != length || packet.cut()) {
      throw new IllegalStateException("sent " + sent + ", received " + got + " of " + length + " bytes");
    }
    return got;
  }

  /** Closes everything. */
  @TearDown
  public void close() throws IOException {
    source.close();
    boolean unused = Descriptors.discard(out) && Descriptors.discard(in);
  }
}
