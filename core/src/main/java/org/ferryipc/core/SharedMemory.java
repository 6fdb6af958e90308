package org.ferryipc.core;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.RawMemory;

/**
 * Memory that several processes map. Its size never changes: the kernel refuses that to everybody, so reading it cannot
 * fail because of a peer.
 *
 * <p>Who may write is decided before it is sent. By default its maker writes (through a mapping made by {@link
 * #segment(Arena)} before sending) and receivers read. After {@link #freeze} nobody writes. After {@link #writable}
 * every holder writes.
 *
 * <p>Length 0 is a length like any other. What it does not do: it does not synchronize the processes that use it.
 */
public final class SharedMemory extends Owned implements Handle {
  private final RawMemory raw;

  SharedMemory(RawMemory raw, Ownership ownership, Tether life) {
    super(ownership, life);
    this.raw = raw;
  }

  private SharedMemory(RawMemory raw) {
    Ownership owned = new Ownership(raw);
    this(raw, owned, CleanupNet.watch(owned));
  }

  /**
   * {@return zero-filled memory of {@code length} bytes}
   *
   * <p>The system gives each page when it is first written or read, and a length is only a promise: where the pages run out
   * the access ends in an {@link InternalError}, or the system ends the process.
   *
   * @throws IllegalArgumentException if {@code length} is negative
   * @throws ResourceExhaustedException if no process could map so much, or no descriptor is free
   * @throws IpcException if the system refuses
   */
  public static SharedMemory allocate(long length) throws IpcException {
    if (length < 0) {
      throw new IllegalArgumentException("length " + length);
    }
    return new SharedMemory(Transports.machine().memory(length));
  }

  /**
   * {@return memory with a copy of {@code bytes}}
   *
   * @throws ResourceExhaustedException if the system has not so much memory, or no descriptor is free
   * @throws IpcException as {@link #allocate}
   */
  public static SharedMemory copyOf(byte[] bytes) throws IpcException {
    return copyOf(MemorySegment.ofArray(bytes));
  }

  /**
   * {@return memory with a copy of {@code bytes}}
   *
   * @throws ResourceExhaustedException if the system has not so much memory, or no descriptor is free
   * @throws IpcException as {@link #allocate}
   */
  public static SharedMemory copyOf(MemorySegment bytes) throws IpcException {
    SharedMemory made = allocate(bytes.byteSize());
    boolean filled = false;
    try {
      made.raw.reserve(); // a copy that runs out of pages half-way would end in an Error
      made.segment().copyFrom(bytes);
      filled = true;
      return made;
    } finally {
      if (!filled) {
        made.close();
      }
    }
  }

  /** {@return the length in bytes}; known also after the memory was moved */
  public long length() {
    return raw.length();
  }

  /** {@return what this holder may do with the bytes} */
  public MemoryAccess access() {
    return raw.access();
  }

  /**
   * {@return the bytes, mapped; read-only unless {@link #access} is WRITE}
   *
   * <p>The segment ends with this handle: after it is closed, moved or lost (the cleanup net closes it then, also under a
   * segment that is still used) every access throws {@link IllegalStateException}. So {@code copyOf(x).segment()} is of no
   * use.
   *
   * @throws IpcException if the system cannot map it
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public MemorySegment segment() throws IpcException {
    ownership.hold(this);
    try {
      return raw.segment();
    } finally {
      ownership.drop();
    }
  }

  /**
   * {@return the bytes, mapped for as long as {@code arena} lives}, whatever becomes of this handle; with access as {@link
   * #segment()} at the time of the call
   *
   * @throws IpcException if the system cannot map it
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public MemorySegment segment(Arena arena) throws IpcException {
    ownership.hold(this);
    try {
      return raw.map(arena);
    } finally {
      ownership.drop();
    }
  }

  /**
   * Forbids writing for everybody, for ever. Segments given out before by {@link #segment()} end.
   *
   * @throws IOException if another writable mapping exists (a segment of {@link #segment(Arena)} that still lives, here or
   *     in another process), a system call uses a segment of this handle, or this process may not write. Nothing has
   *     changed, but if the mapping is another process's the segments of {@link #segment()} have ended
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public void freeze() throws IOException {
    ownership.lease(this, true);
    try {
      raw.freeze();
    } finally {
      ownership.rollback();
    }
  }

  /**
   * Lets receivers write too, once it is sent. To be said before the first attempt to send it: an attempt without it seals
   * the memory against new writers, and no seal is ever taken off. (A failed attempt changes nothing else.)
   *
   * @return this
   * @throws IllegalStateException if {@link #access} is not WRITE: who may not write cannot allow it; or if a send of it was
   *     tried before
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public SharedMemory writable() {
    ownership.hold(this);
    try {
      if (raw.access() != MemoryAccess.WRITE) {
        throw new IllegalStateException(label() + " is not writable here");
      }
      raw.shareWritable();
      return this;
    } finally {
      ownership.drop();
    }
  }

  /**
   * {@return a private copy of the bytes, on memory that the garbage collector frees}; this handle is closed
   *
   * @throws ResourceExhaustedException if this process has no memory for so much; the handle stays open
   * @throws IpcException if the system cannot map it; the handle stays open
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public MemorySegment take() throws IpcException {
    // Leased, so that nobody sends it, or ends the mapping, while it is copied.
    ownership.lease(this, true);
    try {
      MemorySegment bytes = raw.segment(); // before the copy: who sent it may have named a length that nobody can map
      MemorySegment copy = copy(bytes);
      ownership.closeQuietly(); // when the lease is back
      return copy;
    } finally {
      ownership.rollback();
    }
  }

  private MemorySegment copy(MemorySegment bytes) throws ResourceExhaustedException {
    try {
      MemorySegment copy = Arena.ofAuto().allocate(bytes.byteSize());
      return copy.copyFrom(bytes);
    } catch (OutOfMemoryError tooMuch) {
      throw new ResourceExhaustedException(label() + ": a copy of it", "ENOMEM", -1);
    }
  }

  /** Gives up this process's part; see {@link Handle#close}. Other holders keep theirs. */
  @Override
  public void close() {
    ownership.closeQuietly();
  }

  @Override
  String label() {
    return "SharedMemory(" + raw.length() + " bytes)";
  }
}
