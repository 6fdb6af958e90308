package org.ferryipc.unix.doorway;

import java.lang.System.Logger.Level;
import java.util.Optional;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.Admission;
import org.ferryipc.core.transport.GateRequest;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.socket.PeerLife;
import org.jspecify.annotations.Nullable;

/** Decides who is let in at one name, and gives those their channel. Used by the name's thread. */
final class Admitting<P extends Resource> {

  private final String name;
  private final GateRequest request;
  private final PeerIdentity self;
  private final PortMaker<P> ports;

  Admitting(String name, GateRequest request, PeerIdentity self, PortMaker<P> ports) {
    this.name = name;
    this.request = request;
    this.self = self;
    this.ports = ports;
  }

  /** {@return why the policy does not admit {@code peer}; empty if it does} */
  Optional<String> refusalByPolicy(PeerIdentity peer) {
    boolean admitted = false;
    try {
      admitted = request.options().policy().admits(peer, self);
    } catch (RuntimeException | Error e) { // that it fails for one client must not close the name for all
      FerryLog.log(Level.WARNING, "the policy of " + name + " failed; " + Identities.words(peer) + " is refused", e);
    }
    Thread.interrupted(); // the policy's business: this thread's waits take no interrupts
    return admitted ? Optional.empty() : Optional.of("its policy does not admit " + Identities.words(peer));
  }

  /**
   * Ends the visit of a client whose hello is whole: with a channel, or with a refusal that changes nothing here.
   *
   * @return this side's end, if the client has got the other
   */
  Optional<Admission.Guest<P>> admit(Visitor visitor) {
    try (visitor) {
      return judge(visitor);
    }
  }

  private Optional<Admission.Guest<P>> judge(Visitor visitor) {
    try {
      Optional<RefusedException.Mismatch> mismatch =
          request.greeting().mismatch(HelloFormat.readHello("the client", visitor.hello().message()));
      if (mismatch.isPresent()) {
        visitor.refuse(mismatch.get());
        return Optional.empty();
      }
      return giveChannel(visitor);
    } catch (MalformedMessageException e) {
      visitor.refuse(String.valueOf(e.getMessage()));
    } catch (KernelException | IpcException e) {
      visitor.refuse("the server cannot make a channel: " + e.getMessage());
      FerryLog.log(Level.WARNING, name + " could not let " + Identities.words(visitor.peer()) + " in", e);
    }
    return Optional.empty();
  }

  private Optional<Admission.Guest<P>> giveChannel(Visitor visitor) throws KernelException, IpcException {
    @Nullable PeerLife life = PeerProcess.of(visitor.peer());
    Sockets.@Nullable Pair pair = null;
    @Nullable P port = null;
    boolean given = false;
    try {
      pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
      port = ports.make(pair.first(), visitor.peer(), life);
      // That this arrives shows as well that the client was there when its process was looked up.
      given = visitor.connection().send(HelloFormat.admitted(), pair.second()) > 0;
      return given ? Optional.of(new Admission.Guest<>(port, visitor.peer())) : Optional.empty();
    } finally {
      if (pair != null) {
        Descriptors.discard(pair.second()); // the client has its own, or nobody needs it
      }
      if (!given) {
        drop(port, pair, life);
      }
    }
  }

  /** The port owns the rest once it exists. */
  private static void drop(@Nullable Resource port, Sockets.@Nullable Pair pair, @Nullable PeerLife life) {
    if (port != null) {
      CloseFailures.releaseQuietly(port);
      return;
    }
    if (life != null) {
      life.close();
    }
    if (pair != null) {
      Descriptors.discard(pair.first());
    }
  }
}
