package org.ferryipc.core;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Gathered;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.ReceivePort.BytesOutcome;
import org.ferryipc.core.transport.Resource;

/**
 * The receiving end of a channel of plain bytes. Order, end and turns as with {@link IpcReceiver}.
 *
 * <p>Receiving into a caller's buffer allocates nothing. Handles that a peer attaches to a message are closed: a bytes
 * channel carries none.
 */
public final class BytesReceiver extends Owned implements Handle {
  /** What {@link #tryReceive(MemorySegment)} returns when nothing is there; a message's length is never negative. */
  public static final int EMPTY = -1;

  private final ReceivePort port;
  private final ChannelOptions options;
  private final Limits limits;
  private final ReentrantLock turn = new ReentrantLock();
  private final Receiving receiving;

  BytesReceiver(ReceivePort port, ChannelOptions options, Ownership ownership, Tether life) {
    super(ownership, life);
    this.port = port;
    this.options = options;
    this.limits = options.limits();
    this.receiving = new Receiving(this, port, options, turn);
  }

  BytesReceiver(ReceivePort port, ChannelOptions options, Ownership ownership) {
    this(port, options, ownership, CleanupNet.watch(ownership));
  }

  /**
   * Waits for the next message and copies it to the beginning of {@code into}. What stands behind the message, or anywhere
   * in {@code into} after a call that gave none, is undefined: it is received into before anything is known of it.
   *
   * @return its length, which may be 0
   * @throws LimitExceededException if {@code into} is too small: the exception has the size that is needed, and the
   *     message stays the next one; also if the message is over a limit of this channel: then it is lost
   * @throws DisconnectedException if no sender is left and everything was read
   * @throws org.ferryipc.core.failure.MalformedMessageException if the peer broke the protocol; the channel has ended
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if the system has no room for it: handles that a peer put
   *     into it found no free descriptors; it is lost
   * @throws InterruptedException if the thread is interrupted while it waits; nothing was taken
   * @throws IllegalArgumentException if {@code into} is read-only
   * @throws IllegalStateException if the arena of {@code into} is closed
   * @throws WrongThreadException if {@code into} belongs to another thread
   * @throws org.ferryipc.core.failure.HandleStateException if the receiver is moved, closed or in use; also when another
   *     thread closes it during the wait
   */
  public int receive(MemorySegment into) throws IpcException, InterruptedException {
    return poll(into, Deadline.NEVER);
  }

  /**
   * As {@link #receive(MemorySegment)}, into the remaining space of {@code into}, whose position moves on by the length.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public int receive(ByteBuffer into) throws IpcException, InterruptedException {
    return poll(into, Deadline.NEVER);
  }

  /**
   * Waits for the next message.
   *
   * @return its bytes, in an array of their length
   * @throws IpcException as {@link #receive(MemorySegment)}
   * @throws InterruptedException as {@link #receive(MemorySegment)}
   */
  public byte[] receive() throws IpcException, InterruptedException {
    return switch (receiving.next(Deadline.NEVER)) {
      case Incoming message -> bytesOf(message);
      case Arrival.End over -> throw new DisconnectedException(label(), over.reason());
      case Arrival.Nothing n -> throw new AssertionError("an unbounded wait ended with nothing");
    };
  }

