package org.ferryipc.core.ownership;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.core.transport.Waiting;

/**
 * A fresh handle for every trial, and the resource below it, which counts its releases.
 *
 * <p>All fields are plain: a memory barrier of their own would hide one that {@link Ownership} forgot.
 */
public class OneHandle implements SendPort {
  static final CloseReason.Closed REASON = new CloseReason.Closed(7, "enough");
  static final String MOVER = "somebody's send";

  final Ownership owner = new Ownership(this);
  int releases;
  int used;
  int usedWhenReleased;
  int reasonWhenReleased;

  /** {@return 1 if a call began} */
  final int hold() {
    try {
      owner.hold("the handle");
      return 1;
    } catch (HandleStateException refused) {
      return 0;
    }
  }

  /** {@return 1 if the handle was lent} */
  final int lease(boolean alone) {
    try {
      owner.lease("the handle", alone);
      return 1;
    } catch (HandleStateException refused) {
      return 0;
    }
  }

  final void close() {
    owner.closeQuietly();
  }

  /** {@return 0 if open, 1 leased, 2 moved by {@link #MOVER}, 3 moved by nobody known, 4 closed} */
  final int look() {
    return switch (owner.state()) {
      case HandleState.Open o -> 0;
      case HandleState.Leased l -> 1;
      case HandleState.Moved(String by) -> by.equals(MOVER) ? 2 : 3;
      case HandleState.Closed c -> 4;
    };
  }

  @Override
  public final void release(CloseReason.Closed reason) {
    releases++;
    usedWhenReleased = used;
    reasonWhenReleased = reason.code();
  }

  @Override
  public final HandleKind kind() {
    return HandleKind.SENDER;
  }

  @Override
  public final void wake() {
    // Nobody waits.
  }

  @Override
  public final boolean trySend(Outgoing message) {
    throw new UnsupportedOperationException();
  }

  @Override
  public final boolean trySendBytes(MemorySegment buffer, long offset, long length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public final void awaitRoom(Deadline deadline, Waiting caller) {
    throw new UnsupportedOperationException();
  }

  @Override
  public final void share() {
    throw new UnsupportedOperationException();
  }

  @Override
  public final int packetBytes() {
    throw new UnsupportedOperationException();
  }
}
