package org.ferryipc.core;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.LentRegion;
import org.ferryipc.core.transport.MemoryRoom;
import org.ferryipc.core.transport.Resource;
import org.jspecify.annotations.Nullable;

/**
 * A received message that is read where its sender wrote it. The memory goes back to the sender with {@link #close}; until then
 * it has that much less. It belongs to the thread that took it: for all others every call but {@link #length} and {@link
 * #toString} throws {@link WrongThreadException}.
 *
 * <p>Nothing is copied, so nothing protects what is read from the sender: one that breaks the rules can change it at any moment,
 * also between a check and the use of what was checked. Copy what has to hold still. Reading cannot fail because of the
 * sender, and shows nothing but its channel's memory.
 *
 * <p>Any message can be taken this way. One that came otherwise than in a region (a short one, or one with handles, which are
 * closed) is a private copy; nothing else is different. Between processes the segment ends with {@link #close}: using it afterwards
 * throws. Within a process memory cannot be revoked, and a segment that was kept shows later messages of the channel.
 */
public final class ReceivedLoan implements AutoCloseable {
  private final Thread taker = Thread.currentThread();
  private final Arena life = Arena.ofConfined();
  private final MemorySegment segment;
  private final long length;
  private final @Nullable Ownership ownership; // of the region; null if the message was copied
  @SuppressWarnings("unused") // reachable from here and from the segment, so that the cleanup net sees one that was lost
  private final @Nullable Tether tether;
  private boolean closed;

  private ReceivedLoan(Ownership owned) {
    ownership = owned;
    tether = CleanupNet.watch(owned);
    owned.heldBy(ReceivedLoan.class);
    segment = ((LentRegion) owned.resource()).memory(life, tether);
    length = segment.byteSize();
  }

  private ReceivedLoan(byte[] bytes, int offset, int count) throws IpcException {
    ownership = null;
    tether = null;
    MemorySegment copy = MemoryRoom.segment(life, count, Long.BYTES, "a copy of a message, which is lost,");
    MemorySegment.copy(bytes, offset, copy, ValueLayout.JAVA_BYTE, 0, count);
    segment = copy.asReadOnly();
    length = count;
  }

  static ReceivedLoan of(Incoming message) throws IpcException {
    if (message.resources().size() == 1 && message.resources().getFirst() instanceof LentRegion region) {
      Ownership owned = new Ownership(region);
      boolean made = false;
      try {
        ReceivedLoan loan = new ReceivedLoan(owned);
        made = true;
        return loan;
      } finally {
        if (!made) {
          owned.closeQuietly();
        }
      }
    }
    for (Resource stray : message.resources()) {
      CloseFailures.releaseQuietly(stray);
    }
    return new ReceivedLoan(message.bytes(), message.offset(), message.length());
  }

  /** {@return the next message of {@code from}, which is called {@code label}} */
  static ReceivedLoan take(Receiving from, String label) throws IpcException, InterruptedException {
    return switch (from.nextInPlace(Deadline.NEVER)) {
      case Incoming message -> of(message);
      case Arrival.End over -> throw new DisconnectedException(label, over.reason());
      case Arrival.Nothing n -> throw new AssertionError("an unbounded wait ended with nothing");
    };
  }

  static Received<ReceivedLoan> poll(Receiving from, Deadline deadline) throws IpcException, InterruptedException {
    return switch (from.nextInPlace(deadline)) {
      case Incoming message -> new Received.Message<>(of(message));
      case Arrival.End over -> new Received.Closed<>(over.reason());
      case Arrival.Nothing n -> new Received.Empty<>();
    };
  }

  static Received<ReceivedLoan> poll(Receiving from) throws IpcException {
    try {
      return poll(from, Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * {@return the message, read-only}
   *
   * @throws HandleClosedException if it was closed
   * @throws WrongThreadException if another thread took it
   */
  public MemorySegment segment() {
    requireThread();
    if (closed) {
      throw new HandleClosedException(toString());
    }
    return segment;
  }

  /** {@return how long the message is} */
  public long length() {
    return length;
  }

  /**
   * Gives the memory back to the sender. Idempotent: it never gives back what the sender has made of the memory since.
   *
   * @throws WrongThreadException if another thread took it, and it is open
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    requireThread();
    closed = true;
    life.close(); // first: nothing is read from now on
    Ownership region = ownership;
    if (region != null) {
      region.closeQuietly();
    }
  }

  private void requireThread() {
    if (Thread.currentThread() != taker) {
      throw new WrongThreadException(this + " was taken by " + taker + ", this is " + Thread.currentThread());
    }
  }

  /** {@return the length} */
  @Override
  public String toString() {
    return "ReceivedLoan(" + length + " bytes)";
  }
}
