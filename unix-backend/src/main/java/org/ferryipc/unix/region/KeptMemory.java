package org.ferryipc.unix.region;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory this process keeps for large payloads to come, over all its channels. Without a share a channel works
 * as well, and slower.
 */
enum KeptMemory {
  /** Files of senders. */
  SENT,
  /** Mappings of receivers. They pin a file's memory also when its sender has given it up. */
  RECEIVED;

  // As much as the lanes of a process may take: DESIGN.md 6.
  private static final long MOST = 64L << 20;

  private final AtomicLong bytes = new AtomicLong();

  /** {@return whether {@code more} bytes may be kept}; {@link #release} must follow then */
  boolean reserve(long more) {
    if (bytes.addAndGet(more) <= MOST) {
      return true;
    }
    release(more);
    return false;
  }

  void release(long less) {
    bytes.addAndGet(-less);
  }

  long bytes() {
    return bytes.get();
  }
}
