package org.ferryipc.unix.socket;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.ChannelRegions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Loan;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.Waiting;
import org.ferryipc.unix.descriptor.GuardedNumber;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.waiting.Pollable;
import org.ferryipc.unix.waiting.Readiness;
import org.jspecify.annotations.Nullable;

/** One end of a two-way channel: a sender and a receiver on one number. */
final class SocketDuplex implements DuplexPort, Traveller, Pollable {
  private final SocketSender out;
  private final SocketReceiver in;
  private final PeerIdentity peer;

  SocketDuplex(int number, PeerIdentity peer, @Nullable PeerLife life) {
    Readiness guarded = new Readiness(number);
    this.out = new SocketSender(guarded);
    this.in = new SocketReceiver(guarded, life);
    this.peer = peer;
  }

  static SocketDuplex received(int[] numbers, int at, int flags, long value) {
    SocketDuplex duplex = new SocketDuplex(numbers[at], PeerIdentity.UNKNOWN, null);
    SocketSender unusedOut = duplex.out.ofPeer();
    SocketReceiver unusedIn = duplex.in.ofPeer();
    duplex.in.arrived(numbers, at + 1, flags, value);
    return duplex;
  }

  @Override
  public void prefer(ChannelOptions options) {
    out.prefer(options);
    in.prefer(options);
  }

  @Override
  public boolean glance() throws IpcException {
    return in.glance();
  }

  @Override
  public void reported() {
    in.reported();
  }

  @Override
  public boolean lively() {
    return in.lively();
  }

  @Override
  public HandleKind kind() {
    return HandleKind.DUPLEX;
  }

  @Override
  public PeerIdentity peer() {
    return peer;
  }

  @Override
  public boolean trySend(Outgoing message) throws IpcException {
    return out.trySend(message);
  }

  @Override
  public boolean trySendBytes(MemorySegment bytes, long offset, long length) throws IpcException {
    return out.trySendBytes(bytes, offset, length);
  }

  @Override
  public void awaitRoom(Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    out.awaitRoom(deadline, caller);
  }

  @Override
  public Loan loan(long size) throws IpcException {
    return out.loan(size);
  }

  @Override
  public Optional<ChannelRegions> regions() {
    return out.regions();
  }

  @Override
  public void share() {
    throw new UnsupportedOperationException("a duplex end is not shared");
  }

  @Override
  public int packetBytes() {
    return out.packetBytes();
  }

  @Override
  public Arrival tryReceive(Limits limits) throws IpcException {
    return in.tryReceive(limits);
  }

  @Override
  public Arrival tryReceiveInPlace(Limits limits) throws IpcException {
    return in.tryReceiveInPlace(limits);
  }

  @Override
  public BytesOutcome tryReceiveBytes(MemorySegment into, Limits limits, boolean lent) throws IpcException {
    return in.tryReceiveBytes(into, limits, lent);
  }

  @Override
  public int lastLength() {
    return in.lastLength();
  }

  @Override
  public CloseReason endReason() {
    return in.endReason();
  }

  @Override
  public Reach reach() {
    return Reach.MACHINE;
  }

  @Override
  public boolean rest() {
    return in.rest();
  }

  @Override
  public GuardedNumber watched() throws IpcException {
    return in.watched();
  }

  @Override
  public void awaitArrival(Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    in.awaitArrival(deadline, caller);
  }

  @Override
  public void wake() {
    in.wake(); // both directions wait on one list
  }

  @Override
  public void release(CloseReason.Closed reason) throws IOException {
    try {
      in.endLane(); // the number is still open: so no send of the peer begins later and succeeds
      out.release(reason);
    } finally {
      in.release(); // the number is closed by now, what is known of the peer is not
    }
  }

  @Override
  public void prepare() throws IpcException {
    out.endLaneToTravel(); // no call runs on an end that is leased, so nothing else goes out meanwhile
    in.prepare();
  }

  @Override
  public int descriptorCount() {
    return in.descriptorCount();
  }

  @Override
  public void putDescriptors(int[] numbers, int at) {
    in.putDescriptors(numbers, at);
  }

  @Override
  public int tableFlags() {
    return in.tableFlags();
  }

  @Override
  public long tableValue() {
    return in.tableValue();
  }

  @Override
  public int departed() {
    try {
      in.tidy();
    } catch (Throwable e) {
      CloseFailures.report(this, e);
    }
    return out.departed(); // of the one number of both
  }

  @Override
  public void stayed() {
    in.stayed();
  }

  @Override
  public String toString() {
    return "duplex end";
  }
}
