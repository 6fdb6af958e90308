package org.ferryipc.core;

import java.time.Duration;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.doorway.PeerPolicy;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DoorwayTransport;
import org.ferryipc.core.transport.Entry;
import org.ferryipc.core.transport.FamilyTree;
import org.ferryipc.core.transport.Greeting;
import org.ferryipc.core.transport.SendPort;

/** The client's side of the doorway. */
final class Connecting {
  private Connecting() {}

  static <T> IpcSender<T> oneWay(
      String name, MessageType<T> type, DoorwayOptions options, Deadline deadline, Duration limit)
      throws IpcException, InterruptedException {
    checkInterrupt();
    Entry entry = new Entry(name, Greeting.sender(type, options), options, deadline, limit);
    SendPort port = DoorwayTransport.of(Transports.of(options.channel().reach())).enterOneWay(entry);
    return new IpcSender<>(port, type, options.channel(), new Ownership(port));
  }

  static <A, B> Duplex<A, B> twoWay(
      String name,
      MessageType<A> out,
      MessageType<B> in,
      DoorwayOptions options,
      Deadline deadline,
      Duration limit)
      throws IpcException, InterruptedException {
    checkInterrupt();
    Entry entry = new Entry(name, Greeting.duplex(out, in, options), options, deadline, limit);
    return new Duplex<>(DoorwayTransport.of(Transports.of(options.channel().reach())).enterTwoWay(entry), out, in, options.channel());
  }

  /** A transport that need not wait would not notice. */
  private static void checkInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  static <A, B> Duplex<A, B> parent(
      MessageType<A> out, MessageType<B> in, DoorwayOptions options, Deadline deadline, Duration limit)
      throws IpcException, InterruptedException {
    String name = System.getenv(IpcProcess.PARENT_VARIABLE);
    if (name == null) {
      throw new RefusedException(
          "this process was not started by IpcProcess: " + IpcProcess.PARENT_VARIABLE + " is not in its environment");
    }
    DoorwayOptions forParent =
        options
            .withPolicy(ancestorOr(options.policy()))
            .withChannel(options.channel().withReach(Reach.MACHINE));
    return twoWay(name, out, in, forParent, deadline, limit);
  }

  /** An ancestor of this process could have made it do anything; trusting it adds nothing to its power. */
  private static PeerPolicy ancestorOr(PeerPolicy others) {
    long here = ProcessHandle.current().pid();
    return (peer, self) ->
        peer.pid().isPresent() && FamilyTree.descends(here, peer.pid().getAsLong()) || others.admits(peer, self);
  }
}
