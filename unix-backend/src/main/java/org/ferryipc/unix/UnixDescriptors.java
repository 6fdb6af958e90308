package org.ferryipc.unix;

import java.io.IOException;
import java.net.Socket;
import java.util.function.IntFunction;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.unix.descriptor.SocketMove;
import org.ferryipc.unix.descriptor.UnixDescriptor;

/**
 * Descriptor numbers, and sockets of junixsocket, in and out of {@link OwnedFd}: the only public place where a number appears,
 * for code that calls the system itself.
 */
public final class UnixDescriptors {
  private UnixDescriptors() {}

  /**
   * {@return an owner for {@code number}, which the caller must not use or close any more}
   *
   * <p>Whether programs that are started inherit it stays as it is; descriptors that Ferry makes are close-on-exec.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public static OwnedFd adopt(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("descriptor number " + number);
    }
    return EndAccess.get().descriptor(new UnixDescriptor(number));
  }

  /**
   * {@return an owner for the descriptor of {@code socket}, an {@code AFUNIXSocket} of junixsocket; it is moved out of it}
   *
   * <p>Its connection goes on: neither direction is shut down, and what is queued stays queued. The socket object is closed: to
   * close it again does nothing, now and when it is garbage, and all else fails as it does on a closed socket. What was
   * registered to be closed with it is closed, and so are descriptors that came with data and were not asked for. The
   * descriptor is moved as a message moves it: to another number, which is close-on-exec; two more must be free
   * meanwhile. No call may run on the socket, because junixsocket does not keep its number from being closed under one.
   *
   * @throws IllegalArgumentException if it is another kind of socket: the JDK gives the descriptors of its own to nobody
   * @throws IOException if the socket is closed, or was never bound or connected
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if there are no numbers for the move; the socket is as it was
   */
  public static OwnedFd adopt(Socket socket) throws IOException {
    // Not declared as AFUNIXSocket, because javac wants to see the types of all overloads: whoever adopts a number would need
    // junixsocket to compile.
    return EndAccess.get().descriptor(SocketMove.out(socket));
  }

  /**
   * {@return the number, which the caller must close}; {@code descriptor} is moved
   *
   * @throws IOException if it was made from a Java stream, which cannot give its number up; it stays as it was
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public static int detach(OwnedFd descriptor) throws IOException {
    return EndAccess.get().convert(descriptor, raw -> ((UnixDescriptor) raw).detach(), "detach()");
  }

  /**
   * {@return what {@code use} returns for the number, which cannot be closed or moved meanwhile}; {@code use} must not keep
   * or close it
   *
   * @throws IOException if it was made from a Java stream that is closed
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public static <R> R with(OwnedFd descriptor, IntFunction<R> use) throws IOException {
    EndAccess access = EndAccess.get();
    UnixDescriptor raw = (UnixDescriptor) access.hold(descriptor);
    try {
      return use.apply(raw.number());
    } finally {
      access.drop(descriptor);
    }
  }
}
