package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Epoll;
import org.ferryipc.unix.kernel.EpollEvents;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.KernelException;

/**
 * Where clients say hello: accepts them while there is room, sends away whom the policy does not admit, and reads the
 * others' hellos side by side, each within its time. One thread; {@link #wake} is for any.
 */
final class Reception implements AutoCloseable {

  private static final long WAKE = 0;
  private static final long LISTENING = 1;
  private static final long FIRST_VISITOR = 2;

  private static final int EVENTS = 64;

  /** When no connection can be accepted, mostly for want of a descriptor: the socket stays readable meanwhile. */
  private static final Duration RECOVERY = Duration.ofMillis(100);

  private static final int CLOSED = -1;

  private final ListeningSocket socket;
  private final DoorwayOptions options;
  private final Function<PeerIdentity, Optional<String>> policyRefusal;
  private final EpollEvents events = new EpollEvents(EVENTS);
  private final Map<Long, Visitor> visitors = new LinkedHashMap<>(); // by arrival, and so by deadline
  private final Queue<Visitor> ready = new ArrayDeque<>();
  private final int epoll;
  private int wakeUp = CLOSED; // guarded by this
  private long nextId = FIRST_VISITOR;
  private boolean listening = true;
  private Deadline pause = Deadline.AT_ONCE;
  private boolean failing;
  private boolean epollClosed;

  /**
   * Watches a socket, which stays its owner's.
   *
   * @param policyRefusal gives the reason for sending a client away, if there is one
   */
  Reception(ListeningSocket socket, DoorwayOptions options, Function<PeerIdentity, Optional<String>> policyRefusal)
      throws KernelException {
    this.socket = socket;
    this.options = options;
    this.policyRefusal = policyRefusal;
    this.epoll = Epoll.create();
    boolean done = false;
    try {
      wakeUp = EventFd.create();
      Epoll.add(epoll, wakeUp, Epoll.IN, WAKE);
      Epoll.add(epoll, socket.number(), Epoll.IN, LISTENING);
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  /**
   * Waits for a client whose hello is whole. {@return it, to be closed by the caller}; empty if something else happened
   *
   * @param room whether new clients may be accepted
   * @throws IOException if the socket has ceased to listen
   */
  Optional<Visitor> next(boolean room) throws KernelException, IOException {
    if (ready.isEmpty()) {
      listenIf(room && visitors.size() < options.hellos() && pause.passed());
      int count = events.await(epoll, nanosToWait());
      for (int i = 0; i < count; i++) {
        handle(events.data(i));
      }
      sendLateAway();
    }
    return Optional.ofNullable(ready.poll());
  }

  /** Makes {@link #next} return. */
  synchronized void wake() {
    if (wakeUp != CLOSED) {
      try {
        EventFd.signal(wakeUp);
      } catch (KernelException e) {
        throw new AssertionError("an eventfd of our own cannot be signalled", e);
      }
    }
  }

  private void handle(long id) throws KernelException, IOException {
    if (id == WAKE) {
      drain();
    } else if (id == LISTENING) {
      acceptWaiting();
    } else {
      Visitor visitor = visitors.get(id);
      if (visitor != null) {
        read(id, visitor);
      }
    }
  }

  private synchronized void drain() throws KernelException {
    EventFd.drain(wakeUp);
  }

  /** At most as many as may say hello: those that the policy sends away must not keep the others waiting for ever. */
  private void acceptWaiting() throws IOException {
    try {
      for (int i = 0; i < options.hellos() && visitors.size() < options.hellos(); i++) {
        Optional<Connection> connection = socket.accept();
        failing = false;
        if (connection.isEmpty()) {
          return;
        }
        receive(connection.get());
      }
    } catch (IOException e) {
      if (!socket.isOpen()) {
        throw e;
      }
      pause = Deadline.after(RECOVERY);
      if (!failing) { // one warning until it works again
        failing = true;
        FerryLog.log(Level.WARNING, "no client can be accepted now", Failures.of("accept a connection", e));
      }
    }
  }

  private void receive(Connection connection) {
    boolean kept = false;
    try {
      PeerIdentity peer = connection.peer();
      Optional<String> refusal = policyRefusal.apply(peer);
      if (refusal.isPresent()) {
        connection.send(HelloFormat.refused(refusal.get()));
        return;
      }
      Epoll.add(epoll, connection.number(), Epoll.IN, nextId);
      HelloReader hello = new HelloReader("the client", false);
      visitors.put(nextId, new Visitor(connection, peer, hello, Deadline.after(options.helloLimit())));
      nextId++;
      kept = true;
    } catch (KernelException e) {
      connection.send(HelloFormat.refused("the server cannot receive it: " + e.getMessage()));
    } finally {
      if (!kept) {
        connection.close();
      }
    }
  }

  private void read(long id, Visitor visitor) {
    boolean stays = false;
    try {
      switch (visitor.hello().read(visitor.connection().number())) {
        case WHOLE -> {
          ready.add(visitor);
          stays = true;
          visitors.remove(id);
        }
        case UNFINISHED -> stays = true;
        case ENDED -> {}
      }
    } catch (IpcException e) {
      visitor.refuse(String.valueOf(e.getMessage()));
    } catch (KernelException e) {
      visitor.refuse("the server cannot read: " + e.getMessage());
    } finally {
      if (!stays) {
        visitors.remove(id);
        visitor.close();
      }
    }
  }

  private void sendLateAway() {
    List<Long> late = new ArrayList<>(0); // the oldest come first
    for (Map.Entry<Long, Visitor> visitor : visitors.entrySet()) {
      if (!visitor.getValue().deadline().passed()) {
        break;
      }
      late.add(visitor.getKey());
    }
    late.forEach(this::sendAway);
  }

  // It may have said its hello in time, while this thread was busy with another client, or got no processor.
  private void sendAway(long id) {
    Visitor visitor = Objects.requireNonNull(visitors.get(id));
    read(id, visitor);
    if (visitors.remove(id) != null) {
      visitor.sendAway("it said no whole hello within " + options.helloLimit().toMillis() + " ms");
      visitor.close();
    }
  }

  private long nanosToWait() {
    long wait = pause.passed() ? Long.MAX_VALUE : pause.remainingNanos();
    if (!visitors.isEmpty()) {
      wait = Math.min(wait, visitors.values().iterator().next().deadline().remainingNanos());
    }
    return wait == Long.MAX_VALUE ? -1 : wait;
  }

  private void listenIf(boolean wanted) throws KernelException {
    if (wanted != listening) {
      Epoll.modify(epoll, socket.number(), wanted ? Epoll.IN : 0, LISTENING);
      listening = wanted;
    }
  }

  /** Sends everybody away who is still here. Idempotent. */
  @Override
  public void close() {
    ready.addAll(visitors.values());
    visitors.clear();
    for (Visitor visitor : ready) {
      visitor.refuse("the server lets nobody else in");
      visitor.close();
    }
    ready.clear();
    synchronized (this) {
      if (wakeUp != CLOSED) {
        Descriptors.discard(wakeUp);
        wakeUp = CLOSED;
      }
    }
    if (!epollClosed) {
      epollClosed = true;
      Descriptors.discard(epoll);
    }
  }
}
