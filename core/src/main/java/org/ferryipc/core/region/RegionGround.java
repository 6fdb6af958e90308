package org.ferryipc.core.region;

import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/** Where the regions of one pool come from. Called under the pool's lock. */
public interface RegionGround<R extends Region> {

  /**
   * Makes a region for messages of {@code capacity} bytes, with no memory behind it yet.
   *
   * @return null if there is no room for it
   * @throws IpcException if the system refuses
   */
  @Nullable R make(long capacity) throws IpcException;

  /** Gives the memory of an empty region back to the system. Never throws; the region is not used again. */
  void giveBack(R region);
}
