package org.ferryipc.core;

import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.smile.HandleDeserializer;
import org.ferryipc.core.smile.HandleSerializer;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.core.transport.SendPort;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * What all handles have: the ownership record, and the tether that tells the cleanup net when they are lost.
 *
 * <p>The annotations make every mapper of Jackson's, not only ours, ask Ferry about a handle: one that does not belong to
 * a Ferry codec would else write it as an empty object. They stand here because users do not see this class.
 */
@JsonSerialize(using = HandleSerializer.class, keyUsing = HandleSerializer.AsKey.class)
@JsonDeserialize(using = HandleDeserializer.class, keyUsing = HandleDeserializer.AsKey.class)
abstract class Owned {
  final Ownership ownership;
  // Never read: reachable from the handle, so that the net sees a handle that the program has lost.
  @SuppressWarnings("unused")
  private final Tether tether;

  Owned(Ownership ownership, Tether tether) {
    this.ownership = ownership;
    this.tether = tether;
    ownership.heldBy(getClass());
  }

  /** {@return where the handle stands now} */
  public final HandleState state() {
    return ownership.state();
  }

  /** {@return the kind of handle, what it carries, and its state} */
  @Override
  public final String toString() {
    return label() + "[" + describe(ownership.state()) + "]";
  }

  /** {@return the kind and what it carries, without the state}: the name of the handle in messages */
  abstract String label();

  /** Ends a call whose handle was closed or moved while it ran. */
  final void refuseIfOver() {
    if (ownership.isOver()) {
      throw ownership.refusal(this);
    }
  }

  /** Moves the resource out to the caller, who owns it from now on. */
  final <R extends Resource> R moveOut(Class<R> type, boolean alone, String by) {
    ownership.lease(this, alone);
    R resource = type.cast(ownership.resource());
    ownership.commit(by);
    return resource;
  }

  /** {@return the same error of this end's port, with this end's name} */
  final IpcException named(IpcException found) {
    return Culprit.named(label(), found);
  }

  /** Counts one more reference onto the port of this sender, which the caller holds. */
  final void shareOf(SendPort port) {
    try {
      port.share();
    } catch (HandleClosedException moved) {
      throw ownership.refusal(this);
    }
  }

  static String describe(HandleState state) {
    return switch (state) {
      case HandleState.Open o -> "open";
      case HandleState.Leased l -> "leased";
      case HandleState.Moved(String by) -> "moved by " + by;
      case HandleState.Closed c -> "closed";
    };
  }
}
