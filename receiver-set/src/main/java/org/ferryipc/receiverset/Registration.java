package org.ferryipc.receiverset;

import org.jspecify.annotations.Nullable;

/**
 * A receiver's membership in a {@link ReceiverSet}, and the key by which its messages are told from others.
 *
 * <p>It stands for one stay in one set: when that has ended, by the channel's end, {@link ReceiverSet#remove} or {@link
 * #close}, it never comes back. Any thread may use it.
 *
 * @param <T> what the messages become: the channel's type; {@code byte[]} for bytes; {@link
 *     org.ferryipc.core.OpaqueMessage} for an opaque receiver
 */
public sealed class Registration<T> implements AutoCloseable
    permits BytesRegistration, OpaqueRegistration, DuplexRegistration {
  final Member<?, T> member;

  Registration(Member<?, T> member) {
    this.member = member;
  }

  /** {@return a number that no other member of the set has, had or will have} */
  public final long id() {
    return member.id;
  }

  /** {@return what was attached when it was added, or null} */
  public final @Nullable Object attachment() {
    return member.attachment;
  }

  /**
   * {@return what was attached when it was added}
   *
   * @throws ClassCastException if that is not an {@code A}, or nothing was attached
   */
  public final <A> A attachment(Class<A> type) {
    Object attached = member.attachment;
    if (!type.isInstance(attached)) {
      throw new ClassCastException(
          (attached == null ? "nothing" : attached.getClass().getName())
              + " is attached to " + this + ", not " + type.getName());
    }
    return type.cast(attached);
  }

  /** {@return whether the receiver is in its set}; another thread may change that at any time */
  public final boolean isMember() {
    return member.isIn();
  }

  /**
   * Takes the receiver out of the set and closes it; its unread messages are lost, their handles closed. Messages of it
   * that were selected and not decoded yet are nobody's any more. Does nothing if it is no member any more. Never waits for a
   * running {@code select}. No {@link Selection.Closed} follows.
   */
  @Override
  public final void close() {
    member.discard();
  }

  /** {@return id and attachment} */
  @Override
  public final String toString() {
    Object attached = member.attachment;
    return "member " + member.id + (attached == null ? "" : " (" + attached + ")");
  }
}
