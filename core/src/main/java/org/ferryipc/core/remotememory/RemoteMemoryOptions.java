package org.ferryipc.core.remotememory;

import java.time.Duration;
import org.ferryipc.core.ChannelOptions;

/**
 * How a reader reads. A value: {@code withX} gives a changed copy.
 *
 * @param requestLimit how long one read may take in all; a process that is stopped, or does not answer, costs so much
 * @param cacheBytes most bytes that the cache keeps; beyond it the oldest go that were not used lately. 0: no cache, every
 *     read asks
 * @param readBytes most bytes of one read
 * @param channel how the channel behaves; its codec and its limits are the reader's business
 */
public record RemoteMemoryOptions(Duration requestLimit, int cacheBytes, int readBytes, ChannelOptions channel) {
  // Long for a process that is alive and busy, short for a person who waits.
  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);
  // As much as the largest message of a channel, see Limits.
  private static final int MANY_BYTES = 64 << 20;
  // A cache that takes the heap from the rest of the program has saved nothing.
  private static final int CACHES_PART_OF_HEAP = 8;
  // A range is fetched with what is left of its first and last page, in one array.
  private static final int MOST_READ = Integer.MAX_VALUE - 4 * RemoteMemoryReader.PAGE;

  /** Checks the numbers. */
  public RemoteMemoryOptions {
    if (requestLimit.isNegative() || requestLimit.isZero()) {
      throw new IllegalArgumentException("requestLimit is " + requestLimit + ", must be positive");
    }
    if (cacheBytes < 0) {
      throw new IllegalArgumentException("cacheBytes is " + cacheBytes + ", must not be negative");
    }
    if (readBytes < 1 || readBytes > MOST_READ) {
      throw new IllegalArgumentException("readBytes is " + readBytes + ", must be from 1 to " + MOST_READ);
    }
  }

  /**
   * {@return the defaults: 10 s, a cache of 64 MiB or an eighth of the largest heap if that is less, reads of up to 64 MiB,
   * {@link ChannelOptions#defaults}}
   */
  public static RemoteMemoryOptions defaults() {
    int cacheBytes = (int) Math.min(MANY_BYTES, Runtime.getRuntime().maxMemory() / CACHES_PART_OF_HEAP);
    return new RemoteMemoryOptions(REQUEST_LIMIT, cacheBytes, MANY_BYTES, ChannelOptions.defaults());
  }

  /** {@return these options with another time limit} */
  public RemoteMemoryOptions withRequestLimit(Duration other) {
    return new RemoteMemoryOptions(other, cacheBytes, readBytes, channel);
  }

  /** {@return these options with another size of the cache} */
  public RemoteMemoryOptions withCacheBytes(int other) {
    return new RemoteMemoryOptions(requestLimit, other, readBytes, channel);
  }

  /** {@return these options with another size of the largest read} */
  public RemoteMemoryOptions withReadBytes(int other) {
    return new RemoteMemoryOptions(requestLimit, cacheBytes, other, channel);
  }

  /** {@return these options with other options of the channel} */
  public RemoteMemoryOptions withChannel(ChannelOptions other) {
    return new RemoteMemoryOptions(requestLimit, cacheBytes, readBytes, other);
  }
}
