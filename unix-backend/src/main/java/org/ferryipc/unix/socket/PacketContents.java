package org.ferryipc.unix.socket;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.unix.frame.Crate;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.frame.HandleTable;
import org.ferryipc.unix.frame.StackRoom;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.region.HeapRoom;
import org.ferryipc.unix.region.SendersFile;

/** What a packet holds that a {@link PacketReader} has received and checked: makes the message of it. One thread at a time. */
final class PacketContents {
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8; // of HotSpot

  private final String channel;
  private final SendersFile senders;

  PacketContents(String channel, SendersFile senders) {
    this.channel = channel;
    this.senders = senders;
  }

  LimitExceededException tooLong(long length, Limits limits) {
    return new LimitExceededException(channel, "messageBytes", limits.messageBytes(), length);
  }

  /** {@return whether the message in {@code block} is bytes in the packet and nothing else} */
  boolean isPlain(MessageBlock block) {
    return flags(block) == 0 && block.received() == 0;
  }

  private static int flags(MessageBlock block) {
    return FrameHeader.flags(block.header()) & ~FrameHeader.STAMPED;
  }

  /** {@return the payload's length if it lies in a file and there are no handles, else -1} */
  long payloadFileLength(MessageBlock block, Limits limits) {
    if (flags(block) != FrameHeader.IN_FILE) {
      return -1;
    }
    long length = FrameHeader.length(block.header());
    return length <= limits.messageBytes() ? length : -1;
  }

  /**
   * Reads a payload without handles out of its file.
   *
   * @param behind whether {@code into} is what {@link #follow} was given for this receive
   * @param room the longest message that the next receive would let us follow
   */
  void readFileInto(MessageBlock block, MemorySegment into, long length, boolean behind, long room) throws IpcException {
    int file = DescriptorPressure.takeFile(block);
    boolean checked = false;
    try {
      senders.check(file, length, channel);
      checked = true;
      long generation = generation(block);
      try {
        senders.read(file, generation, length, into, behind, channel);
      } finally {
        senders.done(file, generation, room);
      }
    } finally {
      DescriptorPressure.release(file, checked);
    }
  }

  /** Makes the message in {@code block} the receiver's. */
  Incoming message(MessageBlock block, Limits limits) throws IpcException {
    MemorySegment header = block.header();
    int flags = FrameHeader.flags(header);
    boolean hasTable = (flags & FrameHeader.TABLE) != 0;
    long length = FrameHeader.length(header);
    long most = (long) limits.messageBytes() + (hasTable ? HandleTable.bytesFor(Limits.MAX_HANDLES) : 0);
    most = Math.min(most, LONGEST_ARRAY);
    byte[] bytes;
    if ((flags & FrameHeader.IN_FILE) != 0) {
      bytes = fromFile(block, length, most, limits);
    } else {
      if (length > most) {
        throw tooLong(length, limits);
      }
      bytes = block.copyReceived((int) length);
    }
    if (!hasTable) {
      return new Incoming(bytes, 0, bytes.length, List.of());
    }
    int descriptors = FrameHeader.descriptors(header);
    HandleTable table = HandleTable.read(bytes, bytes.length, descriptors, limits, channel);
    if (table.start() > limits.messageBytes()) {
      throw tooLong(table.start(), limits);
    }
    StackRoom.require(); // until here the block closes what came
    int[] numbers = new int[descriptors];
    if ((flags & FrameHeader.IN_CRATE) != 0) {
      try {
        Crate.unpack(block.take(0), numbers, channel);
      } catch (ResourceExhaustedException e) {
        DescriptorPressure.exhausted();
        throw e;
      }
    } else {
      for (int i = 0; i < descriptors; i++) {
        numbers[i] = block.take(i);
      }
    }
    List<Resource> resources = Arrivals.resources(table, numbers, channel);
    return new Incoming(bytes, 0, table.start(), resources);
  }

  private static long generation(MessageBlock block) {
    return MemorySegment.ofArray(block.copyReceived(Long.BYTES)).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
  }

  private byte[] fromFile(MessageBlock block, long length, long most, Limits limits)
      throws IpcException {
    int file = DescriptorPressure.takeFile(block);
    boolean checked = false;
    try {
      senders.check(file, length, channel);
      checked = true;
      long generation = generation(block);
      try {
        if (length > most) {
          throw tooLong(length, limits);
        }
        byte[] bytes = HeapRoom.allocate((int) length);
        senders.read(file, generation, length, MemorySegment.ofArray(bytes), false, channel);
        return bytes;
      } finally {
        senders.done(file, generation, 0);
      }
    } finally {
      DescriptorPressure.release(file, checked);
    }
  }
}
