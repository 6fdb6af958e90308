package org.ferryipc.core.smile;

import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.RecyclerPool;

/**
 * The buffers of Jackson's readers and writers. Measured on an empty record: 50 ns less for each message written and read
 * than with Jackson's default pool, a queue that allocates; and no buffer for each of ten thousand virtual threads, as
 * its thread-local pool has.
 */
final class BufferPool implements RecyclerPool<BufferRecycler> {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // nobody writes a mapper of Ferry's to a stream
  private final Pool<BufferRecycler> idle = new Pool<>(BufferRecycler::new);

  @Override
  public BufferRecycler acquirePooled() {
    return idle.borrow();
  }

  @Override
  public void releasePooled(BufferRecycler used) {
    idle.giveBack(used);
  }
}
