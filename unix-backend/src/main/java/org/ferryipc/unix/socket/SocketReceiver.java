package org.ferryipc.unix.socket;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
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
import org.ferryipc.unix.waiting.Readiness;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a socket channel. Everything but {@link #wake} is called under the turn.
 *
 * <p>Nothing stays in this process between calls but one message that a bytes receiver had no room for; it travels with the
 * receiver ({@link BacklogFile}).
 */
final class SocketReceiver implements ReceivePort, Traveller {
  private static final String CHANNEL = "channel";

  private final GuardedNumber guarded;
  private final Readiness readiness;
  private final PacketReader reader;

  private byte @Nullable [] held; // the message that was too large for a buffer; under the turn
  private int backlogNumber = -1; // its file while this end is leased
  private int lastLength;

  SocketReceiver(GuardedNumber guarded, Readiness readiness, @Nullable PeerLife peer) {
    this.guarded = guarded;
    this.readiness = readiness;
    this.reader = new PacketReader(CHANNEL, peer);
  }

  /** {@return the port for an end that came in a message}; if this fails, the numbers are still the caller's */
  static SocketReceiver received(int[] numbers, int at, int flags, long backlogBytes, Limits limits)
      throws IpcException {
    byte @Nullable [] backlog = null;
    if ((flags & HandleTable.BACKLOG) != 0) {
      backlog = BacklogFile.read(numbers[at + 1], backlogBytes, limits, CHANNEL);
      boolean unused = Descriptors.discard(numbers[at + 1]);
    }
    GuardedNumber guarded = new GuardedNumber(numbers[at]);
    SocketReceiver receiver = new SocketReceiver(guarded, new Readiness(guarded), null);
    receiver.held = backlog;
    return receiver;
  }

  @Override
  public HandleKind kind() {
    return HandleKind.RECEIVER;
  }

  @Override
  public Arrival tryReceive(Limits limits) throws IpcException {
    byte[] waiting = held;
    if (waiting != null) {
      held = null;
      return new Incoming(waiting, 0, waiting.length, List.of());
    }
    int socket = guarded.acquire();
    if (socket < 0) {
      return Arrival.Nothing.INSTANCE; // closed by another thread; the caller sees that at the handle
    }
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
      guarded.release();
    }
  }

  @Override
  public BytesOutcome tryReceiveBytes(MemorySegment into, Limits limits) throws IpcException {
    if (held != null) {
      return takeHeld(into);
    }
    int socket = guarded.acquire();
    if (socket < 0) {
      return BytesOutcome.NOTHING;
    }
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
        block.payload(java.util.Objects.requireNonNull(buffer).memory());
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
        MemorySegment.copy(java.util.Objects.requireNonNull(buffer).memory(), 0, into, 0, length);
      }
      return BytesOutcome.TAKEN;
    } catch (MalformedMessageException e) {
      throw broken(socket, e);
    } finally {
      guarded.release();
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
    for (org.ferryipc.core.transport.Resource stray : message.resources()) {
      try {
        stray.release();
      } catch (IOException e) {
        org.ferryipc.core.ownership.CloseFailures.report(stray, e);
      }
    }
    byte[] bytes = message.bytes();
    held = message.length() == bytes.length ? bytes : java.util.Arrays.copyOf(bytes, message.length());
    return takeHeld(into);
  }

  private BytesOutcome takeHeld(MemorySegment into) {
    byte[] bytes = java.util.Objects.requireNonNull(held);
    lastLength = bytes.length;
    if (bytes.length > into.byteSize()) {
      return BytesOutcome.TOO_SMALL;
    }
    held = null;
    MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return BytesOutcome.TAKEN;
  }

  // Who breaks the protocol is no Ferry: this channel ends, and its senders hear of it.
  private MalformedMessageException broken(int socket, MalformedMessageException e) {
    reader.breakOff(e.field());
    try {
      Sockets.shutdown(socket, Sockets.SHUT_RDWR);
    } catch (KernelException notASocket) {
      e.addSuppressed(notASocket);
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
  public void awaitArrival(Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    readiness.await(Poll.IN, deadline, Long.MAX_VALUE, caller);
  }

  @Override
  public void wake() {
    readiness.wakeAll();
  }

  @Override
  public void release() throws IOException {
    readiness.wakeAll();
    reader.close();
    guarded.close();
  }

  @Override
  public void prepare() throws IpcException {
    byte[] unread = held;
    if (unread != null) {
      backlogNumber = BacklogFile.write(unread);
    }
  }

  @Override
  public int descriptorCount() {
    return held == null ? 1 : 2;
  }

  @Override
  public void putDescriptors(int[] numbers, int at) {
    numbers[at] = guarded.number();
    if (held != null) {
      numbers[at + 1] = backlogNumber;
    }
  }

  @Override
  public int tableFlags() {
    return held == null ? 0 : HandleTable.BACKLOG;
  }

  @Override
  public long tableValue() {
    byte[] unread = held;
    return unread == null ? 0 : unread.length;
  }

  @Override
  public void departed() {
    stayed();
    try {
      release();
    } catch (IOException e) {
      org.ferryipc.core.ownership.CloseFailures.report(this, e);
    }
  }

  @Override
  public void stayed() {
    if (backlogNumber >= 0) {
      boolean unused = Descriptors.discard(backlogNumber);
      backlogNumber = -1;
    }
  }

  @Override
  public String toString() {
    return "receiver";
  }
}
