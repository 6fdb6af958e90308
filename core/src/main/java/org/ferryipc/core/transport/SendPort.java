package org.ferryipc.core.transport;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.ChannelRegions;
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
   * <p>Its caller saw its reference open, and need not keep it from being released or moved under the call: nothing is sent
   * behind the last reference's release, or its departure to another process.
   *
   * @return true: the message is on its way, and the transport has passed on its resources or released this process's
   *     part of them. False: there is no room now, or the last reference was moved or released while this call ran;
   *     nothing has changed. Its caller tells the two apart by the state of its handle
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

  /**
   * Says how the channel is to be used; of many references, the last word counts. Nothing to a port that has one way only.
   */
  default void prefer(ChannelOptions options) {}

  /**
   * Counts one more reference onto this port; each is released on its own.
   *
   * @throws org.ferryipc.core.failure.HandleClosedException if the last reference was moved or released while this call
   *     ran, or is being moved; nothing was counted
   */
  void share();

  /**
   * As {@link #release()}, and if this was the last reference the receiver hears {@code reason}. One that is not the last
   * says nothing.
   *
   * @throws IOException if the operating system reports that releasing failed
   */
  void release(CloseReason.Closed reason) throws IOException;

  @Override
  default void release() throws IOException {
    release(CloseReason.Closed.ORDERLY);
  }

  /**
   * {@return memory in which a message of {@code size} bytes can be written}, in a region if there is one for it
   *
   * @throws IpcException if the system has no memory for it
   */
  default Loan loan(long size) throws IpcException {
    return new PrivateLoan(this, size);
  }

  /** {@return the regions of this end}; empty if the transport has none */
  default Optional<ChannelRegions> regions() {
    return Optional.empty();
  }

  /** {@return the largest payload in bytes that goes out in one packet}; an implementation fact for tests and sizing */
  int packetBytes();
}
