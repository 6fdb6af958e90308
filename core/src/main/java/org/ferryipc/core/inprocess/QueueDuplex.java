package org.ferryipc.core.inprocess;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.ferryipc.core.ChannelRegions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Loan;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.core.transport.Waiting;

/** One end of two queues that run opposite ways. */
final class QueueDuplex implements DuplexPort {
  private final QueueSender out;
  private final QueueReceiver in;

  QueueDuplex(MessageQueue out, MessageQueue in) {
    this.out = new QueueSender(out);
    this.in = new QueueReceiver(in);
  }

  @Override
  public HandleKind kind() {
    return HandleKind.DUPLEX;
  }

  @Override
  public PeerIdentity peer() {
    return PeerIdentity.UNKNOWN;
  }

  @Override
  public boolean trySend(Outgoing message) throws IpcException {
    return out.trySend(message);
  }

  @Override
  public boolean trySendBytes(MemorySegment buffer, long offset, long length) throws IpcException {
    return out.trySendBytes(buffer, offset, length);
  }

  @Override
  public void awaitRoom(Deadline deadline, Waiting caller) throws InterruptedException {
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
    return Reach.PROCESS;
  }

  @Override
  public boolean rest() {
    return in.rest();
  }

  @Override
  public void awaitArrival(Deadline deadline, Waiting caller) throws InterruptedException {
    in.awaitArrival(deadline, caller);
  }

  @Override
  public void wake() {
    out.wake();
    in.wake();
  }

  @Override
  public void release(CloseReason.Closed reason) {
    out.release(reason);
    in.release();
  }

  MessageQueue incoming() {
    return in.queue();
  }

  /** Gives up this end. {@return what came in messages that nobody read}; the caller's now */
  List<Resource> endReceiving() {
    out.release(CloseReason.Closed.ORDERLY);
    return in.queue().endReceiving();
  }

  @Override
  public String toString() {
    return "in-process duplex end";
  }
}
