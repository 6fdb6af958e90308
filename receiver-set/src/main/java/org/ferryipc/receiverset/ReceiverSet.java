package org.ferryipc.receiverset;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.EndAccess;
import org.jspecify.annotations.Nullable;

/**
 * Waits for many receivers at once, at a cost that does not depend on how many have nothing to say.
 *
 * {@snippet :
 * Registration<Job> jobs = set.add(jobReceiver);
 * for (Selection s : set.select()) {
 *   switch (s) {
 *     case Selection.Message m when m.as(jobs) instanceof Job(var name, var input, var reply) -> run(name, input, reply);
 *     case Selection.Message m              -> m.close();               // nobody's: its handles close
 *     case Selection.Closed(var from, var reason) -> forget(from);
 *     case Selection.Failed(var from, var error)  -> log(from, error);
 *   }
 * }
 * }
 *
 * <p>{@code add} moves a receiver into the set, {@code remove} gives a new one back. A set holds receivers of channels
 * within the process and between processes together. Of one channel, messages come in order, and its {@link
 * Selection.Closed} once, after the last; nothing is said about the order between channels, but that none waits for another:
 * a round takes at most {@value #QUOTA} messages of a member before it comes to the next.
 *
 * <p>One thread selects at a time; everything else may be called by any thread, also while one selects, never waits for it,
 * and takes effect at once.
 *
 * <p>What one member's peer does costs the others nothing: one that sends what is no message ends its own channel, one that
 * is stopped says nothing, and a message that cannot be received is lost alone, with {@link Selection.Failed}.
 *
 * <p>The messages of a batch belong to the set until they are decoded or taken: see {@link Selection.Message}.
 *
 * <p>A set has no queue of its own: what is not selected stays in its channel, where it slows the sender down. It does not
 * call handlers and has no thread; that is what a router adds.
 */
public final class ReceiverSet implements AutoCloseable {
  /** The most selections of one batch. It ends earlier after a mebibyte of messages, or 64 handles. */
  public static final int MOST_SELECTED = 256;

  /** The most messages of one member before others have their turn. */
  public static final int QUOTA = 16;

  private static final String BY = "add to a ReceiverSet";
  private static final EndAccess ENDS = EndAccess.get();

  private final Roster roster = new Roster();
  private final ReentrantLock selecting = new ReentrantLock(); // held by the thread that selects
  private @Nullable Round round; // made by the first select: its tables are most of a set's memory; guarded by selecting

  /**
   * Makes an empty set. It takes two descriptors of the process when the first channel between processes is added, and none
   * before.
   *
   * @throws IpcException if the system refuses
   */
  public ReceiverSet() throws IpcException {}

  /**
   * As {@link #add(IpcReceiver, Object)}, with nothing attached.
   *
   * @throws IpcException as there
   */
  public <T> Registration<T> add(IpcReceiver<T> receiver) throws IpcException {
    return join(receiver, null);
  }

  /**
   * Moves a receiver into the set, with what is queued in its channel, the end included. If this throws, the receiver is as
   * before. Makes no duplicate of its descriptor.
   *
   * @param attachment something of the caller's, found again by {@link Registration#attachment(Class)}
   * @return its membership
   * @throws org.ferryipc.core.failure.SerializationException if messages of its type can never be decoded
   * @throws org.ferryipc.core.failure.MalformedMessageException if a peer sent the receiver and it is no channel
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if the process has no descriptors left for the set, or the
   *     user no room to watch one more channel ({@code fs.epoll.max_user_watches})
   * @throws org.ferryipc.core.failure.HandleStateException if the receiver is not open or in use, or the set is closed
   * @throws IpcException if the system refuses otherwise
   */
  public <T> Registration<T> add(IpcReceiver<T> receiver, Object attachment) throws IpcException {
    return join(receiver, attachment);
  }

  private <T> Registration<T> join(IpcReceiver<T> receiver, @Nullable Object attachment) throws IpcException {
    Member<IpcReceiver<T>, T> member = new Member<>(roster, roster.nextId(), attachment, Registration::new);
    enter(member, () -> ENDS.gather(receiver, member::join, BY));
    return member.registration;
  }

