package org.ferryipc.core;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.SendPort;

/**
 * One reference to the sending end of a channel of plain bytes: no codec, no handles, no allocation.
 *
 * <p>Order, closing, sharing and back-pressure as with {@link IpcSender}. A message may be empty.
 */
public final class BytesSender extends Owned implements Handle {
  private final SendPort port;
  private final ChannelOptions options;

  BytesSender(SendPort port, ChannelOptions options, Ownership ownership, Tether life) {
    super(ownership, life);
    this.port = port;
    this.options = options;
    port.prefer(options);
  }

  BytesSender(SendPort port, ChannelOptions options, Ownership ownership) {
    this(port, options, ownership, CleanupNet.watch(ownership));
  }

  /**
   * Sends all bytes of {@code message}, heap or native; waits while the queue is full.
   *
   * @throws org.ferryipc.core.failure.DisconnectedException if no receiver is left
   * @throws LimitExceededException if it is longer than the limit of this channel
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if the system has no room for it; try later
   * @throws InterruptedException if the thread is interrupted while it waits; nothing was sent
   * @throws IllegalStateException if the arena of {@code message} is closed
   * @throws WrongThreadException if {@code message} belongs to another thread
   * @throws org.ferryipc.core.failure.HandleStateException if this sender is moved, closed or in use; also when another
   *     thread closes or moves it during the wait
   */
  public void send(MemorySegment message) throws IpcException, InterruptedException {
    boolean unused = push(message, Deadline.NEVER);
  }

  /**
   * Sends the remaining bytes of {@code message} and moves its position to its limit; see {@link #send(MemorySegment)}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public void send(ByteBuffer message) throws IpcException, InterruptedException {
    boolean unused = push(message, Deadline.NEVER);
  }

  /**
   * Sends {@code message} if that is possible at once.
   *
   * @return whether it was sent
   * @throws IpcException as {@link #send(MemorySegment)}
   */
  public boolean trySend(MemorySegment message) throws IpcException {
    try {
      return push(message, Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * As {@link #send(MemorySegment)}, but waits no longer than {@code limit}.
   *
   * @return whether it was sent
   * @throws IpcException as {@link #send(MemorySegment)}
   * @throws InterruptedException as {@link #send(MemorySegment)}
   */
  public boolean trySend(MemorySegment message, Duration limit) throws IpcException, InterruptedException {
    return push(message, Deadline.after(limit));
  }

  /**
   * Sends the remaining bytes of {@code message} if that is possible at once, and then moves its position to its limit.
   *
   * @return whether they were sent; if not, the position is as before
   * @throws IpcException as {@link #send(MemorySegment)}
   */
  public boolean trySend(ByteBuffer message) throws IpcException {
    try {
      return push(message, Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * As {@link #trySend(ByteBuffer)}, but waits no longer than {@code limit}.
   *
   * @return whether they were sent; if not, the position is as before
   * @throws IpcException as {@link #send(MemorySegment)}
   * @throws InterruptedException as {@link #send(MemorySegment)}
   */
  public boolean trySend(ByteBuffer message, Duration limit) throws IpcException, InterruptedException {
    return push(message, Deadline.after(limit));
  }

  private boolean push(ByteBuffer message, Deadline deadline) throws IpcException, InterruptedException {
    boolean sent = push(MemorySegment.ofBuffer(message), deadline);
    if (sent) {
      message.position(message.limit());
    }
    return sent;
  }

  private boolean push(MemorySegment message, Deadline deadline) throws IpcException, InterruptedException {
    long length = message.byteSize();
    if (length > options.limits().messageBytes()) {
      throw new LimitExceededException(label(), "messageBytes", options.limits().messageBytes(), length);
    }
    CallerMemory.checkUsable(message);
    ownership.requireOpen(this);
    try {
      return port.trySendBytes(message, 0, length) || pushLater(message, length, deadline);
    } catch (IpcException e) {
      throw named(e);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  // There was no room. Who waits is to be woken, so it holds the end, which a try need not.
  private boolean pushLater(MemorySegment message, long length, Deadline deadline)
      throws IpcException, InterruptedException {
    ownership.hold(this);
    try {
      do {
        refuseIfOver();
        if (deadline == Deadline.AT_ONCE || deadline.passed()) {
          return false;
        }
        port.awaitRoom(deadline, ownership);
        refuseIfOver();
      } while (!port.trySendBytes(message, 0, length));
      return true;
    } finally {
      ownership.drop();
    }
  }

  /**
   * Lends memory of this channel in which a message of up to {@code size} bytes can be written where it will be read.
   *
   * @return all zero; the calling thread's, to be sent or closed
   * @throws IllegalArgumentException if {@code size} is not more than 0
   * @throws LimitExceededException if it is over the limit of this channel
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if the system has no memory for it; try later
   * @throws org.ferryipc.core.failure.HandleStateException if this sender is moved, closed or in use
   */
  public LoanedMessage loan(long size) throws IpcException {
    return LoanedMessage.of(this, port, options.limits(), size);
  }

  /** {@return the memory in which the large and loaned messages of this end travel} */
  public ChannelRegions regions() {
    return new PortsRegions(port);
  }

  /**
   * {@return another reference to the same end}; see {@link IpcSender#share}
   *
   * @throws org.ferryipc.core.failure.HandleStateException if this reference is moved, closed or in use
   */
  public BytesSender share() {
    ownership.hold(this);
    try {
      shareOf(port);
      return new BytesSender(port, options, new Ownership(port));
    } finally {
      ownership.drop();
    }
  }

  /**
   * {@return this end with other options}; this object is moved. See {@link IpcSender#withOptions}.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public BytesSender withOptions(ChannelOptions other) {
    SendPort moved = moveOut(SendPort.class, false, "withOptions()");
    return new BytesSender(moved, other.withReach(options.reach()), new Ownership(moved));
  }

  /** Closes this reference with a reason for the receiver; see {@link IpcSender#close(CloseReason.Closed)}. */
  public void close(CloseReason.Closed reason) {
    ownership.closeQuietly(reason);
  }

  /** Closes this reference; see {@link Handle#close}. Never blocks. */
  @Override
  public void close() {
    ownership.closeQuietly();
  }

  @Override
  String label() {
    return "BytesSender";
  }
}
