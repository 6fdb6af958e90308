package org.ferryipc.unix.region;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.MemoryAccess;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.RawMemory;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.frame.HandleTable;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Mappings;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.jspecify.annotations.Nullable;

/**
 * Shared memory: a memory file sealed against any change of size, and this process's mapping of it.
 *
 * <p>Who may write is a matter of seals, so the kernel enforces it: FUTURE_WRITE is set when the maker sends it (existing
 * mappings go on writing, no new one can), WRITE by {@link #freeze}. Length 0 has no file at all. A seal cannot be taken
 * back when the send fails: then new mappings here are made from the one that was made before it.
 *
 * <p>The mapping is guarded by {@code this}; the number is closed by the handle's ownership, when no call runs.
 */
public final class SharedFile implements RawMemory, Traveller {
  private static final int NO_FILE = -1;

  // What one process can map at most: 47 bits of addresses on x86-64 (Documentation/arch/x86/x86_64/mm.rst), 48 on aarch64.
  private static final long MOST_BYTES = 1L << 47;

  private final int number;
  private final long length;
  private MemoryAccess access; // guarded by this
  private boolean shareWritable; // guarded by this
  private boolean sealed; // guarded by this; FUTURE_WRITE is set, so writable mappings are made only from mapped
  private @Nullable Arena arena; // guarded by this
  private @Nullable MemorySegment mapped; // guarded by this
  // Writable mappings in arenas of users.
  private final AtomicInteger writers = new AtomicInteger();

  private SharedFile(int number, long length, MemoryAccess access, boolean shareWritable) {
    this.number = number;
    this.length = length;
    this.access = access;
    this.shareWritable = shareWritable;
  }

  /**
   * {@return zero-filled memory}
   *
   * @throws ResourceExhaustedException if no process could map so much, or the system has no descriptor for it
   */
  public static SharedFile create(long length) throws IpcException {
    if (length > MOST_BYTES) {
      throw new ResourceExhaustedException(
          "shared memory of " + length + " bytes, more than a process can map", Errno.name(Errno.ENOMEM), MOST_BYTES);
    }
    int number = length == 0 ? NO_FILE : SealedFile.create("ferry-memory", length, true);
    return new SharedFile(number, length, MemoryAccess.WRITE, false);
  }

