package org.ferryipc.core.ownership;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.transport.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The owners of one message's resources, or of one that came alone: what the cleanup net watches by one record, and what is
 * counted at once.
 *
 * <p><b>Why it counts.</b> A record of the net is reachable until it is taken out, and with it all that it watches. Taken out
 * by the collector alone, each message would live until the next collection, be copied by that, and cost half as much as its
 * system calls once more. So the record goes with the last member that moves or closes.
 *
 * <p><b>Argument.</b> {@code open} is the number of members that have neither moved nor closed, and {@link #GROWING} more
 * until {@link #complete}. Each member ends once (see {@link Ownership}), so {@code open} comes to 0 once, and whoever brings
 * it there takes out a record that has nothing to do any more. Who gets a member while others are still added, a record's
 * constructor for instance, may end it at once, in any thread.
 */
public final class Bundle {
  // More than any message has handles.
  private static final int GROWING = 1 << 30;

  private static final VarHandle OPEN;

  static {
    try {
      OPEN = MethodHandles.lookup().findVarHandle(Bundle.class, "open", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final List<Ownership> members;

  @SuppressWarnings("unused") // by OPEN
  private volatile int open;

  // Written before complete(), read by who brings open to 0 after that.
  private Cleaner.@Nullable Cleanable inNet;

  /** A bundle of {@code expected} members or less; {@link #complete} must follow when all are in it. */
  public Bundle(int expected) {
    members = new ArrayList<>(expected);
    OPEN.set(this, GROWING);
  }

  /** A complete bundle of one, which was counted when it was made. */
  Bundle(Ownership only) {
    members = List.of(only);
    OPEN.set(this, 1);
  }

  /** Takes ownership of {@code resource}; the caller must forget it. */
  public Ownership add(Resource resource) {
    Ownership member = new Ownership(resource, this);
    members.add(member);
    return member;
  }

  /** {@return all members}; not to be changed */
  public List<Ownership> members() {
    return members;
  }

  /** {@return the tether for the handles of all members}; to be called once, and before a handle is made */
  public Tether watch() {
    Tether tether = new Tether();
    inNet = CleanupNet.register(tether, this);
    return tether;
  }

  /** Says that all members are here. */
  public void complete() {
    LiveHandles.created(members.size());
    settle(GROWING - members.size());
  }

  /**
   * Says that {@code count} members have moved or closed; each is said once.
   *
   * @param of their bundle; null if nobody watches them
   */
  public static void ended(@Nullable Bundle of, int count) {
    LiveHandles.ended(count);
    if (of != null) {
      of.settle(count);
    }
  }

  private void settle(int count) {
    if ((int) OPEN.getAndAdd(this, -count) == count) {
      Cleaner.Cleanable record = inNet;
      if (record != null) {
        record.clean();
      }
    }
  }
}
