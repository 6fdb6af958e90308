package org.ferryipc.unix.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Native memory for the largest packet, borrowed from a pool.
 *
 * <p>Used by one thread between {@link #borrow()} and {@link #close()}; the content is undefined at first. The pool
 * keeps at most {@link #IDLE_LIMIT} buffers; the garbage collector frees what it has no room for, so a buffer
 * should be held while one message is handled and not while waiting for one.
 */
public final class PacketBuffer implements AutoCloseable {

  /** Bytes of each buffer: the default and usual greatest SO_SNDBUF, {@code net.core.wmem_max}. */
  public static final int BYTES = 208 * 1024;

  /** Idle buffers kept: at most 1.7 MB. More than this many threads seldom handle a message at the same moment. */
  static final int IDLE_LIMIT = 8;

  private static final Slots<PacketBuffer> IDLE = new Slots<>(IDLE_LIMIT);

  private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 64);
  private final MemorySegment header = memory.asSlice(0, MessageBlock.HEADER_BYTES);
  private final MemorySegment payload = memory.asSlice(MessageBlock.HEADER_BYTES);
  private boolean borrowed = true;

  private PacketBuffer() {}

  /** {@return a buffer that is the caller's until closed} */
  public static PacketBuffer borrow() {
    @Nullable PacketBuffer idle = IDLE.take();
    if (idle == null) {
      return new PacketBuffer();
    }
    idle.borrowed = true;
    return idle;
  }

  /** {@return all {@link #BYTES} of it; not to be used after {@link #close()}, when others have it} */
  public MemorySegment memory() {
    return memory;
  }

  /** {@return where the header of a packet is that was received into it whole}; {@link #payload} lies behind */
  MemorySegment header() {
    return header;
  }

  /** {@return where the payload of a packet is that was received into it whole: {@link MessageBlock#packet}} */
  public MemorySegment payload() {
    return payload;
  }

  /** Gives it back; idempotent until the next {@link #borrow()}. */
  @Override
  public void close() {
    if (borrowed) {
      borrowed = false;
      IDLE.give(this);
    }
  }
}
