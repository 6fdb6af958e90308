package org.ferryipc.core.transport;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.ChannelRegions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/**
 * One end of a two-way channel: a sending and a receiving port that live and travel together. What concerns one way alone is
 * done by that way's port; what concerns both, by the implementation.
 */
public interface DuplexPort extends SendPort, ReceivePort {

  /** {@return what is known of the process at the other end, if the doorway or a child's start told it} */
  PeerIdentity peer();

  /** {@return the way out}, always the same port */
  SendPort out();

  /** {@return the way in}, always the same port */
  ReceivePort in();

  @Override
  default HandleKind kind() {
    return HandleKind.DUPLEX;
  }

  @Override
  default void prefer(ChannelOptions options) {
    out().prefer(options);
    in().prefer(options);
  }

  @Override
  default boolean trySend(Outgoing message) throws IpcException {
    return out().trySend(message);
  }

  @Override
  default boolean trySendBytes(MemorySegment buffer, long offset, long length) throws IpcException {
    return out().trySendBytes(buffer, offset, length);
  }

  @Override
  default void awaitRoom(Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    out().awaitRoom(deadline, caller);
  }

  @Override
  default Loan loan(long size) throws IpcException {
    return out().loan(size);
  }

  @Override
  default Optional<ChannelRegions> regions() {
    return out().regions();
  }

  @Override
  default void share() {
    throw new UnsupportedOperationException("a duplex end is not shared");
  }

  @Override
  default int packetBytes() {
    return out().packetBytes();
  }

  @Override
  default Arrival tryReceive(Limits limits) throws IpcException {
    return in().tryReceive(limits);
  }

  @Override
  default Arrival tryReceiveInPlace(Limits limits) throws IpcException {
    return in().tryReceiveInPlace(limits);
  }

  @Override
  default BytesOutcome tryReceiveBytes(MemorySegment into, Limits limits, boolean lent) throws IpcException {
    return in().tryReceiveBytes(into, limits, lent);
  }

  @Override
  default @Nullable Incoming takeAtHand(Limits limits) throws IpcException {
    return in().takeAtHand(limits);
  }

  @Override
  default BytesOutcome takeBytesAtHand(MemorySegment into, Limits limits) throws IpcException {
    return in().takeBytesAtHand(into, limits);
  }

  @Override
  default int lastLength() {
    return in().lastLength();
  }

  @Override
  default CloseReason endReason() {
    return in().endReason();
  }

  @Override
  default void awaitArrival(Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    in().awaitArrival(deadline, caller);
  }

  @Override
  default void awaitBeforeTry(Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    in().awaitBeforeTry(deadline, caller);
  }

  @Override
  default boolean glance() throws IpcException {
    return in().glance();
  }

  @Override
  default long pauseNanos() {
    return in().pauseNanos();
  }

  @Override
  default void reported() {
    in().reported();
  }

  @Override
  default boolean lively() {
    return in().lively();
  }

  @Override
  default Reach reach() {
    return in().reach();
  }

  @Override
  default boolean rest() {
    return in().rest();
  }
}
