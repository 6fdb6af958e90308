package org.ferryipc.rpc;

import java.time.Duration;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Waiting;

/** The two-way channel of one connection. Any thread sends; only the one that leads receives. */
final class Wire {
  private final DuplexPort port;
  private final Duplex<Frame, Frame> end;

  private Wire(DuplexPort port, Duplex<Frame, Frame> end) {
    this.port = port;
    this.end = end;
  }

  /** Moves a two-way end here, whatever its types. */
  static Wire over(Duplex<?, ?> any, ChannelOptions channel, Connection connection) {
    DuplexPort port = (DuplexPort) EndAccess.get().detach(any, "a connection for calls");
    MessageType<Frame> type = MessageType.of(Frame.class);
    ChannelOptions options =
        channel.withReach(port.reach()).withCodec(FrameCodec.of(channel.codec(), connection));
    return new Wire(port, EndAccess.get().duplex(port, type, type, options));
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
    boolean interrupted = false;
    boolean sent = false;
    try {
      while (!sent) {
        try {
          sent = trySend(frame, Deadline.NEVER);
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Sends without waiting: the thread that receives may not wait for the other side, which may wait for it. If there is
   * no room another thread waits for it.
   */
  void post(Frame frame) {
    try {
      if (!end.trySend(frame)) {
        Thread.ofVirtual().name("ferry-rpc-post").start(() -> postWaiting(frame));
      }
    } catch (IpcException | HandleStateException unheard) {
      // The connection ends, or has ended: nobody waits for this any more.
    }
  }

  /** Sends in this thread, waiting for room, if the connection has not ended. */
  void postWaiting(Frame frame) {
    try {
      send(frame);
    } catch (IpcException | HandleStateException unheard) {
      // As in post.
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
