package org.ferryipc.core.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The payload of a message, in the memory in which its sender wrote it. It is the sender's again with {@link #release}, which
 * any thread may call.
 */
public interface LentRegion extends Resource {

  @Override
  default HandleKind kind() {
    return HandleKind.MEMORY; // nobody asks: it is no handle
  }

  /**
   * {@return the message, read-only}; called once
   *
   * @param life with which the memory ends for the caller, where the transport can do that
   * @param kept what is to be reachable for as long as the memory is
   */
  MemorySegment memory(Arena life, Object kept);

  @Override
  default void wake() {}

  @Override
  void release();
}