  /**
   * {@return memory that came in a message}
   *
   * @param numbers its descriptors, none if {@code length} is 0, else one; the caller's if this fails
   */
  public static SharedFile received(int[] numbers, int at, int count, int flags, long length, String channel)
      throws IpcException {
    if (count == 0) {
      return new SharedFile(NO_FILE, 0, MemoryAccess.FROZEN, false);
    }
    if (length < 0) {
      throw new MalformedMessageException(channel, "memory length", Long.toString(length));
    }
    int seals = SealedFile.check(numbers[at], length, channel);
    boolean frozen = (seals & MemoryFiles.SEAL_WRITE) != 0;
    boolean writable = !frozen && (flags & HandleTable.WRITABLE) != 0 && (seals & MemoryFiles.SEAL_FUTURE_WRITE) == 0;
    MemoryAccess access = frozen ? MemoryAccess.FROZEN : writable ? MemoryAccess.WRITE : MemoryAccess.READ;
    return new SharedFile(numbers[at], length, access, writable);
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public synchronized MemoryAccess access() {
    return access;
  }

  @Override
  public void reserve() throws IpcException {
    if (number != NO_FILE) {
      try {
        MemoryFiles.reserve(number, 0, length);
      } catch (KernelException e) {
        throw KernelFailures.typed("reserving shared memory of " + length + " bytes", e);
      }
    }
  }

  @Override
  @SuppressWarnings("MustBeClosed") // closed by unmap, with the handle
  public synchronized MemorySegment segment() throws IpcException {
    MemorySegment present = mapped;
    if (present != null) {
      return present;
    }
    Arena life = Arena.ofShared();
    boolean done = false;
    try {
      MemorySegment made = map(life);
      mapped = made;
      arena = life;
      done = true;
      return made;
    } finally {
      if (!done) {
        life.close();
      }
    }
  }

  @Override
  public synchronized MemorySegment map(Arena life) throws IpcException {
    if (number == NO_FILE) {
      return life.allocate(0);
    }
    try {
      return access == MemoryAccess.WRITE
          ? mapWritable(life)
          : Mappings.map(number, 0, length, Mappings.PROT_READ, life);
    } catch (KernelException e) {
      throw KernelFailures.typed("mapping shared memory of " + length + " bytes", e);
    }
  }

  private MemorySegment mapWritable(Arena life) throws KernelException {
    MemorySegment first = mapped;
    boolean done = false;
    writers.incrementAndGet();
    try {
      MemorySegment made =
          sealed && first != null
              ? Mappings.mapAgain(first, life, writers::decrementAndGet)
              : Mappings.map(
                  number, 0, length, Mappings.PROT_READ | Mappings.PROT_WRITE, life, writers::decrementAndGet);
      done = true;
      return made;
    } finally {
      if (!done) {
        writers.decrementAndGet();
      }
    }
  }

  @Override
  public synchronized void freeze() throws IOException {
    if (access == MemoryAccess.FROZEN) {
      return;
    }
    if (access == MemoryAccess.READ) {
      throw new IOException("shared memory that is only readable here cannot be frozen");
    }
    if (number != NO_FILE) {
      // The kernel refuses the seal while a writable mapping exists. What can be known of that is asked first, because our
      // own must go before the seal is tried, and where no new one can be made the bytes would go with it.
      if (writers.get() > (mapped == null ? 0 : 1)) {
        throw new IOException("shared memory that an arena still maps for writing cannot be frozen");
      }
      if (!closeMapping()) {
        throw new IOException("shared memory that a system call uses cannot be frozen");
      }
      try {
        MemoryFiles.addSeals(number, MemoryFiles.SEAL_WRITE | MemoryFiles.SEAL_SEAL);
      } catch (KernelException e) {
        if (sealed) {
          access = MemoryAccess.READ; // our mapping was the last by which this process could write
        }
        throw new IOException("freezing shared memory: " + e.errnoName(), e);
      }
    }
    access = MemoryAccess.FROZEN;
  }

  @Override
  public synchronized void shareWritable() {
    if (sealed) {
      throw new IllegalStateException(
          "a send of this shared memory was tried before: receivers can only read it, whoever gets it");
    }
    shareWritable = true;
  }

  @Override
  public synchronized SharedFile forReceiver() {
    MemoryAccess there =
        number == NO_FILE
            ? MemoryAccess.FROZEN
            : access == MemoryAccess.WRITE && !shareWritable ? MemoryAccess.READ : access;
    return new SharedFile(number, length, there, there == MemoryAccess.WRITE);
  }

  @Override
  public void left() {
    unmap();
  }

  @Override
  public synchronized void prepare() throws IpcException {
    if (access != MemoryAccess.WRITE || shareWritable || number == NO_FILE) {
      return;
    }
    if (sealed) {
      return;
    }
    // After the seal no writable mapping can be made; if this send fails the owner must still be able to write.
    MemorySegment unused = segment();
    try {
      MemoryFiles.addSeals(number, MemoryFiles.SEAL_FUTURE_WRITE);
      sealed = true;
    } catch (KernelException e) {
      throw KernelFailures.typed("sealing shared memory", e);
    }
  }

  @Override
  public int descriptorCount() {
    return number == NO_FILE ? 0 : 1;
  }

  @Override
  public void putDescriptors(int[] numbers, int at) {
    if (number != NO_FILE) {
      numbers[at] = number;
    }
  }

  @Override
  public synchronized int tableFlags() {
    return shareWritable && access == MemoryAccess.WRITE ? HandleTable.WRITABLE : 0;
  }

  @Override
  public long tableValue() {
    return length;
  }

  @Override
  public int departed() {
    unmap();
    return number == NO_FILE ? NOTHING : number;
  }

  @Override
  public void stayed() {}

  @Override
  public void wake() {}

  @Override
  public void release() throws IOException {
    unmap();
    if (number != NO_FILE) {
      try {
        Descriptors.close(number);
      } catch (KernelException e) {
        throw new IOException("closing shared memory: " + e.errnoName(), e);
      }
    }
  }

  // A shared arena's close stops every thread for a moment (55 µs and more), but segments are in users' hands: an access
  // after the end must throw and not end the virtual machine.
  private synchronized void unmap() {
    if (!closeMapping()) {
      // The mapping stays until the end of the process; the descriptor does not.
      arena = null;
      mapped = null;
      CloseFailures.report(this, new IllegalStateException("a system call uses its segment"));
    }
  }

  /** {@return false if a system call of another thread reads or writes the segment right now}: then nothing has changed */
  private boolean closeMapping() {
    assert Thread.holdsLock(this);
    Arena life = arena;
    if (life != null) {
      try {
        life.close();
      } catch (IllegalStateException inUse) {
        return false;
      }
      arena = null;
      mapped = null;
    }
    return true;
  }

  @Override
  public String toString() {
    return "shared memory of " + length + " bytes";
  }
}
