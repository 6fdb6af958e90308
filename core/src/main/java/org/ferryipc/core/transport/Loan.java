package org.ferryipc.core.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.core.failure.IpcException;

/**
 * Memory of a sending port in which a message is written where it will be read. Used by one thread at a time.
 *
 * <p>It ends once: by {@link #trySend} that returns true, or by {@link #release}, for a message that was not sent.
 */
public interface Loan extends Resource {

  @Override
  default HandleKind kind() {
    return HandleKind.MEMORY; // nobody asks: it is in no message
  }

  /**
   * {@return the memory, all zero, as long as was asked for}; called once
   *
   * @param life with which the memory ends for the caller, where the transport can do that
   * @param kept what is to be reachable for as long as the memory is
   * @throws IpcException if there is not so much memory
   */
  MemorySegment memory(Arena life, Object kept) throws IpcException;

  /**
   * Sends the first {@code length} bytes, or nothing; never blocks. {@link SendPort#awaitRoom} waits.
   *
   * @return whether it was sent; see {@link SendPort#trySend}
   * @throws IpcException if it cannot be sent; nothing has changed
   */
  boolean trySend(long length) throws IpcException;

  @Override
  default void wake() {}

  /** Gives the memory back, unsent. Any thread: also the one that finds a loan lost. */
  @Override
  void release();
}
