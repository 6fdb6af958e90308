package org.ferryipc.core;

import java.util.List;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageLife;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.ownership.Bundle;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.RawDescriptor;
import org.ferryipc.core.transport.RawMemory;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.core.transport.SendPort;
import org.jspecify.annotations.Nullable;

/**
 * The handles of one received message while it is decoded: each resource is claimed once or released once.
 *
 * <p>Belongs to one thread. {@link #finish} ends a successful decoding: it releases what no one claimed. {@link #abandon}
 * ends a failed one: it closes what was claimed too, since the value that held it never reached the program.
 */
final class IncomingHandles implements HandleSource, MessageLife {
  private final @Nullable Resource[] slots;
  private final ChannelOptions options;
  // Of the claimed ones, and their tether; made with the first.
  private @Nullable Bundle claimed;
  private @Nullable Tether tether;
  private @Nullable Runnable borrower;

  IncomingHandles(List<Resource> resources, ChannelOptions options) {
    this.slots = resources.toArray(Resource[]::new);
    this.options = options;
  }

  @Override
  public Handle take(int slot, HandleShape shape) throws SerializationException {
    if (slot < 0 || slot >= slots.length) {
      throw new SerializationException("handle slot " + slot + " of a message with " + slots.length, null);
    }
    Resource resource = slots[slot];
    if (resource == null) {
      throw new SerializationException("handle slot " + slot + " is claimed twice", null);
    }
    HandleKind wanted = kindOf(shape.handle());
    if (resource.kind() != wanted) {
      throw new SerializationException(
          "handle slot " + slot + " holds a " + resource.kind() + ", " + shape.handle().getSimpleName()
              + " needs a " + wanted, null);
    }
    Bundle bundle = claimed;
    if (bundle == null) {
      bundle = new Bundle(slots.length);
      claimed = bundle;
    }
    Ownership ownership = bundle.add(resource);
    slots[slot] = null;
    Tether life = tether;
    if (life == null) {
      life = bundle.watch();
      tether = life;
    }
    return make(resource, ownership, life, shape);
  }

  @Override
  public void whenReleased(Runnable ended) {
    if (borrower != null) {
      throw new IllegalStateException("a message has one borrower");
    }
    borrower = ended;
  }

  /** {@return who is to be told when the message is released}, if anybody */
  @Nullable Runnable borrower() {
    return borrower;
  }

  /** Ends a successful decoding. {@return the ownerships of all claimed handles} */
  List<Ownership> finish() {
    releaseUnclaimed();
    return completed();
  }

  /** Ends a failed decoding: nothing stays open. */
  void abandon() {
    for (Ownership ownership : completed()) {
      ownership.closeQuietly();
    }
    releaseUnclaimed();
    Delivery.tell(borrower);
  }

  private List<Ownership> completed() {
    Bundle bundle = claimed;
    if (bundle == null) {
      return List.of();
    }
    bundle.complete();
    return bundle.members();
  }

  private void releaseUnclaimed() {
    for (int i = 0; i < slots.length; i++) {
      Resource resource = slots[i];
      if (resource != null) {
        slots[i] = null;
        CloseFailures.releaseQuietly(resource);
      }
    }
  }

  private static HandleKind kindOf(Class<? extends Handle> handle) {
    if (handle == OwnedFd.class) {
      return HandleKind.DESCRIPTOR;
    }
    if (handle == IpcSender.class || handle == BytesSender.class || handle == OpaqueSender.class) {
      return HandleKind.SENDER;
    }
    if (handle == IpcReceiver.class || handle == BytesReceiver.class || handle == OpaqueReceiver.class) {
      return HandleKind.RECEIVER;
    }
    return handle == Duplex.class ? HandleKind.DUPLEX : HandleKind.MEMORY;
  }

  private Handle make(Resource resource, Ownership ownership, Tether life, HandleShape shape) {
    return switch (resource.kind()) {
      case DESCRIPTOR -> new OwnedFd((RawDescriptor) resource, ownership, life);
      case MEMORY -> new SharedMemory((RawMemory) resource, ownership, life);
      case DUPLEX -> {
        DuplexPort port = (DuplexPort) resource;
        yield new Duplex<>(port, shape.messages().get(0), shape.messages().get(1), options, ownership, life);
      }
      case SENDER -> {
        SendPort port = (SendPort) resource;
        yield shape.handle() == IpcSender.class
            ? new IpcSender<>(port, shape.messages().get(0), options, ownership, life)
            : shape.handle() == BytesSender.class
                ? new BytesSender(port, options, ownership, life)
                : new OpaqueSender(port, options, ownership, life);
      }
      case RECEIVER -> {
        ReceivePort port = (ReceivePort) resource;
        yield shape.handle() == IpcReceiver.class
            ? new IpcReceiver<>(port, shape.messages().get(0), options, ownership, life)
            : shape.handle() == BytesReceiver.class
                ? new BytesReceiver(port, options, ownership, life)
                : new OpaqueReceiver(port, options, ownership, life);
      }
    };
  }
}
