package org.ferryipc.unix.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Native memory for one system call: the place where its error number is put, and room for a small structure.
 *
 * <p>Used by one thread between {@link #borrow()} and {@link #close()}; its content is undefined at first. A thread
 * that waits in the kernel keeps its scratch meanwhile, so more may exist than the pool keeps; the garbage collector
 * frees those.
 */
final class Scratch implements AutoCloseable {

  /** Room of the area. The largest structures are {@code struct stat} (144 bytes) and 1,024 CPU bits (128). */
  static final int AREA_BYTES = 240;

  private static final int ERRNO_BYTES = 16;

  /** Idle ones kept, about one per thread that is inside a short call at the same moment. */
  private static final Slots<Scratch> IDLE =
      new Slots<>(Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 8, 64));

  /**
   * The one of each platform thread: found without the locked instruction that a loan from {@link #IDLE} costs (measured:
   * 9 ns for 20). Virtual threads have none, because there may be a million of them.
   */
  private static final ThreadLocal<Scratch> OWN = ThreadLocal.withInitial(() -> new Scratch(true));

  private final boolean own;
  private boolean lent; // of a thread's own: whether a call further up the stack has it

  /** Given to each call to put the error number in. */
  final MemorySegment errno;

  /** The structure a call reads or writes. */
  final MemorySegment area;

  /** Address of the area, for calls that take it as a number; valid until {@link #close()}. */
  final long address;

  private Scratch(boolean own) {
    this.own = own;
    MemorySegment memory = Arena.ofAuto().allocate(ERRNO_BYTES + AREA_BYTES, 16);
    errno = memory.asSlice(0, ERRNO_BYTES);
    area = memory.asSlice(ERRNO_BYTES);
    address = area.address();
  }

  static Scratch borrow() {
    if (!Thread.currentThread().isVirtual()) {
      Scratch own = OWN.get();
      if (!own.lent) {
        own.lent = true;
        return own;
      }
    }
    @Nullable Scratch idle = IDLE.take();
    return idle != null ? idle : new Scratch(false);
  }

  int getInt(long offset) {
    return area.get(ValueLayout.JAVA_INT, offset);
  }

  long getLong(long offset) {
    return area.get(ValueLayout.JAVA_LONG, offset);
  }

  void setInt(long offset, int value) {
    area.set(ValueLayout.JAVA_INT, offset, value);
  }

  void setLong(long offset, long value) {
    area.set(ValueLayout.JAVA_LONG, offset, value);
  }

  /** Gives it back; must be called once. */
  @Override
  public void close() {
    if (own) {
      lent = false;
    } else {
      IDLE.give(this);
    }
  }
}
