package org.ferryipc.unix.socket;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.core.transport.Waiting;
import org.ferryipc.unix.descriptor.GuardedNumber;
import org.ferryipc.unix.frame.HandleTable;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.PacketBuffer;
import org.ferryipc.unix.kernel.Poll;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.region.BacklogFile;
import org.ferryipc.unix.waiting.Pollable;
import org.ferryipc.unix.waiting.Readiness;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a socket channel. Everything but {@link #wake} is called under the turn.
 *
 * <p>Nothing stays in this process between calls but one message that a bytes receiver had no room for; it travels with the
 * receiver ({@link BacklogFile}). Where such a file arrives it is read when the message is asked for, as any other message:
 * who is sent many receivers pays for those it uses.
 */
final class SocketReceiver implements ReceivePort, Traveller, Pollable {
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private static final String CHANNEL = "channel";
  private static final int NO_BACKLOG = -1;

  private final GuardedNumber guarded;
  private final Readiness readiness;
  private final PacketReader reader;

  private byte @Nullable [] held; // the message that was too large for a buffer; under the turn
  // The file of a message in front of the queue: of the held one while this end is leased, or one that came with this end and
  // was not read yet. Under the turn.
  private int backlogNumber = NO_BACKLOG;
  private long backlogBytes;
  private boolean unchecked; // came from a peer and was not used yet; under the turn
  private int lastLength;

  SocketReceiver(GuardedNumber guarded, Readiness readiness, @Nullable PeerLife peer) {
    this.guarded = guarded;
    this.readiness = readiness;
    this.reader = new PacketReader(CHANNEL, peer);
  }

  /** {@return the port for an end that came in a message}; the numbers are the port's */
  static SocketReceiver received(int[] numbers, int at, int flags, long backlogBytes) {
    GuardedNumber guarded = new GuardedNumber(numbers[at]);
    SocketReceiver receiver = new SocketReceiver(guarded, new Readiness(guarded), null).ofPeer();
    if ((flags & HandleTable.BACKLOG) != 0) {
      receiver.backlogNumber = numbers[at + 1];
      receiver.backlogBytes = backlogBytes;
    }
    return receiver;
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
  public Arrival tryReceive(Limits limits) throws IpcException {
    int socket = guarded.acquire();
    if (socket < 0) {
      return Arrival.Nothing.INSTANCE; // closed by another thread; the caller sees that at the handle
    }
    try {
      checkOnce(socket);
      byte[] waiting = held(socket, limits);
      if (waiting != null) {
        held = null;
        return new Incoming(waiting, 0, waiting.length, List.of());
      }
      return receive(socket, limits);
    } finally {
      guarded.release();
    }
  }

  private Arrival receive(int socket, Limits limits) throws IpcException {
    try (MessageBlock block = MessageBlock.borrow();
        PacketBuffer buffer = PacketBuffer.borrow()) {
      block.payload(buffer.memory());
      return switch (reader.next(socket, block)) {
        case NOTHING -> Arrival.Nothing.INSTANCE;
        case END -> new Arrival.End(reader.endReason());
        case MESSAGE -> reader.message(block, limits);
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
        reader.breakOff("receiver");
        throw PeersEnd.refusal("receiver", CHANNEL);
      }
    }
  }

  // The message in front of the queue, if there is one.
  private byte @Nullable [] held(int socket, Limits limits) throws IpcException {
    if (held == null && backlogNumber != NO_BACKLOG) {
      try {
        held = BacklogFile.read(backlogNumber, backlogBytes, limits, CHANNEL);
      } catch (MalformedMessageException e) {
        throw broken(socket, e);
      } finally {
        discardBacklog();
      }
    }
    return held;
  }

  @Override
  public BytesOutcome tryReceiveBytes(MemorySegment into, Limits limits) throws IpcException {
    int socket = guarded.acquire();
    if (socket < 0) {
      return BytesOutcome.NOTHING;
    }
    try {
      checkOnce(socket);
      return held(socket, limits) != null ? takeHeld(into) : receiveBytes(socket, into, limits);
    } finally {
      guarded.release();
    }
  }

  private BytesOutcome receiveBytes(int socket, MemorySegment into, Limits limits) throws IpcException {
    // Native memory of the caller is received into directly; what does not fit spills over, and so is not lost.
    boolean direct = into.isNative();
    boolean whole = direct && into.byteSize() >= PacketSize.WIRE_PAYLOAD;
    try (MessageBlock block = MessageBlock.borrow();
        @Nullable PacketBuffer buffer = whole ? null : PacketBuffer.borrow()) {
      if (direct) {
        block.payload(into);
        if (buffer != null) {
          block.spill(buffer.memory());
        }
      } else {
        block.payload(Objects.requireNonNull(buffer).memory());
      }
      switch (reader.next(socket, block)) {
        case NOTHING -> {
          return BytesOutcome.NOTHING;
        }
        case END -> {
          return BytesOutcome.END;
        }
        case MESSAGE -> {}
      }
      if (!reader.isPlain(block)) {
        return takeSpecial(block, into, limits);
      }
      int length = reader.checkedLength(block, limits);
      lastLength = length;
      if (length > into.byteSize()) {
        held = block.copyReceived(length);
        return BytesOutcome.TOO_SMALL;
      }
      if (!direct) {
        MemorySegment.copy(Objects.requireNonNull(buffer).memory(), 0, into, 0, length);
      }
      return BytesOutcome.TAKEN;
    } catch (MalformedMessageException e) {
      throw broken(socket, e);
    } finally {
      DescriptorPressure.settle();
    }
  }

  // A message with handles (which a bytes channel closes), or in a file.
  private BytesOutcome takeSpecial(MessageBlock block, MemorySegment into, Limits limits) throws IpcException {
    long inFile = reader.payloadFileLength(block, limits);
    if (inFile >= 0 && inFile <= into.byteSize()) {
      reader.readFileInto(block, into, inFile);
      lastLength = (int) inFile;
      return BytesOutcome.TAKEN;
    }
    Incoming message = reader.message(block, limits);
    for (Resource stray : message.resources()) {
      try {
        stray.release();
      } catch (IOException e) {
        CloseFailures.report(stray, e);
      }
    }
    byte[] bytes = message.bytes();
    held = message.length() == bytes.length ? bytes : Arrays.copyOf(bytes, message.length());
    return takeHeld(into);
  }

  private BytesOutcome takeHeld(MemorySegment into) {
    byte[] bytes = Objects.requireNonNull(held);
    lastLength = bytes.length;
    if (bytes.length > into.byteSize()) {
      return BytesOutcome.TOO_SMALL;
    }
    MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, 0, bytes.length);
    held = null; // now, and not before the copy that throws when the caller's memory is gone
    return BytesOutcome.TAKEN;
  }

  // Who breaks the protocol is no Ferry: this channel ends, and its senders hear of it.
  private MalformedMessageException broken(int socket, MalformedMessageException e) {
    reader.breakOff(e.field());
    try {
      Sockets.shutdown(socket, Sockets.SHUT_RDWR);
    } catch (KernelException notConnected) {
      e.addSuppressed(notConnected);
    }
    return e;
  }

  @Override
  public int lastLength() {
    return lastLength;
  }

  @Override
  public CloseReason endReason() {
    return reader.endReason();
  }

  @Override
  public Reach reach() {
    return Reach.MACHINE;
  }

  @Override
  public boolean rest() {
    return held == null && backlogNumber == NO_BACKLOG;
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
    if (reader.isWithoutNumber()) {
      pause(deadline);
    } else {
      readiness.await(Poll.IN, deadline, Long.MAX_VALUE, caller);
    }
  }

  // The packet is there, so the kernel would not wait for it; and what a first wait takes, a wake-up counter, is a number.
  private static void pause(Deadline deadline) throws InterruptedException {
    LockSupport.parkNanos(Math.min(deadline.remainingNanos(), PAUSE_NANOS));
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  @Override
  public void wake() {
    readiness.wakeAll();
  }

  @Override
  public void release() throws IOException {
    readiness.wakeAll();
    reader.close();
    discardBacklog();
    guarded.close();
  }

  private void discardBacklog() {
    int file = backlogNumber;
    backlogNumber = NO_BACKLOG;
    if (file != NO_BACKLOG) {
      boolean unused = Descriptors.discard(file);
    }
  }

  @Override
  public void prepare() throws IpcException {
    byte[] unread = held;
    if (unread != null) {
      backlogNumber = BacklogFile.write(unread);
      backlogBytes = unread.length;
    }
  }

  @Override
  public int descriptorCount() {
    return backlogNumber == NO_BACKLOG ? 1 : 2;
  }

  @Override
  public void putDescriptors(int[] numbers, int at) {
    numbers[at] = guarded.number();
    if (backlogNumber != NO_BACKLOG) {
      numbers[at + 1] = backlogNumber;
    }
  }

  @Override
  public int tableFlags() {
    return backlogNumber == NO_BACKLOG ? 0 : HandleTable.BACKLOG;
  }

  @Override
  public long tableValue() {
    return backlogNumber == NO_BACKLOG ? 0 : backlogBytes;
  }

  @Override
  public void departed() {
    try {
      release();
    } catch (IOException e) {
      CloseFailures.report(this, e);
    }
  }

  @Override
  public void stayed() {
    if (held != null) {
      discardBacklog(); // this end still has the message itself
    }
  }

  @Override
  public String toString() {
    return "receiver";
  }
}
