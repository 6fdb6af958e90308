package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.transport.Entry;
import org.ferryipc.core.transport.PeerText;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.descriptor.NativeLibrary;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.socket.PeerLife;
import org.jspecify.annotations.Nullable;
import org.newsclub.net.unix.ConnectionRefusedSocketException;

/** One client's way in. Blocks the calling thread, interruptibly, until the entry's deadline. */
final class Caller {

  /** How long to wait before asking a server again whose queue is full; doubles up to the longest. */
  private static final long FIRST_PARK_NANOS = 1_000_000;

  private static final long LONGEST_PARK_NANOS = 50_000_000;

  // A client that was stopped, or was one of many that started at once on a busy machine, may say its hello late; the second
  // time its classes are loaded. More often than this only a false server sends it away.
  private static final int MOST_ATTEMPTS = 4;

  private static final int NONE = -1;

  private final Entry entry;
  private final SocketName name;

  private Caller(Entry entry, SocketName name) {
    this.entry = entry;
    this.name = name;
  }

  /**
   * {@return this side's end of the channel}
   *
   * @throws IpcException if this process is not let in; nothing is left behind
   * @throws InterruptedException if the thread is interrupted; nothing is left behind
   */
  static <P extends Resource> P enter(Entry entry, PortMaker<P> ports) throws IpcException, InterruptedException {
    Caller caller = new Caller(entry, SocketName.parse(entry.name()));
    NativeLibrary.require("connect to " + entry.name());
    byte[] hello = HelloFormat.hello(entry.name(), entry.greeting());
    try {
      @Nullable P port = null;
      for (int attempt = 1; port == null; attempt++) {
        port = caller.attempt(hello, ports, attempt < MOST_ATTEMPTS);
      }
      return port;
    } catch (ClosedByInterruptException e) {
      throw interrupted();
    } catch (IOException e) {
      throw Failures.of("connect to " + entry.name(), e);
    } catch (KernelException e) {
      throw KernelFailures.typed("connect to " + entry.name(), e);
    }
  }

  private <P extends Resource> @Nullable P attempt(byte[] hello, PortMaker<P> ports, boolean mayComeAgain)
      throws IOException, KernelException, InterruptedException {
    try (Connection connection = Connection.open()) {
      connect(connection);
      return sayHello(connection, hello, ports, mayComeAgain);
    }
  }

  private void connect(Connection connection) throws IOException, InterruptedException {
    long park = FIRST_PARK_NANOS;
    while (!connectedTo(connection)) {
      if (entry.deadline().passed()) {
        throw entry.late();
      }
      LockSupport.parkNanos(this, Math.min(park, entry.deadline().remainingNanos()));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      park = Math.min(2 * park, LONGEST_PARK_NANOS);
    }
  }

  private boolean connectedTo(Connection connection) throws IOException {
    try {
      return connection.connect(name);
    } catch (ConnectionRefusedSocketException e) {
      throw new RefusedException("nobody listens at " + name.text(), e);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) { // no such name, no permission, another type of socket: the library has no types for these
      throw Failures.refusedOr("connect to " + name.text(), e, "nobody can be reached at " + name.text());
    }
  }

  /** {@return this side's end, or null if it should come again} */
  private <P extends Resource> @Nullable P sayHello(
      Connection connection, byte[] hello, PortMaker<P> ports, boolean mayComeAgain)
      throws IpcException, KernelException, InterruptedException {
    PeerIdentity server = connection.peer();
    checkPolicy(server);
    @Nullable PeerLife life = PeerProcess.of(server);
    int socket = NONE;
    boolean given = false;
    try (HelloReader answer = new HelloReader("the server of " + name.text(), true)) {
      connection.send(hello); // if the server has closed already its answer may still be there
      await(connection, answer);
      HelloFormat.Answer verdict = HelloFormat.readAnswer("the server of " + name.text(), answer.message());
      if (verdict instanceof HelloFormat.Late && mayComeAgain && !entry.deadline().passed()) {
        return null;
      }
      socket = admitted(verdict, answer);
      P port = ports.make(socket, server, life);
      given = true;
      return port;
    } finally {
      if (!given) {
        if (life != null) {
          life.close();
        }
        if (socket != NONE) {
          Descriptors.discard(socket);
        }
      }
    }
  }

  private void checkPolicy(PeerIdentity server) throws RefusedException, KernelException {
    Throwable failure = null;
    try {
      if (entry.options().policy().admits(server, Identities.self())) {
        return;
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    throw new RefusedException(
        "this side's policy does not admit the server of " + name.text() + ", " + Identities.words(server), failure);
  }

  private void await(Connection connection, HelloReader answer)
      throws IpcException, KernelException, InterruptedException {
    while (true) {
      switch (answer.read(connection.number())) {
        case WHOLE -> {
          return;
        }
        case ENDED -> throw new RefusedException(
            "the server of " + name.text() + " closed the connection without an answer:"
                + " it has ended, or lets nobody else in");
        case UNFINISHED -> {
          if (entry.deadline().passed()) {
            throw entry.late();
          }
          connection.awaitReadable(entry.deadline());
        }
      }
    }
  }

  /** {@return the channel's socket, which is the caller's now} */
  private int admitted(HelloFormat.Answer verdict, HelloReader answer) throws IpcException, KernelException {
    String server = "the server of " + name.text();
    switch (verdict) {
      case HelloFormat.Admitted() -> {}
      case HelloFormat.Late(String reason) ->
          throw new RefusedException(server + " sent this process away: " + PeerText.printable(reason));
      case HelloFormat.Refused(String reason) ->
          throw new RefusedException(server + " refuses this process: " + PeerText.printable(reason));
      case HelloFormat.Differs(RefusedException.Mismatch said) ->
          throw new RefusedException(server + " refuses this process", printable(said));
    }
    if (answer.lostDescriptor()) {
      throw new ResourceExhaustedException(
          "receive a channel from " + server, Errno.name(Errno.EMFILE), KernelFailures.descriptorLimit());
    }
    int socket = answer.takeDescriptor().orElse(NONE);
    if (socket == NONE) {
      throw new MalformedMessageException(server, "descriptor", "none came with the admission");
    }
    boolean right = false;
    try {
      right = Sockets.domain(socket) == Sockets.AF_UNIX
          && Sockets.type(socket) == Sockets.SOCK_SEQPACKET
          && Sockets.connected(socket);
    } catch (KernelException e) {
      if (e.errno() != Errno.ENOTSOCK) {
        throw e;
      }
    } finally {
      if (!right) {
        Descriptors.discard(socket);
      }
    }
    if (!right) {
      throw new MalformedMessageException(server, "descriptor", "it is no connected Unix packet socket");
    }
    return socket;
  }

  private static RefusedException.Mismatch printable(RefusedException.Mismatch said) {
    return new RefusedException.Mismatch(
        PeerText.printable(said.subject()), PeerText.printable(said.server()), PeerText.printable(said.client()));
  }

  private static InterruptedException interrupted() {
    Thread.interrupted();
    return new InterruptedException();
  }
}
