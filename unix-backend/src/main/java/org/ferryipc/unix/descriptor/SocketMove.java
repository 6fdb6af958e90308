package org.ferryipc.unix.descriptor;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.Socket;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.unix.frame.Crate;
import org.newsclub.net.unix.AFUNIXSocket;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * Takes the descriptor out of a junixsocket socket, as a message would: through a socket pair, to another number.
 *
 * <p>Neither junixsocket nor the JDK lets anybody take the number itself away: the socket would close it, when asked or when it
 * is garbage, and whatever has the number by then. And its {@code close} shuts the connection down for every holder. So the
 * number is closed through its {@link FileDescriptor}, which shuts nothing down and leaves the socket without one.
 */
public final class SocketMove {
  private SocketMove() {}

  /**
   * {@return the descriptor that was the socket's, which is closed}
   *
   * @throws IllegalArgumentException if it is no {@link AFUNIXSocket}
   * @throws IOException if the socket has none, or the system refuses; it is as it was then
   */
  public static UnixDescriptor out(Socket socket) throws IOException {
    if (!(socket instanceof AFUNIXSocket adopted)) {
      throw new IllegalArgumentException(socket.getClass().getName() + " is no AFUNIXSocket of junixsocket");
    }
    FileDescriptor descriptor = adopted.getFileDescriptor();
    if (descriptor == null || !descriptor.valid()) {
      throw new IOException("the socket is closed, or was never bound or connected");
    }
    int[] number = {FileDescriptorCast.using(descriptor).as(Integer.class)};
    int crate = Crate.pack(number, 1);
    Crate.unpack(crate, number, "adopting a socket");
    UnixDescriptor moved = new UnixDescriptor(number[0]);
    try {
      new FileOutputStream(descriptor).close();
      adopted.close(); // for what else it has, above all descriptors that came and nobody asked for
    } catch (Throwable e) { // of what the program wants to be closed with it
      CloseFailures.report("a socket that was adopted", e);
    }
    return moved;
  }
}
