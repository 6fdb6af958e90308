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
 * What do the bare calls cost that take a packet out of some of many sockets: a {@code sendmsg} into each, {@code
 * epoll_wait} for all of them together, a {@code recvmsg} for each that it found?
 */
@State(Scope.Thread)
public class EpollReceive {
  /** Into how many a packet is sent. */
  @Param("1")
  public int send = 1;

  /** How many are watched. */
  @Param("1")
  public int of = 1;

  private final EpollList list = new EpollList();
  private int[] out = {};
  private int[] in = {};
  private long length;

  @SuppressWarnings("NullAway.Init") // by open
  private Packet packet;

  /** Makes the sockets and the packet, which is that of the smallest typed message. */
  @Setup
  public void open() throws IOException, InterruptedException, KernelException {
    packet = FerryPacket.of("transfer_empty").packet(); // without descriptors, so there is nothing to close
    length = packet.length();
    out = new int[of];
    in = new int[of];
    list.open();
    for (int i = 0; i < of; i++) {
      Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
      out[i] = pair.first();
      in[i] = pair.second();
      list.add(in[i]);
    }
  }

  /** Sends to some, and receives from those. */
  @Benchmark
  public int sendAndSelect() {
    for (int i = 0; i < send; i++) {
      check(RawCalls.sendmsg(out[i], packet.head, RawCalls.MSG_NOSIGNAL));
    }
    int received = 0;
    while (received < send) {
      int ready = list.await();
      for (int i = 0; i < ready; i++) {
        check(RawCalls.recvmsg(list.ready(i), packet.head, RawCalls.MSG_CMSG_CLOEXEC));
      }
      received += ready;
    }
    return received;
  }

  private void check(long bytes) {
    if (bytes != length) {
      throw new IllegalStateException(bytes + " of " + length + " bytes");
    }
  }

  /** Closes everything. */
  @TearDown
  public void close() {
    list.close();
    Descriptors.discardSockets(out, of);
    Descriptors.discardSockets(in, of);
  }
}