  /**
   * Takes the next message if it is there; never waits.
   *
   * @return its length, or {@link #EMPTY}
   * @throws IpcException as {@link #receive(MemorySegment)}
   */
  public int tryReceive(MemorySegment into) throws IpcException {
    try {
      return poll(into, Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * Waits for the next message, no longer than {@code limit}.
   *
   * @return its length, or {@link #EMPTY}
   * @throws IpcException as {@link #receive(MemorySegment)}
   * @throws InterruptedException as {@link #receive(MemorySegment)}
   */
  public int tryReceive(MemorySegment into, Duration limit) throws IpcException, InterruptedException {
    return poll(into, Deadline.after(limit));
  }

  /**
   * As {@link #tryReceive(MemorySegment)}, into the remaining space of {@code into}, whose position moves on by the length.
   *
   * @return the message's length, or {@link #EMPTY}
   * @throws IpcException as {@link #receive(MemorySegment)}
   */
  public int tryReceive(ByteBuffer into) throws IpcException {
    try {
      return poll(into, Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * As {@link #tryReceive(ByteBuffer)}, but waits no longer than {@code limit}.
   *
   * @return the message's length, or {@link #EMPTY}
   * @throws IpcException as {@link #receive(MemorySegment)}
   * @throws InterruptedException as {@link #receive(MemorySegment)}
   */
  public int tryReceive(ByteBuffer into, Duration limit) throws IpcException, InterruptedException {
    return poll(into, Deadline.after(limit));
  }

  /**
   * As {@link IpcReceiver#tryReceive()}, with the bytes in a fresh array.
   *
   * @throws IpcException as {@link #receive(MemorySegment)}, but for the end, which is a value
   */
  public Received<byte[]> tryReceive() throws IpcException {
    try {
      return received(receiving.next(Deadline.AT_ONCE));
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * As {@link IpcReceiver#tryReceive(Duration)}, with the bytes in a fresh array.
   *
   * @throws IpcException as {@link #receive(MemorySegment)}, but for the end, which is a value
   * @throws InterruptedException as {@link #receive(MemorySegment)}
   */
  public Received<byte[]> tryReceive(Duration limit) throws IpcException, InterruptedException {
    return received(receiving.next(Deadline.after(limit)));
  }

  /**
   * Waits for the next message, to be read in the memory in which its sender wrote it. See {@link BytesSender#loan}.
   *
   * @return the message, which belongs to the calling thread and must be closed
   * @throws IpcException as {@link #receive(MemorySegment)}, decoding apart
   * @throws InterruptedException if the thread is interrupted while it waits; nothing was taken
   */
  public ReceivedLoan takeLoaned() throws IpcException, InterruptedException {
    return ReceivedLoan.take(receiving, label());
  }

  /**
   * As {@link #takeLoaned}, if a message is there; never waits.
   *
   * @throws IpcException as {@link #takeLoaned}, but for the end, which is a value
   */
  public Received<ReceivedLoan> tryTakeLoaned() throws IpcException {
    return ReceivedLoan.poll(receiving);
  }

  /**
   * As {@link #takeLoaned}, but waits no longer than {@code limit}.
   *
   * @throws IpcException as {@link #takeLoaned}, but for the end, which is a value
   * @throws InterruptedException as {@link #takeLoaned}
   */
  public Received<ReceivedLoan> tryTakeLoaned(Duration limit) throws IpcException, InterruptedException {
    return ReceivedLoan.poll(receiving, Deadline.after(limit));
  }

  private int poll(ByteBuffer into, Deadline deadline) throws IpcException, InterruptedException {
    int length = poll(MemorySegment.ofBuffer(into), deadline);
    if (length != EMPTY) {
      into.position(into.position() + length);
    }
    return length;
  }

  // The loop of Receiving.waitFor once more, without the function object: this path allocates nothing.
  private int poll(MemorySegment into, Deadline deadline) throws IpcException, InterruptedException {
    if (into.isReadOnly()) {
      throw new IllegalArgumentException("the buffer is read-only");
    }
    CallerMemory.checkUsable(into);
    int atHand = takeAtHand(into);
    if (atHand != EMPTY) {
      return atHand;
    }
    ownership.hold(this);
    try {
      if (!turn.tryLock()) {
        if (deadline == Deadline.AT_ONCE) {
          return EMPTY;
        } else if (!deadline.bounded()) {
          turn.lockInterruptibly();
        } else if (!turn.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
          return EMPTY;
        }
      }
      try {
        while (true) {
          refuseIfOver();
          BytesOutcome outcome = look(into, deadline);
          boolean last = outcome == BytesOutcome.NOTHING && (deadline == Deadline.AT_ONCE || deadline.passed());
          if (last && glance()) {
            outcome = look(into, deadline);
          }
          switch (outcome) {
            case TAKEN -> {
              return port.lastLength();
            }
            case TOO_SMALL -> throw tooSmall(into);
            case END -> throw new DisconnectedException(label(), port.endReason());
            case NOTHING -> {
              if (last) {
                return EMPTY;
              }
              await(deadline);
            }
          }
        }
      } finally {
        turn.unlock();
      }
    } finally {
      ownership.drop();
      Reference.reachabilityFence(this);
    }
  }

  // As Receiving.takeAtHand.
  private int takeAtHand(MemorySegment into) throws IpcException {
    if (!ownership.beginBrief()) {
      return EMPTY;
    }
    try {
      return switch (port.takeBytesAtHand(into, limits)) {
        case TAKEN -> port.lastLength();
        case TOO_SMALL -> throw tooSmall(into);
        case NOTHING, END -> EMPTY;
      };
    } catch (IpcException e) {
      throw named(e);
    } finally {
      ownership.endBrief();
      Reference.reachabilityFence(this);
    }
  }

  private LimitExceededException tooSmall(MemorySegment into) {
    return new LimitExceededException(label(), "buffer size", into.byteSize(), port.lastLength());
  }

  private boolean glance() throws IpcException {
    try {
      return port.glance();
    } catch (IpcException e) {
      throw named(e);
    }
  }

  private BytesOutcome look(MemorySegment into, Deadline deadline) throws IpcException {
    try {
      return port.tryReceiveBytes(into, limits, !deadline.bounded());
    } catch (IpcException e) {
      throw named(e);
    }
  }

  private void await(Deadline deadline) throws IpcException, InterruptedException {
    try {
      port.awaitBeforeTry(deadline, ownership);
    } catch (IpcException e) {
      throw named(e);
    }
  }

  Receiving receiving() {
    return receiving;
  }

  /** {@return a new handle for the same port}, of which only one may live on */
  Gathered<BytesReceiver, byte[]> again() {
    Ownership owned = new Ownership(port);
    BytesReceiver fresh = new BytesReceiver(port, options, owned);
    return new Gathered<>(fresh, port, options, message -> new Delivery<>(bytesOf(message), List.of()));
  }

  private static Received<byte[]> received(Arrival found) {
    return switch (found) {
      case Incoming message -> new Received.Message<>(bytesOf(message));
      case Arrival.End over -> new Received.Closed<>(over.reason());
      case Arrival.Nothing n -> new Received.Empty<>();
    };
  }

  private static byte[] bytesOf(Incoming message) {
    for (Resource stray : message.resources()) {
      CloseFailures.releaseQuietly(stray);
    }
    byte[] bytes = message.bytes();
    return message.offset() == 0 && message.length() == bytes.length
        ? bytes
        : java.util.Arrays.copyOfRange(bytes, message.offset(), message.offset() + message.length());
  }

  /**
   * {@return this end with other options}; this object is moved. See {@link IpcSender#withOptions}.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public BytesReceiver withOptions(ChannelOptions other) {
    ReceivePort moved = moveOut(ReceivePort.class, true, "withOptions()");
    return new BytesReceiver(moved, other.withReach(options.reach()), new Ownership(moved));
  }

  /** Closes the receiver; see {@link IpcReceiver#close}. */
  @Override
  public void close() {
    ownership.closeQuietly();
  }

  @Override
  String label() {
    return "BytesReceiver";
  }
}
