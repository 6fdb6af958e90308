package org.ferryipc.benches.floor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.benches.scale.FanIn;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
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

/**
 * What does a packet cost of those that some processes send as fast as they can: {@code epoll_wait} for all of their sockets
 * together, and a {@code recvmsg} for each that has something?
 */
@State(Scope.Thread)
public class RawFanIn {
  /** How many processes send. */
  @Param({"1", "2", "8"})
  public int senders = 1;

  private final EpollList list = new EpollList();
  private final List<IpcProcess<OwnedFd, String>> children = new ArrayList<>();
  private int[] in = {};

  @SuppressWarnings("NullAway.Init") // by open
  private Packet packet;

  /** Starts the processes. */
  @Setup
  public void open() throws IOException, InterruptedException, KernelException {
    packet = FerryPacket.of("transfer_empty").packet(); // without descriptors, so there is nothing to close
    list.open();
    in = new int[senders];
    for (int i = 0; i < senders; i++) {
      Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
      in[i] = pair.first();
      list.add(in[i]);
      IpcProcess<OwnedFd, String> child = IpcProcess.java(Flood.class).start(OwnedFd.class, String.class);
      children.add(child);
      try (Duplex<OwnedFd, String> line = child.accept()) {
        line.send(UnixDescriptors.adopt(pair.second()));
      }
    }
  }

  /** Waits and receives. */
  @Benchmark
  @OperationsPerInvocation(FanIn.MESSAGES)
  public int select() {
    int received = 0;
    while (received < FanIn.MESSAGES) {
      int ready = list.await();
      for (int i = 0; i < ready; i++) {
        long got = RawCalls.recvmsg(list.ready(i), packet.head, RawCalls.MSG_CMSG_CLOEXEC);
        if (got != packet.length()) {
          throw new IllegalStateException("received " + got + " bytes");
        }
      }
      received += ready;
    }
    return received;
  }

  /** Ends the processes, by closing what they send to. */
  @TearDown
  public void close() throws InterruptedException {
    list.close();
    Descriptors.discardSockets(in, in.length);
    for (IpcProcess<OwnedFd, String> child : children) {
      int unusedStatus = child.process().waitFor();
      child.close();
    }
    children.clear();
  }

  /** Sends until nobody receives any more. */
  static final class Flood {
    private Flood() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      int socket;
      try (Duplex<String, OwnedFd> parent = Ferry.parent(String.class, OwnedFd.class)) {
        socket = UnixDescriptors.detach(parent.receive());
      }
      Packet packet = FerryPacket.of("transfer_empty").packet();
      while (RawCalls.sendmsg(socket, packet.head, RawCalls.MSG_NOSIGNAL) > 0) {
        // the next one
      }
    }
  }
}
