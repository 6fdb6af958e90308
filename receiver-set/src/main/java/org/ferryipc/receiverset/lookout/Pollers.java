package org.ferryipc.receiverset.lookout;

import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.ArrivalPoller;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.KeptDescriptors;
import org.ferryipc.core.transport.ReceivePort;
import org.jspecify.annotations.Nullable;

/**
 * The pollers of one waiting thread: one for channels within the process, and one between processes, opened when the first such channel
 * is added, because it costs descriptors.
 *
 * <p><b>No lost wake-up between the two.</b> With one poller the selecting thread sleeps in it. With both it fetches from
 * the near one and sleeps in the far one, and the near one's alarm wakes the far one. The alarm is set before {@code far}
 * is published, and rings at once if something came before. So a thread that sees {@code far} either fetches what came, or
 * is woken for it; one that did not see it yet sleeps in the near one and is woken out of it after the publication. (It says
 * so before it looks for {@code far} again, and whoever publishes that looks for what it says afterwards: one sees the other.)
 * A {@link #wakeup} goes to the near one, which passes it on by the alarm in the same way.
 *
 * <p>It knows nobody who waits, so the cleanup net may hold it.
 */
public final class Pollers {
  private final String owner;
  private final boolean forEver;
  private final ReentrantLock opening = new ReentrantLock();
  private final ArrivalPoller near;
  private volatile @Nullable ArrivalPoller far; // written under opening
  private volatile boolean sleepsNear; // written by the waiting thread
  private boolean closed; // guarded by opening

  /**
   * Opens the near one.
   *
   * @param owner whose they are, for the text of errors
   */
  public Pollers(String owner) throws IpcException {
    this(owner, false);
  }

  /**
   * As {@link #Pollers(String)}.
   *
   * @param forEver whether they live as long as the process, so that their descriptors are no leak
   */
  Pollers(String owner, boolean forEver) throws IpcException {
    this.owner = owner;
    this.forEver = forEver;
    this.near = EndAccess.get().transport(Reach.PROCESS).openPoller();
  }

  /** As {@link ArrivalPoller#watch}. */
  public void watch(ReceivePort port, long token) throws IpcException {
    of(port).watch(port, token);
  }

  /** As {@link ArrivalPoller#watchOnce}. */
  public void watchOnce(ReceivePort port, long token) throws IpcException {
    of(port).watchOnce(port, token);
  }

  /** As {@link ArrivalPoller#rearm}. */
  public void rearm(ReceivePort port, long token) throws IpcException {
    of(port).rearm(port, token);
  }

  /** As {@link ArrivalPoller#forget}. */
  public void forget(ReceivePort port) throws IpcException {
    of(port).forget(port);
  }

  private ArrivalPoller of(ReceivePort port) throws IpcException {
    return switch (port.reach()) {
      case PROCESS -> near;
      case MACHINE -> far();
    };
  }

  private ArrivalPoller far() throws IpcException {
    ArrivalPoller present = far;
    if (present != null) {
      return present;
    }
    opening.lock();
    try {
      if (closed) {
        throw new HandleClosedException(owner);
      }
      present = far;
      if (present == null) {
        ArrivalPoller opened = EndAccess.get().transport(Reach.MACHINE).openPoller();
        near.alarm(opened::wakeup);
        far = opened;
        if (forEver) {
          KeptDescriptors.add(opened.descriptors());
        }
        present = opened;
        if (sleepsNear) {
          near.wakeup();
        }
      }
      return present;
    } finally {
      opening.unlock();
    }
  }

  /** As {@link ArrivalPoller#await}, for both. */
  public int awaitReports(long[] tokens, Deadline deadline) throws IpcException, InterruptedException {
    ArrivalPoller other = far;
    if (other == null) {
      sleepsNear = true;
      try {
        other = far;
        if (other == null) {
          return near.await(tokens, 0, deadline);
        }
      } finally {
        sleepsNear = false;
      }
    }
    // Half of the room at most, so that the one cannot keep the other from being heard.
    int count = near.await(tokens, tokens.length / 2, Deadline.AT_ONCE);
    System.arraycopy(tokens, tokens.length / 2, tokens, 0, count);
    return count + other.await(tokens, count, count > 0 ? Deadline.AT_ONCE : deadline);
  }

  /** As {@link ArrivalPoller#wakeup}. */
  public void wakeup() {
    near.wakeup();
  }

  /** Closes both. {@return whether they were open} */
  public boolean close() {
    opening.lock();
    try {
      if (closed) {
        return false;
      }
      closed = true;
      ArrivalPoller other = far;
      if (other != null) {
        other.close(); // first: then the alarm of the other finds nobody to wake
      }
      near.close();
      return true;
    } finally {
      opening.unlock();
    }
  }
}
