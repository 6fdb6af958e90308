package org.ferryipc.core;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.ownership.Bundle;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.MemoryRoom;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.Resource;
import org.jspecify.annotations.Nullable;

/**
 * A message that nobody has decoded yet: bytes, and the handles that came with them.
 *
 * <p>It can be decoded once, forwarded once by {@link OpaqueSender#send}, or closed, which closes its handles. Used by
 * one thread at a time.
 */
public final class OpaqueMessage implements AutoCloseable {
  private final byte[] bytes;
  private final int offset;
  private final int length;
  private final ChannelOptions options;
  private final List<MemorySegment> parts; // if there are any, the bytes are these and not in the array
  private final List<Ownership> handles;
  @SuppressWarnings("unused") // reachable from here, so that the cleanup net sees a message that was lost
  private final @Nullable Tether life;
  private boolean spent;

  OpaqueMessage(Incoming arrived, ChannelOptions options) {
    this(arrived.bytes(), arrived.offset(), arrived.length(), options, arrived.resources(), List.of());
  }

  /** Of bytes in several pieces, which stay where they are. */
  OpaqueMessage(List<MemorySegment> parts, int length, List<Resource> resources, ChannelOptions options) {
    this(new byte[0], 0, length, options, resources, parts);
  }

  private OpaqueMessage(
      byte[] bytes, int offset, int length, ChannelOptions options, List<Resource> resources, List<MemorySegment> parts) {
    this.parts = parts;
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
    this.options = options;
    if (resources.isEmpty()) {
      this.handles = List.of();
      this.life = null;
    } else {
      Bundle bundle = new Bundle(resources.size());
      for (Resource resource : resources) {
        Ownership unused = bundle.add(resource);
      }
      this.handles = bundle.members();
      this.life = bundle.watch();
      bundle.complete();
    }
  }

  /** {@return a message of {@code bytes} without handles}; the array is the message's from now on */
  public static OpaqueMessage of(byte[] bytes) {
    return new OpaqueMessage(bytes, 0, bytes.length, ChannelOptions.defaults(), List.of(), List.of());
  }

  /** {@return the encoded bytes, as a read-only view} */
  public MemorySegment bytes() {
    return (parts.isEmpty()
            ? MemorySegment.ofArray(bytes).asSlice(offset, length)
            : MemorySegment.ofArray(Outgoing.joined(parts, new byte[length])))
        .asReadOnly();
  }

  /** {@return how many handles travel with the bytes} */
  public int handleCount() {
    return handles.size();
  }

  /**
   * Decodes the message; it is spent afterwards, also when that fails.
   *
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if the heap has no room for it; if the bytes are in several
   *     pieces that cannot be joined, the message is not spent
   * @throws org.ferryipc.core.failure.SerializationException if it is not a {@code type}; its handles are closed
   * @throws HandleClosedException if it was decoded, forwarded or closed before
   */
  public <T> Delivery<T> decode(MessageType<T> type) throws IpcException {
    return new Decoding<>(type, options, "OpaqueMessage").decode(spend("decode"));
  }

  /**
   * As {@link #decode(MessageType)}.
   *
   * @throws IpcException as there
   */
  public <T> Delivery<T> decode(Class<T> type) throws IpcException {
    return decode(MessageType.of(type));
  }

  /** Closes the handles, if nobody decoded or forwarded the message. Idempotent. */
  @Override
  public void close() {
    if (!spent) {
      spent = true;
      for (Ownership handle : handles) {
        handle.closeQuietly();
      }
    }
  }

  /** {@return this message as something whose close closes the handles that nobody decoded or forwarded} */
  Delivery<OpaqueMessage> delivery() {
    return new Delivery<>(this, handles);
  }

  private Incoming spend(String by) throws ResourceExhaustedException {
    checkUnspent();
    // First: where there is no room for the copy nothing has changed.
    byte[] joined = parts.isEmpty() ? bytes : Outgoing.joined(parts, MemoryRoom.array(length, "an opaque message"));
    spent = true;
    List<Resource> resources = leaseAll(true);
    for (Ownership handle : handles) {
      handle.commit(by);
    }
    return new Incoming(joined, parts.isEmpty() ? offset : 0, length, resources);
  }

  private void checkUnspent() {
    if (spent) {
      throw new HandleClosedException("this opaque message");
    }
  }

  void checkAgainst(Limits limits, String channel) throws LimitExceededException {
    if (length > limits.messageBytes()) {
      throw new LimitExceededException(channel, "messageBytes", limits.messageBytes(), length);
    }
    if (handles.size() > limits.handles()) {
      throw new LimitExceededException(channel, "handles", limits.handles(), handles.size());
    }
  }

  /** Leases the handles and describes the message for a transport; {@link #settle} must follow. */
  Outgoing lease() {
    checkUnspent();
    for (MemorySegment part : parts) {
      CallerMemory.checkUsable(part);
    }
    return new Outgoing(bytes, offset, length, 0, leaseAll(false), parts);
  }

  // All or none: one that stayed leased could not be used, closed or caught by the cleanup net any more.
  private List<Resource> leaseAll(boolean alone) {
    List<Resource> resources = new ArrayList<>(handles.size());
    int leased = 0;
    try {
      for (Ownership handle : handles) {
        handle.lease(this, alone);
        leased++;
        resources.add(handle.resource());
      }
      return resources;
    } catch (Throwable refused) {
      for (int i = 0; i < leased; i++) {
        handles.get(i).rollback();
      }
      throw refused;
    }
  }

  void settle(boolean sent, String by) {
    spent = sent;
    for (Ownership handle : handles) {
      if (sent) {
        handle.commit(by);
      } else {
        handle.rollback();
      }
    }
  }
}
