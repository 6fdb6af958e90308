package org.ferryipc.core.inprocess;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.MemoryRoom;
import org.ferryipc.core.transport.RawMemory;
import org.ferryipc.core.transport.ReceivePort.BytesOutcome;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.core.transport.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a channel within the process, bounded as a socket's queue is.
 *
 * <p>Everything is guarded by {@code lock}, which is held for no user code and no waiting but on its own conditions. A
 * waiter asks {@link Waiting#isOver} under the lock before it sleeps; who closes marks the handle first and takes the lock
 * to signal second. So no wake-up falls between.
 */
final class MessageQueue {
  // As a socket: the default send buffer of Linux, what the kernel charges for its smallest packet (which gives 278 of
  // them), and what it charges beside the bytes of a larger one.
  private static final int CAPACITY = 212_992;
  private static final int SMALLEST = 768;
  private static final int OVERHEAD = 576;
  // The largest packet; a larger message travels in memory of its own, beside the queue.
  private static final int LARGEST_CHARGED = (208 << 10) - 32;
  // That memory is the heap here, so it has a bound too: as much as two messages of the largest usual size
  // (Limits.DEFAULT). The one that reaches it is still taken, so no message is too large for an empty queue.
  private static final long MOST_BESIDE = 128L << 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Condition room = lock.newCondition();
  private final int mostDescriptors;
  private final LeafResources leaves = new LeafResources();

  private final ArrayDeque<Incoming> messages = new ArrayDeque<>(); // guarded by lock
  private long charged; // guarded by lock
  private long beside; // guarded by lock
  private int descriptors; // guarded by lock
  private int senders = 1; // guarded by lock
  private boolean receiverGone; // guarded by lock
  private CloseReason.Closed goodbye = CloseReason.Closed.ORDERLY; // guarded by lock
  private @Nullable WatchedQueue watch; // guarded by lock

  MessageQueue(Limits limits) {
    this.mostDescriptors = limits.queuedDescriptors();
  }

  boolean offer(MemorySegment buffer, long offset, long length, List<Resource> resources)
      throws DisconnectedException, LimitExceededException, ResourceExhaustedException {
    // Megabytes are copied before the lock is taken, so that nobody waits for that; unless it would be in vain.
    byte[] large = length > LARGEST_CHARGED && !isFull() ? copy(buffer, offset, length) : null;
    lock.lock();
    try {
      if (receiverGone) {
        throw new DisconnectedException("in-process channel", CloseReason.Closed.ORDERLY);
      }
      if (resources.size() > mostDescriptors) {
        throw new LimitExceededException("in-process channel", "queuedDescriptors", mostDescriptors, resources.size());
      }
      if (full() || senders == 0) {
        return false;
      }
      byte[] copy = large != null ? large : copy(buffer, offset, length);
      List<Resource> moved = forReceiver(resources);
      leaves.add(moved);
      messages.add(new Incoming(copy, 0, copy.length, moved));
      charged += chargeFor(length);
      beside += besideFor(length);
      descriptors += moved.size();
      arrived.signal();
      report();
    } finally {
      lock.unlock();
    }
    for (int i = 0; i < resources.size(); i++) {
      if (resources.get(i) instanceof RawMemory memory) {
        memory.left();
      }
    }
    return true;
  }

  /** As the other, for a message in a region, which stays there. */
  boolean offer(HeapRegion region, int length) throws DisconnectedException {
    lock.lock();
    try {
      if (receiverGone) {
        throw new DisconnectedException("in-process channel", CloseReason.Closed.ORDERLY);
      }
      if (full() || senders == 0) {
        return false;
      }
      messages.add(new Incoming(region.bytes(), 0, length, List.of(region.lend(length))));
      charged += chargeFor(length);
      beside += besideFor(length);
      arrived.signal();
      report();
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean isFull() {
    lock.lock();
    try {
      return full();
    } finally {
      lock.unlock();
    }
  }

  private static byte[] copy(MemorySegment buffer, long offset, long length) throws ResourceExhaustedException {
    return MemoryRoom.copy(buffer, offset, length, "sending a message");
  }

  private static List<Resource> forReceiver(List<Resource> resources) {
    if (resources.isEmpty()) {
      return List.of();
    }
    List<Resource> there = new ArrayList<>(resources);
    there.replaceAll(resource -> resource instanceof RawMemory memory ? memory.forReceiver() : resource);
    return there;
  }

  Arrival take(Limits limits) throws LimitExceededException, ResourceExhaustedException {
    Arrival found = takeInPlace(limits);
    return found instanceof Incoming message && QueuedMessage.isLent(message) ? QueuedMessage.copied(message) : found;
  }

  /** As {@link #take}; a message in a region stays there. */
  Arrival takeInPlace(Limits limits) throws LimitExceededException {
    Incoming message;
    lock.lock();
    try {
      if (messages.isEmpty()) {
        return senders > 0 ? Arrival.Nothing.INSTANCE : new Arrival.End(goodbye);
      }
      message = removeFirst();
    } finally {
      lock.unlock();
    }
    QueuedMessage.check(message, limits);
    return message;
  }

  /** Copies the first message to {@code into} if it fits. {@code length} receives its length. */
  BytesOutcome takeBytes(MemorySegment into, Limits limits, int[] length) throws LimitExceededException {
    Incoming message;
    lock.lock();
    try {
      Incoming first = messages.peekFirst();
      if (first == null) {
        return senders > 0 ? BytesOutcome.NOTHING : BytesOutcome.END;
      }
      length[0] = first.length();
      if (first.length() > into.byteSize() && first.length() <= limits.messageBytes()) {
        return BytesOutcome.TOO_SMALL;
      }
      message = removeFirst();
    } finally {
      lock.unlock();
    }
    QueuedMessage.check(message, limits);
    try {
      MemorySegment.copy(message.bytes(), message.offset(), into, ValueLayout.JAVA_BYTE, 0, message.length());
    } finally {
      QueuedMessage.releaseAll(message.resources()); // a region too, which is the sender's then
    }
    return BytesOutcome.TAKEN;
  }

  CloseReason reason() {
    lock.lock();
    try {
      return goodbye;
    } finally {
      lock.unlock();
    }
  }

  void awaitArrival(Deadline deadline, Waiting caller) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (quiet() && !caller.isOver()) {
        await(arrived, deadline);
      }
    } finally {
      lock.unlock();
    }
  }

  void awaitRoom(Deadline deadline, Waiting caller) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if ((full() || senders == 0) && !receiverGone && !caller.isOver()) {
        await(room, deadline);
      }
    } finally {
      lock.unlock();
    }
  }

  void wake() {
    lock.lock();
    try {
      arrived.signalAll();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Counts one more sender.
   *
   * @throws HandleClosedException if none is left: the caller's was moved under the call and has ended, and what has ended
   *     never begins again
   */
  void shareSender() {
    lock.lock();
    try {
      if (senders == 0) {
        throw new HandleClosedException("in-process sender");
      }
      senders++;
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether it was the last} */
  boolean releaseSender(CloseReason.Closed reason) {
    lock.lock();
    try {
      senders--;
      if (senders == 0) {
        goodbye = reason;
        arrived.signalAll();
        report();
      }
      return senders == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Says who is to be told when there is something, and tells at once if there is. Null: nobody. */
  void watch(@Nullable WatchedQueue by) {
    lock.lock();
    try {
      watch = by;
      reportWhatIsThere();
    } finally {
      lock.unlock();
    }
  }

  /** Has a watch that reports once report once more. */
  void rearmWatch() {
    lock.lock();
    try {
      WatchedQueue armed = watch;
      if (armed != null) {
        armed.rearm();
        reportWhatIsThere();
      }
    } finally {
      lock.unlock();
    }
  }

  // Nothing is here, not even the end.
  private boolean quiet() {
    return messages.isEmpty() && senders > 0;
  }

  private void reportWhatIsThere() {
    if (!quiet()) {
      report();
    }
  }

  /** {@return whether there is nothing now, not even the end}; what comes next is reported to the watch */
  boolean isQuiet() {
    lock.lock();
    try {
      return quiet();
    } finally {
      lock.unlock();
    }
  }

  // Under the lock, so that nothing is reported once a watch was taken off.
  private void report() {
    WatchedQueue told = watch;
    if (told != null) {
      try {
        told.report();
      } catch (RuntimeException | Error e) { // what is reported has happened: who sent a message must not hear that it failed
        FerryLog.log(System.Logger.Level.ERROR, "a receiver set could not be told of a message", e);
      }
    }
  }

  /** Ends the channel from the receiving side; what was unread is released. */
  void releaseReceiver() {
    // A list of what is left instead of a call within a call: receivers may lie in one another's queues to any depth.
    ArrayDeque<Resource> left = new ArrayDeque<>(endReceiving());
    while (!left.isEmpty()) {
      switch (left.removeFirst()) {
        case QueueReceiver inner -> left.addAll(inner.queue().endReceiving());
        case QueueDuplex inner -> left.addAll(inner.endReceiving());
        case Resource other -> CloseFailures.releaseQuietly(other);
      }
    }
  }

  /** Ends the channel from the receiving side. {@return what came in messages that nobody read}; the caller's now */
  List<Resource> endReceiving() {
    List<Resource> unread = new ArrayList<>();
    lock.lock();
    try {
      receiverGone = true;
      for (Incoming message : messages) {
        unread.addAll(message.resources());
      }
      messages.clear();
      charged = 0;
      beside = 0;
      descriptors = 0;
      leaves.remove(unread);
      room.signalAll();
    } finally {
      lock.unlock();
    }
    return unread;
  }

  // The same for every message, whatever its size, as with a socket: so a waiter can be told by it when to try again.
  private boolean full() {
    return charged >= CAPACITY || beside >= MOST_BESIDE || (descriptors > 0 && descriptors >= mostDescriptors);
  }

  private Incoming removeFirst() {
    assert lock.isHeldByCurrentThread();
    Incoming message = messages.removeFirst();
    charged -= chargeFor(message.length());
    beside -= besideFor(message.length());
    descriptors -= QueuedMessage.handles(message);
    leaves.remove(message.resources());
    room.signalAll();
    return message;
  }

  private static long chargeFor(long length) {
    return length <= LARGEST_CHARGED ? Math.max(SMALLEST, OVERHEAD + length) : SMALLEST;
  }

  private static long besideFor(long length) {
    return length <= LARGEST_CHARGED ? 0 : length;
  }

  @SuppressWarnings("WaitNotInLoop") // the caller of the port loops: an await may return for no reason
  private static void await(Condition condition, Deadline deadline) throws InterruptedException {
    if (deadline.bounded()) {
      long unused = condition.awaitNanos(deadline.remainingNanos());
    } else {
      condition.await();
    }
  }
}
