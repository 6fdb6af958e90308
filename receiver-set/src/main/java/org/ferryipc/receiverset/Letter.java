package org.ferryipc.receiverset;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.Resource;
import org.jspecify.annotations.Nullable;

/**
 * A received message that waits to be decoded. Whoever takes its content first, by one atomic exchange, owns it: the
 * program that decodes it, or the set that closes it. It knows no set, so the cleanup net may hold it.
 */
final class Letter {
  private static final VarHandle CONTENT;

  static {
    try {
      CONTENT = MethodHandles.lookup().findVarHandle(Letter.class, "content", Incoming.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private @Nullable Incoming content; // by CONTENT only

  Letter(Incoming content) {
    this.content = content;
    VarHandle.storeStoreFence(); // whoever is given the letter sees it; a volatile write would cost more than the exchange
  }

  private @Nullable Incoming take() {
    return (Incoming) CONTENT.getAndSet(this, null);
  }

  /** {@return the value, or null if the content was taken before} */
  <T> @Nullable Delivery<T> decodeBy(Member<?, T> member) throws IpcException {
    Incoming taken = take();
    return taken == null ? null : member.gathered().decoder().decode(taken);
  }

  /** {@return the content as a message of its own, or null if it was taken before} */
  @Nullable OpaqueMessage undecodedBy(Member<?, ?> member) {
    Incoming taken = take();
    return taken == null ? null : EndAccess.get().undecoded(taken, member.gathered().options());
  }

  /** Releases what came with the message, unless the content was taken before. */
  void discard() {
    Incoming taken = take();
    if (taken != null) {
      for (Resource resource : taken.resources()) {
        CloseFailures.releaseQuietly(resource);
      }
    }
  }
}
