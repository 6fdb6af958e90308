package org.ferryipc.core.transport;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.core.MemoryAccess;
import org.ferryipc.core.failure.IpcException;

/** Shared memory as the transport holds it: sealed against any change of size. */
public interface RawMemory extends Resource {

  @Override
  default HandleKind kind() {
    return HandleKind.MEMORY;
  }

  /** {@return the length in bytes; 0 needs no descriptor} */
  long length();

  /** {@return what this process may do with the bytes} */
  MemoryAccess access();

  /**
   * Takes the memory from the system now and not at the first touch.
   *
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if the system has not that much
   * @throws IpcException if the system refuses
   */
  void reserve() throws IpcException;

  /** {@return the mapped bytes, read-only unless writable here}; accessible until {@link #release} */
  MemorySegment segment() throws IpcException;

  /** {@return a mapping that lives as long as {@code arena}, with the access of now} */
  MemorySegment map(Arena arena) throws IpcException;

  /** Forbids writing for everybody, for ever; this process's writable mapping is replaced. */
  void freeze() throws IOException;

  /**
   * Lets receivers write too; only the maker of the memory can, and only before it is frozen or sent.
   *
   * @throws IllegalStateException if a send of it was tried before and has decided that receivers cannot
   */
  void shareWritable();

  /**
   * {@return this memory as a receiver in the same process has it, with a receiver's access and a mapping of its own}; it
   * takes this object's place, of which only {@link #left} is called any more
   */
  RawMemory forReceiver();

  /** Ends the segment of what another object owns now: {@link #forReceiver}. Never throws. */
  void left();
}