  /**
   * As {@link #add(BytesReceiver, Object)}, with nothing attached.
   *
   * @throws IpcException as there
   */
  public BytesRegistration add(BytesReceiver receiver) throws IpcException {
    return join(receiver, null);
  }

  /**
   * As {@link #add(IpcReceiver, Object)}, for a receiver of bytes; each message is an array of its length.
   *
   * @throws IpcException as there
   */
  public BytesRegistration add(BytesReceiver receiver, Object attachment) throws IpcException {
    return join(receiver, attachment);
  }

  private BytesRegistration join(BytesReceiver receiver, @Nullable Object attachment) throws IpcException {
    Member<BytesReceiver, byte[]> member = new Member<>(roster, roster.nextId(), attachment, BytesRegistration::new);
    enter(member, () -> ENDS.gather(receiver, member::join, BY));
    return (BytesRegistration) member.registration;
  }

  /**
   * As {@link #add(OpaqueReceiver, Object)}, with nothing attached.
   *
   * @throws IpcException as there
   */
  public OpaqueRegistration add(OpaqueReceiver receiver) throws IpcException {
    return join(receiver, null);
  }

  /**
   * As {@link #add(IpcReceiver, Object)}, for messages that are decoded later.
   *
   * @throws IpcException as there
   */
  public OpaqueRegistration add(OpaqueReceiver receiver, Object attachment) throws IpcException {
    return join(receiver, attachment);
  }

  private OpaqueRegistration join(OpaqueReceiver receiver, @Nullable Object attachment) throws IpcException {
    Member<OpaqueReceiver, OpaqueMessage> member =
        new Member<>(roster, roster.nextId(), attachment, OpaqueRegistration::new);
    enter(member, () -> ENDS.gather(receiver, member::join, BY));
    return (OpaqueRegistration) member.registration;
  }

  /**
   * As {@link #add(Duplex, Object)}, with nothing attached.
   *
   * @throws IpcException as there
   */
  public <Out, In> DuplexRegistration<Out, In> add(Duplex<Out, In> end) throws IpcException {
    return join(end, null);
  }

  /**
   * As {@link #add(IpcReceiver, Object)}, for a two-way end; its registration sends.
   *
   * @throws IpcException as there
   */
  public <Out, In> DuplexRegistration<Out, In> add(Duplex<Out, In> end, Object attachment) throws IpcException {
    return join(end, attachment);
  }

  private <Out, In> DuplexRegistration<Out, In> join(Duplex<Out, In> end, @Nullable Object attachment)
      throws IpcException {
    Member<Duplex<Out, In>, In> member =
        new Member<>(roster, roster.nextId(), attachment, DuplexRegistration<Out, In>::new);
    enter(member, () -> ENDS.gather(end, member::join, BY));
    @SuppressWarnings("unchecked") // made two lines above
    DuplexRegistration<Out, In> registration = (DuplexRegistration<Out, In>) member.registration;
    return registration;
  }

  /** Moves an end in. */
  @FunctionalInterface
  private interface Gathering {
    void run() throws IpcException;
  }

  private void enter(Member<?, ?> member, Gathering gathering) throws IpcException {
    member.lockTurn();
    try {
      roster.announce(member);
      boolean joined = false;
      try {
        gathering.run();
        joined = true;
      } finally {
        if (!joined) {
          roster.withdraw(member);
        }
      }
    } finally {
      member.unlockTurn();
    }
  }

  /**
   * Takes a receiver out of the set.
   *
   * <p>Its unread messages stay in its channel. Messages that were selected before stay in their batch, and are older. Waits
   * for no running {@code select}; nothing of it is selected after this has returned.
   *
   * @return a new receiver, usable and movable at once
   * @throws IllegalArgumentException if it is another set's, or a membership of bytes, an opaque receiver or a two-way end
   *     whose own type was forgotten: there is a {@code remove} for each
   * @throws org.ferryipc.core.failure.HandleMovedException if it was removed before
   * @throws HandleClosedException if it was closed, its channel has ended, or the set is closed
   */
  public <T> IpcReceiver<T> remove(Registration<T> registration) {
    if (registration.getClass() != Registration.class) {
      throw new IllegalArgumentException(
          registration + " is a " + registration.getClass().getSimpleName() + " and gives no IpcReceiver");
    }
    @SuppressWarnings("unchecked") // a plain registration is made for an IpcReceiver only
    Member<IpcReceiver<T>, T> member = (Member<IpcReceiver<T>, T>) mine(registration).member;
    return member.remove();
  }

