package org.ferryipc.core.transport;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.failure.IpcException;

/**
 * The sending end of a channel in this process, shared by counting among all references to it.
 *
 * <p>Any thread may call anything. The transport itself guards the number under its calls: a reference may be moved or
 * released while sends through other references run.
 */
public interface SendPort extends Resource {

  /**
   * Sends one whole message or nothing; never blocks.
   *
   * @return true: the message is on its way, and the transport has passed on its resources or released this process's
   *     part of them. False: there is no room now, nothing has changed
   * @throws IpcException if it cannot be sent; nothing has changed
   */
  boolean trySend(Outgoing message) throws IpcException;

  /** As {@link #trySend}, for bytes alone; allocates nothing. */
  boolean trySendBytes(MemorySegment buffer, long offset, long length) throws IpcException;

  /**
   * Waits until there may be room, the other side is gone, {@link #wake} is called, or the deadline has passed; may
   * return for no reason. Its caller tries again and looks at the handle's state.
   *
   * @param caller whose state is checked after the waiter is registered, so that no wake is lost
   * @throws InterruptedException if the thread is interrupted before or while it waits
   */
  void awaitRoom(Deadline deadline, Waiting caller) throws IpcException, InterruptedException;

  /** Counts one more reference onto this port; each is released on its own. */
  void share();

  /** Says goodbye with {@code reason} when the last reference is released, in place of the ordinary one. */
  void goodbye(CloseReason.Closed reason);

  /** {@return the largest payload in bytes that goes out in one packet}; an implementation fact for tests and sizing */
  int packetBytes();
}
