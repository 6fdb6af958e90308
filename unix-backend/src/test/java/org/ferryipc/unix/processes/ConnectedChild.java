package org.ferryipc.unix.processes;

import java.io.IOException;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.RedirectedFd;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.socket.SocketPorts;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.ChildJvmLaunch;

/**
 * A child JVM and a channel to it, which the child inherits as its standard input. What the doorway does besides
 * (names, credentials) is left out, so that a trial sees the channel alone.
 *
 * @param jvm the child, which has the other end from {@link #parent}
 * @param line this end
 */
public record ConnectedChild<Out, In>(ChildJvm jvm, Duplex<Out, In> line) implements AutoCloseable {
  private static final int STANDARD_INPUT = 0;

  /** Starts a child. Whoever does closes it. */
  public static <Out, In> ConnectedChild<Out, In> start(ChildJvmLaunch launch, Class<Out> out, Class<In> in)
      throws IOException {
    Sockets.Pair pair = pair();
    Duplex<Out, In> ours = duplex(pair.first(), out, in);
    try (OwnedFd theirs = UnixDescriptors.adopt(pair.second());
        RedirectedFd input = theirs.redirect()) {
      return new ConnectedChild<>(launch.jvmOptions(Effort.option()).input(input.redirect()).start(), ours);
    } catch (IOException | RuntimeException | Error e) {
      ours.close();
      throw e;
    }
  }

  /** {@return the child's end, in the child; once} */
  public static <Out, In> Duplex<Out, In> parent(Class<Out> out, Class<In> in) {
    return duplex(STANDARD_INPUT, out, in);
  }

  private static <Out, In> Duplex<Out, In> duplex(int number, Class<Out> out, Class<In> in) {
    return EndAccess.get()
        .duplex(
            SocketPorts.duplex(number, PeerIdentity.UNKNOWN, null),
            MessageType.of(out),
            MessageType.of(in),
            ChannelOptions.defaults());
  }

  private static Sockets.Pair pair() throws IOException {
    try {
      return Sockets.pair(Sockets.SOCK_SEQPACKET);
    } catch (KernelException e) {
      throw new IOException(e);
    }
  }

  /** Closes the channel, then the child and all that it started. */
  @Override
  public void close() throws IOException {
    line.close();
    jvm.close();
  }
}
