package org.ferryipc.unix.socket;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.LentRegion;
import org.ferryipc.core.transport.MemoryRoom;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.unix.frame.Crate;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.frame.HandleTable;
import org.ferryipc.unix.frame.StackRoom;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.region.Following;
import org.ferryipc.unix.region.KnownGrounds;
import org.ferryipc.unix.region.PayloadReader;
import org.ferryipc.unix.region.ReceivedGround;
import org.ferryipc.unix.region.RegionAddress;
import org.ferryipc.unix.region.RegionPayload;

/** What a packet holds that a {@link PacketReader} has received and checked: makes the message of it. One thread at a time. */
final class PacketContents {
  private static final byte[] NOTHING = {};
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8; // of HotSpot

  private final String channel;
  private final KnownGrounds grounds;
  private final Following following;

  PacketContents(String channel, KnownGrounds grounds, Following following) {
    this.channel = channel;
    this.grounds = grounds;
    this.following = following;
  }

  /** How a message is made of a packet. */
  @FunctionalInterface
  interface Making {
    /** {@return the message in {@code block}} */
    Incoming message(PacketContents contents, MessageBlock block, Limits limits) throws IpcException;
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

  private static boolean isInRegion(int flags) {
    return (flags & FrameHeader.IN_REGION) != 0;
  }

  private static boolean isBeside(int flags) {
    return (flags & (FrameHeader.IN_FILE | FrameHeader.IN_REGION)) != 0;
  }

  /** {@return the payload's length if it lies beside the packet and there are no handles, else -1} */
  long lengthBeside(MessageBlock block, Limits limits) {
    int flags = flags(block);
    if (!isBeside(flags) || (flags & ~(FrameHeader.IN_FILE | FrameHeader.IN_REGION)) != 0) {
      return -1;
    }
    long length = FrameHeader.length(block.header());
    return length <= limits.messageBytes() ? length : -1;
  }

  /**
   * Reads a payload without handles that lies beside the packet.
   *
   * @param behind whether {@code into} is what {@link Following#follow} was given for this receive
   * @param room the longest message that the next receive would let us follow
   */
  void readInto(MessageBlock block, MemorySegment into, long length, boolean behind, long room) throws IpcException {
    if (!isInRegion(flags(block))) {
      MemorySegment unused =
          inFile(
              block,
              length,
              (file, generation) -> {
                PayloadReader.read(file, generation, length, into, channel);
                return into;
              });
      return;
    }
    RegionPayload payload = region(block, length);
    try {
      payload.read(into, behind);
    } finally {
      end(payload, room);
    }
  }

  /** Reads a payload out of a file in which it is known to be. */
  @FunctionalInterface
  private interface Taking<R> {
    R from(int file, long generation) throws IpcException;
  }

  private <R> R inFile(MessageBlock block, long length, Taking<R> taking) throws IpcException {
    int file = DescriptorPressure.takeFile(block);
    boolean checked = false;
    try {
      PayloadReader.check(file, length, channel);
      checked = true;
      long generation = generation(block);
      try {
        return taking.from(file, generation);
      } finally {
        PayloadReader.done(file, generation);
      }
    } finally {
      DescriptorPressure.release(file, checked);
    }
  }

  // Must be ended.
  private RegionPayload region(MessageBlock block, long length) throws IpcException {
    RegionAddress address = RegionAddress.read(block.copyReceived(RegionAddress.BYTES));
    ReceivedGround ground = grounds.find(address.ground(), channel);
    if ((FrameHeader.flags(block.header()) & FrameHeader.IN_FILE) == 0) {
      if (ground == null) {
        throw new MalformedMessageException(channel, "region", "of a file that has not come");
      }
      return RegionPayload.in(ground, address, length, following, channel);
    }
    int file = DescriptorPressure.takeFile(block);
    boolean settled = false;
    try {
      if (ground == null && !DescriptorPressure.isPressed()) {
        ground = grounds.keep(file, channel);
        settled = ground != null;
      }
      if (ground != null) {
        return RegionPayload.in(ground, address, length, following, channel);
      }
      RegionPayload byCalls = RegionPayload.in(file, address, length, following, channel);
      settled = true;
      return byCalls;
    } finally {
      if (!settled) {
        DescriptorPressure.release(file, false);
      }
    }
  }

  private static void end(RegionPayload payload, long room) {
    try {
      payload.done(room);
    } finally {
      if (payload.number() >= 0) {
        DescriptorPressure.release(payload.number(), true);
      }
    }
  }

  /** As {@link #message}; a payload without handles that lies in a region stays there, with a {@link LentRegion} for it. */
  Incoming messageInPlace(MessageBlock block, Limits limits) throws IpcException {
    long length = lengthBeside(block, limits);
    if (length < 0 || !isInRegion(flags(block))) {
      return message(block, limits);
    }
    RegionPayload payload = region(block, length);
    try {
      LentRegion lent = payload.lend();
      if (lent != null) {
        return new Incoming(NOTHING, 0, 0, List.of(lent));
      }
      return new Incoming(read(payload, length), 0, (int) length, List.of());
    } finally {
      end(payload, 0);
    }
  }

  private static byte[] read(RegionPayload payload, long length) throws IpcException {
    byte[] bytes = MemoryRoom.array((int) length, "a message, which is lost,");
    payload.read(MemorySegment.ofArray(bytes), false);
    return bytes;
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
    if (isBeside(flags)) {
      bytes = besidePacket(block, length, most, limits);
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

  private byte[] besidePacket(MessageBlock block, long length, long most, Limits limits) throws IpcException {
    if (isInRegion(flags(block))) {
      RegionPayload payload = region(block, length);
      try {
        if (length > most) {
          throw tooLong(length, limits);
        }
        return read(payload, length);
      } finally {
        end(payload, 0);
      }
    }
    return inFile(
        block,
        length,
        (file, generation) -> {
          if (length > most) {
            throw tooLong(length, limits);
          }
          byte[] bytes = MemoryRoom.array((int) length, "a message, which is lost,");
          PayloadReader.read(file, generation, length, MemorySegment.ofArray(bytes), channel);
          return bytes;
        });
  }
}
