package org.ferryipc.core.region;

/**
 * A piece of memory for one message at a time. Its bookkeeping belongs to the pool and its ring.
 *
 * <p>It is <em>taken</em> (a sender writes), <em>out</em> (the message is on its way or a receiver reads it), or
 * <em>empty</em>: then its pages are kept for a time, and given back in the end.
 */
public abstract class Region {
  static final int NOWHERE = -1;

  private final long capacity;

  int place = NOWHERE; // in the ring; guarded by the pool
  boolean empty; // guarded by the pool
  private long committed; // guarded by the pool
  long traced; // the number of this use in a trace; guarded by the pool

  /** Makes a region for messages of up to {@code capacity} bytes, a power of two. */
  protected Region(long capacity) {
    this.capacity = capacity;
  }

  /** {@return the longest message in bytes} */
  public final long capacity() {
    return capacity;
  }

  /** {@return how many bytes of memory are behind it, as the pool was told} */
  final long committed() {
    return committed;
  }

  final void grow(long bytes) {
    committed += bytes;
  }

  /** {@return whether the receiver of the last message has given it back}; a look, which waits for nobody */
  protected abstract boolean isReleased();

  /**
   * Takes a released region back from the receiver's side, for good.
   *
   * @return false if the receiver's side is just now doing something with it; it is to be asked again later
   */
  protected abstract boolean claim();
}
