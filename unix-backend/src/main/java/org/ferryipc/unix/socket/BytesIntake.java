package org.ferryipc.unix.socket;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort.BytesOutcome;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.PacketBuffer;
import org.ferryipc.unix.socket.PacketReader.Found;
import org.jspecify.annotations.Nullable;

/** Receives into memory of the caller: what of a {@link SocketReceiver} only channels of bytes use. Under the turn. */
final class BytesIntake {
  private final PacketReader reader;
  private final Backlog backlog;
  private int lastLength;

  BytesIntake(PacketReader reader, Backlog backlog) {
    this.reader = reader;
    this.backlog = backlog;
  }

  /** {@return the length of the message that was in front of the queue last}, in bytes */
  int lastLength() {
    return lastLength;
  }

  /** Receives a message, or what else is in front of the queue. */
  BytesOutcome receive(int socket, MemorySegment into, Limits limits, boolean lent) throws IpcException {
    // Native memory of the caller is received into directly; what does not fit spills over, and so is not lost.
    boolean whole = into.isNative() && into.byteSize() >= PacketSize.WIRE_PAYLOAD;
    try (MessageBlock block = MessageBlock.borrow();
        @Nullable PacketBuffer buffer = whole ? null : PacketBuffer.borrow()) {
      if (into.isNative()) {
        block.payload(into);
        if (buffer != null) {
          block.spill(buffer.memory());
        }
      } else {
        block.packet(Objects.requireNonNull(buffer));
      }
      Found found = reader.next(socket, block, lent);
      if (found == Found.FILLING) {
        return receiveBehind(socket, into, limits);
      }
      return outcome(found, block, into.isNative() ? null : buffer, into, limits, false, lent);
    }
  }

  // The sender is writing a message. It is copied meanwhile, and then its packet must not be received over the copy.
  private BytesOutcome receiveBehind(int socket, MemorySegment into, Limits limits) throws IpcException {
    long until = reader.follow(into, limits);
    try (MessageBlock block = MessageBlock.borrow();
        PacketBuffer buffer = PacketBuffer.borrow()) {
      block.packet(buffer);
      Found found = reader.next(socket, block, false);
      while (found == Found.NOTHING && System.nanoTime() - until < 0) {
        Thread.onSpinWait();
        found = reader.next(socket, block, false);
      }
      return outcome(found, block, buffer, into, limits, true, true);
    }
  }

  /**
   * Takes what the reader found.
   *
   * @param from where a packet's bytes are, if not in {@code into}
   * @param behind whether {@code into} has what was copied behind the writer
   * @param lent whether the next receive may do that
   */
  private BytesOutcome outcome(
      Found found,
      MessageBlock block,
      @Nullable PacketBuffer from,
      MemorySegment into,
      Limits limits,
      boolean behind,
      boolean lent)
      throws IpcException {
    switch (found) {
      case NOTHING, FILLING -> {
        return BytesOutcome.NOTHING;
      }
      case END -> {
        return BytesOutcome.END;
      }
      case RECORD -> {
        return takeRecord(into, limits);
      }
      case MESSAGE -> {}
    }
    if (!reader.contents().isPlain(block)) {
      return takeSpecial(block, into, limits, behind, lent);
    }
    int length = reader.checkedLength(block, limits);
    lastLength = length;
    if (length > into.byteSize()) {
      backlog.hold(block.copyReceived(length));
      return BytesOutcome.TOO_SMALL;
    }
    if (from != null) {
      MemorySegment.copy(from.payload(), 0, into, 0, length);
    }
    return BytesOutcome.TAKEN;
  }

  /** Takes the record that the lane has, if it fits. */
  BytesOutcome takeRecord(MemorySegment into, Limits limits) throws LimitExceededException {
    ReceiversLane lanes = reader.lanes();
    int length = lanes.length();
    lastLength = length;
    if (length > limits.messageBytes()) {
      lanes.taken();
      throw reader.contents().tooLong(length, limits);
    }
    if (length > into.byteSize()) {
      return BytesOutcome.TOO_SMALL;
    }
    lanes.copy(into);
    lanes.taken();
    return BytesOutcome.TAKEN;
  }

  // A message with handles (which a bytes channel closes), or in a file.
  private BytesOutcome takeSpecial(
      MessageBlock block, MemorySegment into, Limits limits, boolean behind, boolean lent) throws IpcException {
    long beside = reader.contents().lengthBeside(block, limits);
    if (beside >= 0 && beside <= into.byteSize()) {
      reader.contents().readInto(block, into, beside, behind, lent ? into.byteSize() : 0);
      lastLength = (int) beside;
      return BytesOutcome.TAKEN;
    }
    Incoming message = reader.contents().message(block, limits);
    for (Resource stray : message.resources()) {
      CloseFailures.releaseQuietly(stray);
    }
    byte[] bytes = message.bytes();
    byte[] exact = message.length() == bytes.length ? bytes : Arrays.copyOf(bytes, message.length());
    backlog.hold(exact);
    return takeHeld(exact, into);
  }

  /** Takes the message that the {@link Backlog} holds, if it fits. */
  BytesOutcome takeHeld(byte[] bytes, MemorySegment into) {
    lastLength = bytes.length;
    if (bytes.length > into.byteSize()) {
      return BytesOutcome.TOO_SMALL;
    }
    backlog.moveTo(bytes, into);
    return BytesOutcome.TAKEN;
  }
}
