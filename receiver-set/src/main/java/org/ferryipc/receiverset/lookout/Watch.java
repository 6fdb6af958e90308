package org.ferryipc.receiverset.lookout;

import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.ReceivePort;

/**
 * The wish to hear once when one port may have something.
 *
 * <p><b>One call for one wish.</b> {@link #arm} and {@link #disarm} change {@code armed} under the lock; the lookout's
 * thread takes it down in the same way before it calls, so a report that comes late, or again, calls nobody. When {@link
 * #disarm} has returned false, the call for the last wish has been made or is about to be made.
 *
 * <p>Locks: the owner's turn, this lock, the poller's. The owner is called with none of them held.
 */
public final class Watch {
  private final Lookout lookout;
  private final ReceivePort port;
  private final Runnable owner;
  final long token;

  private final ReentrantLock lock = new ReentrantLock();
  private boolean armed; // guarded by lock
  private boolean known; // to the poller; guarded by lock
  private volatile long pauseNanos; // written under the port's turn

  Watch(Lookout lookout, ReceivePort port, long token, Runnable owner) {
    this.lookout = lookout;
    this.port = port;
    this.token = token;
    this.owner = owner;
  }

  /**
   * Has the owner called once, also for what is there already. Called under the port's turn.
   *
   * @throws IpcException if the system refuses; the watch is not armed
   */
  public void arm() throws IpcException {
    lock.lock();
    try {
      if (armed) {
        return;
      }
      armed = true;
      pauseNanos = port.pauseNanos();
      lookout.put(this);
      boolean done = false;
      try {
        if (known) {
          lookout.pollers.rearm(port, token);
        } else {
          lookout.pollers.watchOnce(port, token);
          known = true;
        }
        done = true;
      } finally {
        if (!done) {
          armed = false;
          lookout.drop(this);
        }
      }
      if (!port.rest()) {
        lookout.hurry(this);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes the wish back. {@return whether there was one that nobody has heard of yet} */
  public boolean disarm() {
    lock.lock();
    try {
      boolean was = armed;
      if (was) {
        armed = false;
        lookout.drop(this);
      }
      return was;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the watch, while the port still exists; the poller knows nothing of it afterwards. */
  public void end() {
    lock.lock();
    try {
      boolean unused = disarm();
      if (known) {
        known = false;
        lookout.forget(port);
      }
    } finally {
      lock.unlock();
    }
  }

  /** {@return as {@link ReceivePort#pauseNanos}, when the wish was made} */
  long pauseNanos() {
    return pauseNanos;
  }

  /** Of the lookout's thread: calls the owner if there is a wish. */
  void fire() {
    if (disarm()) {
      owner.run();
    }
  }
}
