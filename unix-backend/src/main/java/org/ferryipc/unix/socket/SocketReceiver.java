package org.ferryipc.unix.socket;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.Limits;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.Waiting;
import org.ferryipc.unix.descriptor.GuardedNumber;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.PacketBuffer;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.lane.Look;
import org.ferryipc.unix.waiting.Pollable;
import org.ferryipc.unix.waiting.Readiness;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a socket channel. Everything but {@link #wake} is called under the turn.
 *
 * <p>Nothing stays in this process between calls but one message that a bytes receiver had no room for; it travels with the
 * receiver ({@link Backlog}). Where such a file arrives it is read when the message is asked for, as any other message:
 * who is sent many receivers pays for those it uses.
 */
final class SocketReceiver implements ReceivePort, Traveller, Pollable {
  private static final String CHANNEL = "channel";

  private final Readiness guarded;
  private final @Nullable PeerLife peer;
  private @Nullable PacketReader reader; // made by the first receive; under the turn

  private @Nullable BytesIntake intake; // made by the first receive of bytes; under the turn

  private final Backlog backlog = new Backlog();
  private @Nullable ArrivalWait waiting; // made by the first preference or wait, which are before and under the first turn
  private boolean unchecked; // came from a peer and was not used yet; under the turn

  private boolean refusesLanes; // racy on purpose: set before the first receive of who sets it

  SocketReceiver(Readiness guarded, @Nullable PeerLife peer) {
    this.guarded = guarded;
    this.peer = peer;
  }

  private PacketReader reader() {
    PacketReader made = reader;
    if (made == null) {
      made = new PacketReader(CHANNEL, peer);
      made.lanes().refuse(refusesLanes);
      reader = made;
    }
    return made;
  }

  private @Nullable ReceiversLane lanes() {
    PacketReader made = reader;
    return made == null ? null : made.lanes();
  }

  private ArrivalWait waiting() {
    ArrivalWait made = waiting;
    return made != null ? made : (waiting = new ArrivalWait(guarded));
  }

  private BytesIntake intake() {
    BytesIntake made = intake;
    return made != null ? made : (intake = new BytesIntake(reader(), backlog));
  }

  /** {@return the port for an end that came in a message}; the numbers are the port's */
  static SocketReceiver received(int[] numbers, int at, int flags, long value) {
    SocketReceiver receiver = new SocketReceiver(new Readiness(numbers[at]), null).ofPeer();
    receiver.arrived(numbers, at + 1, flags, value);
    return receiver;
  }

  /** Takes over what the end had not read where it came from. */
  void arrived(int[] numbers, int at, int flags, long value) {
    Luggage.arrived(backlog, numbers, at, flags, value, Luggage.needsReader(flags) ? reader() : null);
  }

  /** Says that the number came from a peer. {@return this} */
  SocketReceiver ofPeer() {
    unchecked = true;
    return this;
  }

  @Override
  public HandleKind kind() {
    return HandleKind.RECEIVER;
  }

  @Override
  public void prefer(ChannelOptions options) {
    refusesLanes = options.lanes() == LanePolicy.NEVER;
    waiting().prefer(options.waiting());
    ReceiversLane made = lanes();
    if (made != null) {
      made.refuse(refusesLanes);
    }
  }

  // Without a use of the number: the lane's memory is not the socket's. {@return what the lane says, or null if the socket must
  // be asked, by whom all that is wrong is found again and said}
  private @Nullable Look askLane() {
    ReceiversLane made = lanes();
    try {
      return made != null && made.isThere() && backlog.isEmpty() && !reader().sleep().isDue() ? made.look() : null;
    } catch (MalformedMessageException e) {
      return null;
    }
  }

  // A brief call is the only one on the end, as one with the turn is: so the lane's memory stays mapped as long as it runs.
  @Override
  public @Nullable Incoming takeAtHand(Limits limits) throws IpcException {
    return askLane() == Look.RECORD ? reader().record(limits) : null;
  }

  @Override
  public BytesOutcome takeBytesAtHand(MemorySegment into, Limits limits) throws IpcException {
    return askLane() == Look.RECORD ? intake().takeRecord(into, limits) : BytesOutcome.NOTHING;
  }

  @Override
  public Arrival tryReceive(Limits limits) throws IpcException {
    return tryReceive(limits, PacketContents::message);
  }

  @Override
  public Arrival tryReceiveInPlace(Limits limits) throws IpcException {
    return tryReceive(limits, PacketContents::messageInPlace);
  }

  private Arrival tryReceive(Limits limits, PacketContents.Making making) throws IpcException {
    Look next = askLane();
    if (next == Look.RECORD) {
      return reader().record(limits);
    } else if (next == Look.NOTHING) {
      return Arrival.Nothing.INSTANCE;
    }
    int socket = guarded.number(); // the port is not released under a call
    checkOnce(socket);
    byte[] waiting = held(socket, limits);
    if (waiting != null) {
      backlog.forget();
      return new Incoming(waiting, 0, waiting.length, List.of());
    }
    return receive(socket, limits, making);
  }

  private Arrival receive(int socket, Limits limits, PacketContents.Making making) throws IpcException {
    try (MessageBlock block = MessageBlock.borrow();
        PacketBuffer buffer = PacketBuffer.borrow()) {
      block.packet(buffer);
      return switch (reader().next(socket, block, false)) {
        case NOTHING, FILLING -> Arrival.Nothing.INSTANCE;
        case RECORD -> reader().record(limits);
        case END -> new Arrival.End(reader().endReason());
        case MESSAGE -> making.message(reader().contents(), block, limits);
      };
    } catch (MalformedMessageException e) {
      throw broken(socket, e);
    } finally {
      DescriptorPressure.settle();
    }
  }

  // What a peer sent as this end may be anything; what is no channel is not even shut down.
  private void checkOnce(int socket) throws MalformedMessageException {
    if (unchecked) {
      unchecked = false;
      if (!PeersEnd.isChannel(socket)) {
        reader().breakOff("receiver");
        throw PeersEnd.refusal("receiver", CHANNEL);
      }
    }
  }

  // The message in front of the queue, if there is one, and what was in the lane where the receiver came from.
  private byte @Nullable [] held(int socket, Limits limits) throws IpcException {
    try {
      ReceiversLane made = lanes();
      if (made != null && made.isInFile()) {
        made.restore();
      }
      return backlog.peek(limits, CHANNEL);
    } catch (MalformedMessageException e) {
      throw broken(socket, e);
    }
  }

  @Override
  public BytesOutcome tryReceiveBytes(MemorySegment into, Limits limits, boolean lent) throws IpcException {
    Look next = askLane();
    if (next == Look.RECORD) {
      return intake().takeRecord(into, limits);
    } else if (next == Look.NOTHING) {
      return BytesOutcome.NOTHING;
    }
    int socket = guarded.number();
    checkOnce(socket);
    byte[] waiting = held(socket, limits);
    return waiting != null ? intake().takeHeld(waiting, into) : receiveBytes(socket, into, limits, lent);
  }

  private BytesOutcome receiveBytes(int socket, MemorySegment into, Limits limits, boolean lent) throws IpcException {
    try {
      return intake().receive(socket, into, limits, lent);
    } catch (MalformedMessageException e) {
      throw broken(socket, e);
    } finally {
      DescriptorPressure.settle();
    }
  }

  // Who breaks the protocol is no Ferry: this channel ends, and its senders hear of it.
  private MalformedMessageException broken(int socket, MalformedMessageException e) {
    reader().breakOff(e.field());
    try {
      Sockets.shutdown(socket, Sockets.SHUT_RDWR);
    } catch (KernelException notConnected) {
      e.addSuppressed(notConnected);
    }
    return e;
  }

  @Override
  public int lastLength() {
    BytesIntake made = intake;
    return made == null ? 0 : made.lastLength();
  }

  @Override
  public CloseReason endReason() {
    return reader().endReason();
  }

  @Override
  public Reach reach() {
    return Reach.MACHINE;
  }

  @Override
  public boolean rest() {
    ReceiversLane made = lanes();
    return backlog.isEmpty() && (made == null || !made.isInFile() && made.arm());
  }

  @Override
  public boolean glance() throws IpcException {
    PacketReader made = reader;
    return made != null && waiting().glance(made);
  }

  @Override
  public void reported() {
    ReceiversLane made = lanes();
    if (made != null) {
      made.polled();
    }
  }

  @Override
  public long pauseNanos() {
    PacketReader made = reader;
    return made == null ? 0 : made.pauseNanos();
  }

  @Override
  public boolean lively() {
    ReceiversLane made = lanes();
    return made != null && made.isLively();
  }

  @Override
  public GuardedNumber watched() throws IpcException {
    int socket = guarded.acquire();
    if (socket >= 0) {
      try {
        checkOnce(socket);
      } finally {
        guarded.release();
      }
    }
    return guarded;
  }

  @Override
  public void awaitArrival(Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    waiting().await(reader(), deadline, caller, false);
  }

  @Override
  public void awaitBeforeTry(Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    waiting().await(reader(), deadline, caller, backlog.isEmpty());
  }

  @Override
  public void wake() {
    guarded.wakeAll();
  }

  @Override
  public void release() throws IOException {
    tidy(); // first: no send that begins after the close may succeed, by the lane
    guarded.close();
  }

  /** Ends the lane for both sides. */
  void endLane() {
    ReceiversLane made = lanes();
    if (made != null) {
      made.close();
    }
  }

  void tidy() {
    guarded.wakeAll();
    PacketReader made = reader;
    if (made != null) {
      made.close(); // its mapping of the sender's file, and the peer
    } else if (peer != null) {
      peer.close();
    }
    backlog.discardFile();
  }

  @Override
  public void prepare() throws IpcException {
    Luggage.prepare(backlog, reader);
  }

  @Override
  public int descriptorCount() {
    return 1 + Luggage.descriptorCount(backlog, reader);
  }

  @Override
  public void putDescriptors(int[] numbers, int at) {
    numbers[at] = guarded.number();
    Luggage.putDescriptors(backlog, numbers, at + 1, reader);
  }

  @Override
  public int tableFlags() {
    return Luggage.tableFlags(backlog, reader);
  }

  @Override
  public long tableValue() {
    return Luggage.tableValue(backlog, reader);
  }

  @Override
  public int departed() {
    try {
      tidy();
    } catch (Throwable e) {
      CloseFailures.report(this, e);
    }
    try {
      return guarded.giveUp();
    } catch (Throwable e) {
      CloseFailures.report(this, e);
      return NOTHING;
    }
  }

  @Override
  public void stayed() {
    Luggage.stayed(backlog, reader);
  }

  @Override
  public String toString() {
    return "receiver";
  }
}
