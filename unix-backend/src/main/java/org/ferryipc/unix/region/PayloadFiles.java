package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/**
 * The sender's files for large payloads, one kept per channel end to be used again.
 *
 * <p>A file is a {@linkplain PayloadPage page} for both sides, then the payload. A use writes a generation that never
 * repeats; the receiver writes it back when it has read the payload, and only then may the file be written again. A fresh
 * file costs 500 µs for a MiB, because the kernel has to find the pages; one used again a quarter of that.
 *
 * <p>Filling happens outside the lock, on a file that was taken out of the pool, so two threads never write one file. Size,
 * generation and high-water mark are remembered here and never read back from memory that the peer can write.
 */
public final class PayloadFiles {
  // A kept file holds memory while the channel is idle; above this size it is given back each time.
  static final long MOST_KEPT = 16L << 20;
  private static final long LEAST_SIZE = 1L << 20;
  // After so many sends that found the kept file still unread, it is given up: its message may never be read.
  private static final int MISSES = 2;

  // Process-wide, so that no two files of any channel can be confused by a late mark.
  private static final AtomicLong GENERATIONS = new AtomicLong(1);

  private @Nullable PayloadFile kept; // guarded by this
  private int misses; // guarded by this
  private boolean closed; // guarded by this

  /**
   * Begins a use of a file, kept or fresh, for a payload of {@code length} bytes.
   *
   * @return the file, to be {@linkplain PayloadFile#write written}, sent and, in any case, {@linkplain #settle settled}
   * @throws IpcException if the system has no memory or descriptor for it
   */
  public PayloadFile begin(long length) throws IpcException {
    @Nullable PayloadFile free = takeFree(length);
    PayloadFile file = free != null ? free : PayloadFile.fresh(sizeFor(length));
    boolean begun = false;
    try {
      file.begin(GENERATIONS.getAndIncrement(), length);
      begun = true;
      return file;
    } finally {
      if (!begun) {
        file.discard();
      }
    }
  }

  /** Ends the use of a file: keeps it for later, or gives it back. */
  public void settle(PayloadFile file, boolean sent) {
    if (!sent) {
      file.markFree();
    }
    if (!file.isIntact() || file.size() > PayloadPage.BYTES + MOST_KEPT || !keep(file)) {
      file.discard();
    }
  }

  private synchronized boolean keep(PayloadFile file) {
    if (closed || kept != null || !KeptMemory.SENT.reserve(file.size())) {
      return false;
    }
    kept = file;
    misses = 0;
    return true;
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
      giveUp(mine);
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
        KeptMemory.SENT.release(candidate.size());
        return candidate;
      }
      misses++;
      if (misses < MISSES && candidate.holds(length)) {
        return null;
      }
      given = candidate;
      kept = null;
    }
    giveUp(given);
    return null;
  }

  private static void giveUp(PayloadFile file) {
    KeptMemory.SENT.release(file.size());
    file.discard();
  }

  private static long sizeFor(long length) {
    long size = Math.max(LEAST_SIZE, length);
    long rounded = size <= MOST_KEPT ? Long.highestOneBit(size * 2 - 1) : size;
    return PayloadPage.BYTES + rounded;
  }
}
