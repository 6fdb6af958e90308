package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/**
 * The sender's files for large payloads, one kept per channel end to be used again.
 *
 * <p>A file is: {@code generation} u64 (sender's), {@code done} u64 (receiver's), payload from byte 4096. A use writes a
 * generation that never repeats; the receiver writes it back into {@code done} when it has read the payload, and only then
 * may the file be written again. A fresh file costs 500 µs for a MiB, because the kernel has to find the pages; one used
 * again a quarter of that.
 *
 * <p>Filling happens outside the lock, on a file that was taken out of the pool, so two threads never write one file. Size,
 * generation and high-water mark are remembered here and never read back from memory that the peer can write.
 */
public final class PayloadFiles {
  /** Where the payload begins. */
  public static final int PAYLOAD_AT = 4096;

  static final long GENERATION_AT = 0;
  static final long DONE_AT = 8;

  // A kept file holds memory while the channel is idle; above this size it is given back each time.
  private static final long MOST_KEPT = 16L << 20;
  private static final long LEAST_SIZE = 1L << 20;
  // After so many sends that found the kept file still unread, it is given up: its message may never be read.
  private static final int MISSES = 2;

  // Process-wide, so that no two files of any channel can be confused by a late mark.
  private static final AtomicLong GENERATIONS = new AtomicLong(1);

  private @Nullable PayloadFile kept; // guarded by this
  private int misses; // guarded by this
  private boolean closed; // guarded by this

  /**
   * Puts a payload into a file.
   *
   * @return the file, to be sent and then {@linkplain #settle settled}
   * @throws IpcException if the system has no memory or descriptor for it
   */
  public PayloadFile fill(MemorySegment source, long offset, long length, byte[] tail, int tailLength)
      throws IpcException {
    @Nullable PayloadFile free = takeFree(length + tailLength);
    PayloadFile file = free != null ? free : PayloadFile.fresh(sizeFor(length + tailLength));
    boolean filled = false;
    try {
      file.write(GENERATIONS.getAndIncrement(), source, offset, length, tail, tailLength);
      filled = true;
      return file;
    } finally {
      if (!filled) {
        file.discard();
      }
    }
  }

  /** Ends the use of a file that was offered to the kernel: keeps it for later, or gives it back. */
  public void settle(PayloadFile file, boolean sent) {
    if (!sent) {
      file.markFree();
    }
    @Nullable PayloadFile surplus = file;
    synchronized (this) {
      if (!closed && file.size() <= MOST_KEPT) {
        if (kept == null) {
          kept = file;
          misses = 0;
          surplus = null;
        }
      }
    }
    if (surplus != null) {
      surplus.discard();
    }
  }

  /** Gives back the kept file. */
  public void close() {
    @Nullable PayloadFile mine;
    synchronized (this) {
      closed = true;
      mine = kept;
      kept = null;
    }
    if (mine != null) {
      mine.discard();
    }
  }

  private @Nullable PayloadFile takeFree(long length) {
    PayloadFile given;
    synchronized (this) {
      PayloadFile candidate = kept;
      if (candidate == null) {
        return null;
      }
      if (candidate.isFree() && candidate.holds(length)) {
        kept = null;
        misses = 0;
        return candidate;
      }
      misses++;
      if (misses < MISSES && candidate.holds(length)) {
        return null;
      }
      given = candidate;
      kept = null;
    }
    given.discard();
    return null;
  }

  private static long sizeFor(long length) {
    long size = Math.max(LEAST_SIZE, length);
    long rounded = size <= MOST_KEPT ? Long.highestOneBit(size * 2 - 1) : size;
    return PAYLOAD_AT + rounded;
  }
}
