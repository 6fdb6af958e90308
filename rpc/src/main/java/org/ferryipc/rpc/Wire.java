package org.ferryipc.rpc;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Waiting;
import org.jspecify.annotations.Nullable;

/** The two-way channel of one connection. Any thread sends; only the one that leads receives. */
final class Wire {
  // Besides the answers to calls, at most one for each in flight: references that are released all at once, mostly.
  private static final int MOST_BACKLOG = 1 << 16;

  /**
   * So many bytes are taken in any frame, whatever the limits say, which are those of calls and results: a failure, with
   * its text and its frames (below 48 KiB), and the hello of an interface with some hundred methods.
   */
  static final int LEAST_TAKEN = 64 << 10;

  private final DuplexPort port;
  private final Duplex<Frame, Frame> end;
  private final Connection connection;

  // Guarded by itself: what waits for room, the oldest first. A thread sends it as long as there is any.
  private final ArrayDeque<Frame> backlog = new ArrayDeque<>(0);
  private final long mostBacklog;

  private Wire(DuplexPort port, Duplex<Frame, Frame> end, Connection connection) {
    this.port = port;
    this.end = end;
    this.connection = connection;
    this.mostBacklog = MOST_BACKLOG + (long) connection.options().callsInFlight();
  }

  /** Moves a two-way end here, whatever its types. */
  static Wire over(Duplex<?, ?> any, ChannelOptions channel, Connection connection) {
    DuplexPort port = (DuplexPort) EndAccess.get().detach(any, "a connection for calls");
    MessageType<Frame> type = MessageType.of(Frame.class);
    int taken = Math.max(channel.limits().messageBytes(), LEAST_TAKEN);
    ChannelOptions options =
        channel
            .withReach(port.reach())
            .withCodec(FrameCodec.of(channel.codec(), connection))
            .withLimits(channel.limits().withMessageBytes(taken));
    return new Wire(port, EndAccess.get().duplex(port, type, type, options), connection);
  }

  /** {@return whether the frame was sent}; as {@link Duplex#trySend(Object, Duration)} */
  boolean trySend(Frame frame, Deadline deadline) throws IpcException, InterruptedException {
    if (end.trySend(frame)) {
      return true;
    }
    return deadline != Deadline.AT_ONCE
        && end.trySend(
            frame, deadline.bounded() ? Duration.ofNanos(deadline.remainingNanos()) : RpcOptions.UNLIMITED);
  }

  /** Sends, waiting as long as it takes; an interrupt is kept for later. */
  void send(Frame frame) throws IpcException {
    boolean unused = send(frame, Deadline.NEVER);
  }

  /** As {@link #send(Frame)}, at most until {@code deadline}. {@return whether it was sent} */
  boolean send(Frame frame, Deadline deadline) throws IpcException {
    boolean interrupted = false;
    boolean sent = false;
    try {
      do {
        try {
          sent = trySend(frame, deadline);
        } catch (InterruptedException later) {
          interrupted = true;
        }
      } while (!sent && !deadline.passed());
      return sent;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Sends without waiting, behind what was posted before: the thread that receives may not wait for the other side,
   * which may wait for it. If there is no room another thread waits for it. A peer that makes us answer without end and
   * takes nothing ends its connection.
   */
  void post(Frame frame) {
    synchronized (backlog) {
      if (backlog.isEmpty() && (posted(frame) || connection.isOver())) {
        return;
      }
      if (backlog.size() < mostBacklog) {
        backlog.add(frame);
        if (backlog.size() == 1) {
          Thread.ofVirtual().name("ferry-rpc-post").start(this::sendBacklog);
        }
        return;
      }
      backlog.clear();
    }
    CloseReason reason = new CloseReason.ProtocolError(mostBacklog + " frames wait, and the other side takes none");
    connection.end(new Ending(reason, reason.describe(), true));
  }

  private boolean posted(Frame frame) {
    try {
      return end.trySend(frame);
    } catch (DisconnectedException | HandleStateException unheard) {
      return true; // the connection ends, or has ended: nobody waits for this any more
    } catch (IpcException unsent) {
      return false; // for want of memory, mostly: there may be some when it is sent behind the backlog
    }
  }

  private void sendBacklog() {
    Frame next = first();
    while (next != null) {
      try {
        send(next);
      } catch (DisconnectedException | HandleStateException unheard) {
        // As in posted.
      } catch (IpcException unsent) {
        // Somebody over there waits for it, and would do so for ever.
        CloseReason.Closed reason = Fault.goodbye("the other side could not be told: " + unsent.getMessage());
        connection.end(new Ending(reason, reason.text(), true));
      }
      next = nextBehind(next);
    }
  }

  private @Nullable Frame first() {
    synchronized (backlog) {
      return backlog.peek();
    }
  }

  // It is taken out only now, so that nothing overtakes it.
  private @Nullable Frame nextBehind(Frame sent) {
    synchronized (backlog) {
      if (backlog.peek() == sent) { // else all was dropped meanwhile
        backlog.remove();
      }
      if (backlog.isEmpty()) {
        backlog.notifyAll();
      }
      return backlog.peek();
    }
  }

  /** Waits until everything that was posted is sent, at most until {@code deadline}. */
  void awaitPosted(Deadline deadline) throws InterruptedException {
    synchronized (backlog) {
      while (!backlog.isEmpty() && !deadline.passed()) {
        TimeUnit.NANOSECONDS.timedWait(backlog, Math.max(1, deadline.remainingNanos()));
      }
    }
  }

  /** {@return what has arrived, if anything}; as {@link Duplex#tryTake()} */
  Received<Delivery<Frame>> tryTake() throws IpcException {
    return end.tryTake();
  }

  /**
   * Waits until something may have arrived, {@link #wake}, or the deadline; {@code caller} says whether to wait at all.
   */
  void awaitArrival(Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    var unused = EndAccess.get().hold(end);
    try {
      port.awaitArrival(deadline, caller);
    } finally {
      EndAccess.get().drop(end);
    }
  }

  /** Ends {@link #awaitArrival}. */
  void wake() {
    port.wake();
  }

  void close(CloseReason.Closed reason) {
    end.close(reason);
  }
}
