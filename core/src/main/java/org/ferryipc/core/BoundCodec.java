package org.ferryipc.core;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * A type's codec with the drafts in which its messages are written. One per channel end; made at first use, because an
 * end that is only passed on never needs one.
 */
final class BoundCodec<T> {
  // Enough for the threads that encode at one moment on one end; more than that allocate a draft and drop it.
  private static final int KEPT_DRAFTS = 4;

  final MessageCodec<T> codec;
  private final ChannelOptions options;
  private final String channel;
  private final AtomicReferenceArray<@Nullable Draft> idle = new AtomicReferenceArray<>(KEPT_DRAFTS);

  BoundCodec(MessageType<T> type, ChannelOptions options, String channel) throws SerializationException {
    this.codec = options.codec().bind(type, options.limits());
    this.options = options;
    this.channel = channel;
  }

  Draft borrow() {
    for (int i = 0; i < KEPT_DRAFTS; i++) {
      if (idle.getPlain(i) != null) {
        Draft kept = idle.getAndSet(i, null);
        if (kept != null) {
          return kept;
        }
      }
    }
    return new Draft(
        new PayloadBuffer(channel, options.limits().messageBytes()),
        new OutgoingHandles(channel, options.limits().handles()));
  }

  /** Takes a draft back; its handles must have been committed or rolled back. */
  void giveBack(Draft draft) {
    draft.payload().reset();
    for (int i = 0; i < KEPT_DRAFTS; i++) {
      if (idle.getPlain(i) == null) {
        idle.setRelease(i, draft); // of two given into one place at the same moment one is dropped, which costs nothing
        return;
      }
    }
  }

  /**
   * One message being written.
   *
   * @param payload its bytes
   * @param handles what it has leased
   */
  record Draft(PayloadBuffer payload, OutgoingHandles handles) {}
}
