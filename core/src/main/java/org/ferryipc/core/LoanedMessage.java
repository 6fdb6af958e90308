package org.ferryipc.core;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Objects;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Loan;
import org.ferryipc.core.transport.SendPort;

/**
 * A message that is written where its receiver reads it: memory of a channel, lent to the thread that asked for it.
 *
 * {@snippet :
 * try (LoanedMessage message = sender.loan(file.size())) {
 *   message.shorten(file.read(message.segment().asByteBuffer()));
 *   message.send();
 * }
 * }
 *
 * <p>It belongs to its thread: for all others every call but {@link #size} and {@link #toString} throws {@link
 * WrongThreadException}. It ends by being sent or closed; in a try-with-resources block no path can lose it. One that is lost
 * all the same is given back by the cleanup net.
 *
 * <p>The memory is zero at first. A receiver that reads what is no message yet sees what was written until then, so nothing
 * belongs here that the receiver must not see. Between processes the segment ends with the message: using it afterwards throws.
 * Within a process the memory is the heap's and cannot be revoked; writing to a segment that was kept changes messages of the
 * same channel then.
 *
 * <p>What it does not do: carry handles. Where a channel has no room for the region that the message needs, it is private
 * memory and is copied when it is sent; nothing else is different.
 */
public final class LoanedMessage implements AutoCloseable {
  private final Owned end;
  private final SendPort port;
  private final Loan loan;
  private final Ownership ownership;
  @SuppressWarnings("unused") // reachable from here and from the segment, so that the cleanup net sees a loan that was lost
  private final Tether tether;
  private final Thread borrower = Thread.currentThread();
  private final Arena life = Arena.ofConfined();
  private final MemorySegment segment;
  private final long size;
  private long length;

  private LoanedMessage(Owned end, SendPort port, Loan loan, Ownership ownership, long size) throws IpcException {
    this.end = end;
    this.port = port;
    this.loan = loan;
    this.ownership = ownership;
    this.tether = CleanupNet.watch(ownership);
    this.segment = loan.memory(life, tether);
    this.size = size;
    this.length = size;
    ownership.heldBy(LoanedMessage.class);
  }

  /** Borrows from the port of {@code end}. */
  static LoanedMessage of(Owned end, SendPort port, Limits limits, long size) throws IpcException {
    if (size <= 0) {
      throw new IllegalArgumentException(
          "a loan of " + size + " bytes: it has at least one; an empty message needs no memory");
    }
    if (size > limits.messageBytes()) {
      throw new LimitExceededException(end.label(), "messageBytes", limits.messageBytes(), size);
    }
    end.ownership.hold(end);
    try {
      Ownership ownership = new Ownership(port.loan(size));
      boolean made = false;
      try {
        LoanedMessage message = new LoanedMessage(end, port, (Loan) ownership.resource(), ownership, size);
        made = true;
        return message;
      } finally {
        if (!made) {
          ownership.closeQuietly();
        }
      }
    } catch (IpcException e) {
      throw end.named(e);
    } finally {
      end.ownership.drop();
      Reference.reachabilityFence(end);
    }
  }

  /**
   * {@return the memory to write to}; all of it is sent, unless {@link #shorten} says less
   *
   * @throws org.ferryipc.core.failure.HandleStateException if the message was sent or closed
   * @throws WrongThreadException if another thread has borrowed it
   */
  public MemorySegment segment() {
    requireMine();
    return segment;
  }

  /** {@return how many bytes were lent} */
  public long size() {
    return size;
  }

  /**
   * Says that only the first {@code bytes} are the message. What was written behind them may be wiped when it is sent, and by a
   * try that fails.
   *
   * @return this
   * @throws IndexOutOfBoundsException if they are not from 0 to {@link #size}
   * @throws org.ferryipc.core.failure.HandleStateException if the message was sent or closed
   * @throws WrongThreadException if another thread has borrowed it
   */
  public LoanedMessage shorten(long bytes) {
    requireMine();
    length = Objects.checkIndex(bytes, size + 1);
    return this;
  }

  /**
   * Sends the message, which is over then; waits while the queue is full.
   *
   * <p>On any exception nothing was sent, and the message can be sent again or must be closed.
   *
   * @throws org.ferryipc.core.failure.DisconnectedException if no receiver is left
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if the system has no room for it; try later
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws org.ferryipc.core.failure.HandleStateException if the message was sent or closed; if its sender is moved, closed
   *     or in use, also when another thread closes or moves it during the wait
   * @throws WrongThreadException if another thread has borrowed it
   */
  public void send() throws IpcException, InterruptedException {
    boolean unused = push(Deadline.NEVER);
  }

  /**
   * As {@link #send} if that is possible at once; else changes nothing.
   *
   * @return whether it was sent
   * @throws IpcException as {@link #send}
   */
  public boolean trySend() throws IpcException {
    try {
      return push(Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * As {@link #send}, but waits no longer than {@code limit}.
   *
   * @return whether it was sent; if not, nothing has changed
   * @throws IpcException as {@link #send}
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean trySend(Duration limit) throws IpcException, InterruptedException {
    return push(Deadline.after(limit));
  }

  private boolean push(Deadline deadline) throws IpcException, InterruptedException {
    requireThread();
    String mover = "send on " + end.label();
    ownership.lease(this, true);
    boolean sent = false;
    try {
      end.ownership.hold(end);
      try {
        sent = pushHeld(deadline);
      } catch (IpcException e) {
        throw end.named(e);
      } finally {
        end.ownership.drop();
      }
      return sent;
    } finally {
      if (sent) {
        ownership.commit(mover);
        life.close();
      } else {
        ownership.rollback();
      }
      Reference.reachabilityFence(end);
    }
  }

  private boolean pushHeld(Deadline deadline) throws IpcException, InterruptedException {
    while (!loan.trySend(length)) {
      end.refuseIfOver();
      if (deadline == Deadline.AT_ONCE || deadline.passed()) {
        return false;
      }
      port.awaitRoom(deadline, end.ownership);
      end.refuseIfOver();
    }
    return true;
  }

  private void requireMine() {
    requireThread();
    if (ownership.isOver()) {
      throw ownership.refusal(this);
    }
  }

  private void requireThread() {
    if (Thread.currentThread() != borrower) {
      throw new WrongThreadException(this + " was lent to " + borrower + ", this is " + Thread.currentThread());
    }
  }

  /**
   * Gives the memory back unsent. Does nothing if the message was sent or closed.
   *
   * @throws WrongThreadException if another thread has borrowed it, and it is not over
   */
  @Override
  public void close() {
    if (!ownership.isOver()) {
      requireThread();
      life.close(); // first: nothing is written from now on
      ownership.closeQuietly();
    }
  }

  /** {@return the size and the state} */
  @Override
  public String toString() {
    return "LoanedMessage(" + size + " bytes)[" + Owned.describe(ownership.state()) + "]";
  }
}
