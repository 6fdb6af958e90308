package org.ferryipc.unix.region;

import org.ferryipc.core.ChannelRegions;
import org.ferryipc.core.RegionFigures;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.region.RegionPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The regions of one sending end: a ground, made when there is use for it, and its pool. Thread-safe.
 *
 * <p>A channel's first large message needs none: a channel that sends no other would pay for a mapping, and its receiver too.
 */
public final class SendersRegions implements ChannelRegions {
  // After the system has refused a ground so many messages go without one, and then it is asked again.
  private static final int WITHOUT = 64;

  private RegionPolicy policy = RegionPolicy.defaults(); // guarded by this
  private @Nullable SendersGround ground; // guarded by this
  private boolean wanted; // a large message was sent before; guarded by this
  private boolean closed; // guarded by this
  private int without; // guarded by this

  /**
   * Takes a region for a large message.
   *
   * @return to be {@linkplain FileRegion#begin begun}, written, sent and, in any case, {@linkplain #settle settled}; null if the
   *     message is to have a file of its own
   */
  public @Nullable FileRegion takeForMessage(long length) throws IpcException {
    synchronized (this) {
      if (!wanted) {
        wanted = true;
        return null;
      }
    }
    return take(length);
  }

  /**
   * Takes a region to be lent.
   *
   * @return to be sent or not and, in any case, {@linkplain #settle settled}; null if there is none
   */
  public @Nullable LentMemory lend(long size) throws IpcException {
    FileRegion region = take(size);
    if (region == null) {
      return null;
    }
    boolean lent = false;
    try {
      LentMemory memory = new LentMemory(region, region.lend(size));
      lent = true;
      return memory;
    } finally {
      if (!lent) {
        settle(region, false);
      }
    }
  }

  private @Nullable FileRegion take(long bytes) throws IpcException {
    SendersGround present = bytes > SendersGround.LARGEST_REGION ? null : ground();
    if (present == null || !present.retain()) {
      return null;
    }
    boolean taken = false;
    try {
      FileRegion region = present.pool().take(bytes);
      taken = region != null;
      return region;
    } finally {
      if (!taken) {
        present.release();
      }
    }
  }

  private synchronized @Nullable SendersGround ground() {
    if (ground == null && !closed && without-- <= 0) {
      try {
        ground = SendersGround.create(policy);
      } catch (IpcException refused) { // the message goes without, and says so itself if it cannot
        without = WITHOUT;
      }
    }
    return ground;
  }

  /** Ends the use of a region. Any thread. */
  public void settle(FileRegion region, boolean sent) {
    SendersGround its = region.ground();
    try {
      if (sent) {
        region.depart();
        its.pool().sent(region);
      } else {
        region.withdraw();
        its.pool().unsent(region);
      }
    } finally {
      its.release();
    }
  }

  /** Gives everything back but what is lent, or lies with the receiver. */
  public void close() {
    SendersGround mine;
    synchronized (this) {
      closed = true;
      mine = ground;
      ground = null;
    }
    if (mine != null) {
      mine.pool().close();
      mine.release();
    }
  }

  @Override
  public synchronized int ringSize() {
    return policy.ringSize();
  }

  @Override
  public void resize(int ringSize) {
    SendersGround present;
    synchronized (this) {
      policy = policy.withRingSize(ringSize);
      present = used();
    }
    if (present != null) {
      try {
        present.pool().resize(ringSize);
      } finally {
        present.release();
      }
    }
  }

  @Override
  public void purge() {
    SendersGround present = used();
    if (present != null) {
      try {
        present.pool().purge();
      } finally {
        present.release();
      }
    }
  }

  private synchronized @Nullable SendersGround used() {
    SendersGround present = ground;
    return present != null && present.retain() ? present : null;
  }

  @Override
  public RegionFigures figures() {
    SendersGround present = used();
    if (present == null) {
      return RegionFigures.NONE;
    }
    try {
      return present.pool().figures();
    } finally {
      present.release();
    }
  }
}
