package org.ferryipc.core.encode;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.encode.form.Stored;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Incoming;

/**
 * An encoded value: its bytes, and the handles that have moved out of it.
 *
 * <p>Byte arrays and segments of at least 4,096 bytes in the value are not copied: {@link #segments} leads to them, and they
 * must not be changed until this is closed or sent. Used by one thread at a time.
 */
public final class Encoded implements AutoCloseable {
  private final Stored out; // behind the metadata
  private final MovedHandles handles;
  private boolean spent;

  Encoded(Stored out, MovedHandles handles) {
    this.out = out;
    this.handles = handles;
  }

  /** {@return what decoding must be told} */
  public EncodeMetadata metadata() {
    return EncodeMetadata.CURRENT;
  }

  /** {@return how many bytes there are}, a multiple of 8 */
  public long byteSize() {
    return out.end();
  }

  /** {@return the bytes in order, read-only}: at least one segment; more if something was not copied */
  public List<MemorySegment> segments() {
    return out.segments(EncodeMetadata.BYTES);
  }

  /** {@return a copy of the bytes, in one piece} */
  public byte[] toByteArray() {
    return out.joined(EncodeMetadata.BYTES);
  }

  /** {@return how many handles moved into this} */
  public int handleCount() {
    return handles.owners().size();
  }

  /**
   * {@return this as a message for a channel whose codec is {@link EncodeCodec}}, to be sent by an {@link
   * org.ferryipc.core.OpaqueSender}; the handles are the message's, and this is spent
   *
   * @throws HandleClosedException if this is closed or spent
   */
  public OpaqueMessage message() {
    ChannelOptions options = ChannelOptions.defaults().withCodec(EncodeCodec.get());
    if (out.isWhole()) {
      return EndAccess.get().undecoded(spend("Encoded.message()"), options);
    }
    spendOnce();
    return EndAccess.get()
        .gathered(
            out.segments(0), EncodeMetadata.BYTES + out.end(), handles.take(this, "Encoded.message()"), options);
  }

  /** Takes bytes and handles out. */
  Incoming spend(String by) {
    spendOnce();
    int length = EncodeMetadata.BYTES + out.end();
    byte[] bytes = out.isWhole() ? out.array() : out.joined(0);
    return new Incoming(bytes, 0, length, handles.take(this, by));
  }

  private void spendOnce() {
    if (spent) {
      throw new HandleClosedException("this encoded value");
    }
    spent = true;
  }

  /** {@return whether all bytes lie in the array that was made at first} */
  boolean isInline() {
    return out.array().length <= EncodeMetadata.BYTES + EncodeType.INLINE_BYTES;
  }

  /** Closes the handles, unless they went on by {@link #message}. Idempotent. */
  @Override
  public void close() {
    spent = true;
    handles.close();
  }

  @Override
  public String toString() {
    return "Encoded[" + out.end() + " bytes, " + handleCount() + " handles]";
  }
}
