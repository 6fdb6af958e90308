package org.ferryipc.receiverset;

import java.util.Objects;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/** One thing that a {@link ReceiverSet} found: a message, a lost message, or the end of a channel. */
public sealed interface Selection {

  /** {@return the member it came from, which may have left the set since} */
  Registration<?> from();

  /**
   * A message that nobody has decoded yet.
   *
   * <p>It is decoded on the first {@link #as} or {@link #decode}, forwarded by {@link #undecoded}, or closed. One that
   * was not decoded or forwarded when the set is selected from again, or closed, is closed then with its handles: what is
   * to be handled later or on another thread must be decoded or taken before. Used by one thread at a time.
   */
  final class Message implements Selection, AutoCloseable {
    private final Member<?, ?> member;
    private final Letter letter;
    private @Nullable Delivery<?> decoded;

    Message(Member<?, ?> member, Letter letter) {
      this.member = member;
      this.letter = letter;
    }

    @Override
    public Registration<?> from() {
      return member.registration;
    }

    /**
     * {@return the message if it came from {@code member}, else null}
     *
     * <p>Decoded once, however often it is asked for. Its handles are the caller's, unless {@link #close} is called: that
     * closes those which were not moved, converted or closed meanwhile. Null also if the message was closed, or does not
     * decode: it is lost then with its handles closed, and a later {@code select} tells why by {@link Failed}. So a bad
     * message ends no loop over the others.
     */
    public <T> @Nullable T as(Registration<T> member) {
      if (member != this.member.registration) {
        return null;
      }
      @SuppressWarnings("unchecked") // the registration has the type of its member's decoder
      @Nullable T value = (T) value();
      return value;
    }

    /**
     * As {@link #as(Registration)}, for a message of any member whose value is a {@code type}: for sets in which many
     * members carry the same type.
     *
     * @return the message, or null if it is something else, was closed, or does not decode
     */
    public <T> @Nullable T as(Class<T> type) {
      Object value = value();
      return type.isInstance(value) ? type.cast(value) : null;
    }

    private @Nullable Object value() {
      try {
        Delivery<?> delivery = delivery();
        return delivery == null ? null : delivery.value();
      } catch (IpcException undecodable) {
        member.failedLater(undecodable);
        return null;
      }
    }

    private @Nullable Delivery<?> delivery() throws IpcException {
      if (decoded == null && !member.isDiscarded()) {
        decoded = letter.decodeBy(member);
      }
      return decoded;
    }

    /**
     * Decodes the message, as {@link #as(Registration)} does, for a caller that wants the failure itself.
     *
     * @throws IllegalArgumentException if it did not come from {@code member}
     * @throws HandleClosedException if it was closed or forwarded, or could not be decoded before
     * @throws org.ferryipc.core.failure.SerializationException if it does not decode; it is lost, its handles closed
     * @throws IpcException as there
     */
    public <T> Delivery<T> decode(Registration<T> member) throws IpcException {
      if (member != this.member.registration) {
        throw new IllegalArgumentException("the message came from " + this.member.registration + ", not " + member);
      }
      Delivery<?> delivery = delivery();
      if (delivery == null) {
        throw new HandleClosedException("this message");
      }
      @SuppressWarnings("unchecked") // as above
      Delivery<T> typed = (Delivery<T>) delivery;
      return typed;
    }

    /**
     * {@return the message without decoding it, the caller's from now on}: to be forwarded, decoded elsewhere, or closed
     *
     * @throws HandleClosedException if it was decoded, forwarded or closed before
     */
    public OpaqueMessage undecoded() {
      OpaqueMessage message = member.isDiscarded() ? null : letter.undecodedBy(member);
      if (message == null) {
        throw new HandleClosedException("this message");
      }
      return message;
    }

    /** Closes the handles that nobody has taken out of the message. Idempotent. */
    @Override
    public void close() {
      letter.discard();
      Delivery<?> delivery = decoded;
      if (delivery != null) {
        delivery.close();
      }
    }

    @Override
    public String toString() {
      return "Message from " + member.registration;
    }
  }

  /**
   * The channel of a member has ended. Reported once, after its last message; the member has left the set and its receiver
   * is closed.
   *
   * @param from which member
   * @param reason why, as far as known
   */
  record Closed(Registration<?> from, CloseReason reason) implements Selection {
    /** Checks that nothing is null. */
    public Closed {
      Objects.requireNonNull(from);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * A message was lost: it did not decode, was over a limit, or its handles found no free descriptors. The member stays,
   * unless the error is a {@link org.ferryipc.core.failure.MalformedMessageException} or a {@link
   * org.ferryipc.core.failure.TransportException}: then {@link Closed} follows.
   *
   * @param from which member
   * @param error what went wrong
   */
  record Failed(Registration<?> from, IpcException error) implements Selection {
    /** Checks that nothing is null. */
    public Failed {
      Objects.requireNonNull(from);
      Objects.requireNonNull(error);
    }
  }
}