  /** As {@link #remove(Registration)}. */
  public BytesReceiver remove(BytesRegistration registration) {
    return mine(registration).bytes.remove();
  }

  /** As {@link #remove(Registration)}. */
  public OpaqueReceiver remove(OpaqueRegistration registration) {
    return mine(registration).opaque.remove();
  }

  /** As {@link #remove(Registration)}; sends that run go on. */
  public <Out, In> Duplex<Out, In> remove(DuplexRegistration<Out, In> registration) {
    return mine(registration).duplex.remove();
  }

  private <R extends Registration<?>> R mine(R registration) {
    if (registration.member.roster != roster) {
      throw new IllegalArgumentException(registration + " is of another set");
    }
    return registration;
  }

  /**
   * Waits until a member has a message or has ended, or {@link #wakeup} is called. A signal to the process is not noticed.
   * An empty set waits, too, until something is added.
   *
   * @return what was found, in a list of its own of at most {@value #MOST_SELECTED}; empty only after a {@code wakeup}
   * @throws InterruptedException if the thread is interrupted before or while it waits; nothing was taken
   * @throws HandleClosedException if the set is closed, also by another thread during the wait
   * @throws IllegalStateException if another thread is selecting
   * @throws IpcException if the system refuses to wait
   */
  public List<Selection> select() throws IpcException, InterruptedException {
    return select(Deadline.NEVER);
  }

  /**
   * As {@link #select()}, no longer than {@code limit}; empty also when that has passed.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public List<Selection> select(Duration limit) throws IpcException, InterruptedException {
    return select(Deadline.after(limit));
  }

  /**
   * As {@link #select()}, without waiting; empty if nothing is there.
   *
   * @throws IpcException as there
   */
  public List<Selection> selectNow() throws IpcException {
    try {
      return select(Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  private List<Selection> select(Deadline deadline) throws IpcException, InterruptedException {
    if (!selecting.tryLock()) {
      roster.checkOpen();
      throw new IllegalStateException("another thread is selecting from this ReceiverSet");
    }
    try {
      roster.unclaimed.discard();
      Round rounds = round;
      if (rounds == null) {
        rounds = new Round(roster);
        round = rounds;
      }
      Batch batch = rounds.collect(deadline);
      roster.unclaimed.set(batch.lettersWithHandles());
      return batch.selections();
    } finally {
      selecting.unlock();
      if (roster.isClosed()) {
        discardUnclaimed(); // close() found this thread selecting, and left that to it
      }
    }
  }

  /**
   * Makes the running {@code select} return at once, or the next one if none runs; several calls before that are one. Never
   * waits.
   */
  public void wakeup() {
    roster.wakeup();
  }

  /** {@return how many receivers are in the set} */
  public int size() {
    return roster.size();
  }

  /**
   * Closes the set, every receiver in it, and the messages of the last batch that nobody has decoded or taken. A running
   * {@code select} ends with {@link HandleClosedException}; nothing is reported as {@link Selection.Closed}. Idempotent;
   * never waits.
   */
  @Override
  public void close() {
    List<Member<?, ?>> members = roster.close();
    boolean unused = roster.pollers.close(); // wakes the selecting thread
    members.forEach(Member::closeWithSet);
    discardUnclaimed();
  }

  private void discardUnclaimed() {
    if (selecting.tryLock()) {
      try {
        roster.unclaimed.discard();
      } finally {
        selecting.unlock();
      }
    }
  }

  /** {@return the number of members} */
  @Override
  public String toString() {
    return "ReceiverSet of " + size();
  }
}
