package org.ferryipc.unix.socket;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.unix.frame.Crate;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.frame.HandleTable;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.PacketBuffer;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.region.FileRegion;
import org.ferryipc.unix.region.PayloadFile;
import org.ferryipc.unix.region.RegionAddress;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to send a message that is more than plain bytes in one packet: with handles, or too large.
 *
 * <p>Everything that can be refused is made first (table, crate, payload file); then comes one {@code sendmsg}, which is the
 * message's only commit point: before it nothing has left this process, and a kill at any moment leaves nothing, because
 * what was made hangs on this process's descriptors alone. A {@linkplain FrameHeader#FILLING hint} may go ahead of it, which
 * means nothing without it.
 */
final class OutgoingFrame {
  private static final byte[] NO_TABLE = {};
  private static final int[] NO_NUMBERS = {};

  private OutgoingFrame() {}

  /**
   * Sends once.
   *
   * @param sender whose regions carry a large payload
   * @param pieces the payload, together {@code length} bytes
   * @param mostInPacket the largest payload for a packet; a larger one goes in a region or file
   * @return what {@code sendmsg} returned
   */
  static long send(
      SocketSender sender,
      int socket,
      List<MemorySegment> pieces,
      long length,
      List<Traveller> travellers,
      int mostInPacket)
      throws IpcException {
    int prepared = 0;
    boolean sent = false;
    int crate = -1;
    int[] numbers = NO_NUMBERS;
    @Nullable PayloadFile file = null;
    @Nullable FileRegion region = null;
    @Nullable PacketBuffer buffer = null;
    try (MessageBlock block = MessageBlock.borrow()) {
      int descriptors = 0;
      for (int i = 0; i < travellers.size(); i++) {
        Traveller traveller = travellers.get(i);
        traveller.prepare();
        prepared++;
        descriptors += traveller.descriptorCount();
      }
      int tableBytes = travellers.isEmpty() ? 0 : HandleTable.bytesFor(travellers.size());
      long total = length + tableBytes;
      int flags = tableBytes > 0 ? FrameHeader.TABLE : 0;
      numbers = new int[descriptors];
      int at = 0;
      for (int i = 0; i < travellers.size(); i++) {
        Traveller traveller = travellers.get(i);
        traveller.putDescriptors(numbers, at);
        at += traveller.descriptorCount();
      }
      if (descriptors > Crate.MOST_IN_PACKET) {
        crate = Crate.pack(numbers, descriptors);
        flags |= FrameHeader.IN_CRATE;
        block.descriptor(crate);
      } else {
        for (int number : numbers) {
          block.descriptor(number);
        }
      }
      if (total <= mostInPacket) {
        MemorySegment room = block.inline();
        if (total <= MessageBlock.INLINE_BYTES) {
          block.inlinePayload((int) total);
        } else {
          buffer = PacketBuffer.borrow();
          room = buffer.memory();
          block.payload(room.asSlice(0, total));
        }
        long placed = 0;
        for (int i = 0; i < pieces.size(); i++) {
          MemorySegment piece = pieces.get(i);
          MemorySegment.copy(piece, 0, room, placed, piece.byteSize());
          placed += piece.byteSize();
        }
        if (tableBytes > 0) {
          HandleTable.write(room, length, travellers);
        }
      } else {
        byte[] table = tableBytes == 0 ? NO_TABLE : new byte[tableBytes];
        if (tableBytes > 0) {
          HandleTable.write(MemorySegment.ofArray(table), 0, travellers);
        }
        region = sender.lending().takeForMessage(total);
        if (region != null) {
          region.begin(total);
          if (region.isFollowed() && sender.mayHint()) {
            long hinted = hint(socket);
            if (hinted < 0) {
              return hinted; // nor would the message be taken
            }
          }
          region.write(pieces, table, tableBytes);
          flags |= address(block, region);
        } else {
          file = PayloadFile.holding(pieces, length, table, tableBytes);
          flags |= FrameHeader.IN_FILE;
          block.descriptor(file.number());
          block.inline().set(ValueLayout.JAVA_LONG, 0, file.generation());
          block.inlinePayload(Long.BYTES);
        }
      }
      long result = sender.send(socket, block, flags, descriptors, total, travellers);
      sent = result >= 0;
      return result;
    } finally {
      try {
        if (sent) {
          closeDeparted(travellers, numbers);
        } else {
          for (int i = 0; i < prepared; i++) {
            travellers.get(i).stayed();
          }
        }
      } finally {
        if (buffer != null) {
          buffer.close();
        }
        if (crate >= 0) {
          boolean unused = Descriptors.discard(crate);
        }
        if (file != null) {
          file.discard();
        }
        if (region != null) {
          settle(region, sender, sent);
        }
      }
    }
  }

  /** Writes into a packet where its payload is, with the file if the receiver needs it. {@return the flags that say so} */
  static int address(MessageBlock block, FileRegion region) {
    region.address().write(block.inline());
    block.inlinePayload(RegionAddress.BYTES);
    int file = region.descriptorToSend();
    if (file < 0) {
      return FrameHeader.IN_REGION;
    }
    block.descriptor(file);
    return FrameHeader.IN_REGION | FrameHeader.IN_FILE;
  }

  private static long hint(int socket) {
    byte[] frame = new byte[FrameHeader.BYTES];
    FrameHeader.write(frame, 0, FrameHeader.FILLING, 0, 0, 0);
    return Sockets.send(socket, frame, 0, frame.length);
  }

  // The message is on its way. Whatever fails now is not the send's failure, and must not keep the others from departing:
  // they would be the receiver's and ours at once. The numbers were sent, so their array has room for those that are left to
  // close: at most one of each traveller, and one that had none has none now.
  private static void closeDeparted(List<Traveller> travellers, int[] numbers) {
    int left = 0;
    for (int i = 0; i < travellers.size(); i++) {
      Traveller traveller = travellers.get(i);
      try {
        int number = traveller.departed();
        if (number == Traveller.NOTHING) {
          continue;
        }
        switch (traveller.kind()) {
          case SENDER, RECEIVER, DUPLEX -> numbers[left++] = number;
          case DESCRIPTOR, MEMORY -> {
            boolean unused = Descriptors.discard(number); // a file's close may have a failure to tell
          }
        }
      } catch (Throwable e) {
        CloseFailures.report(traveller, e);
      }
    }
    Descriptors.discardSockets(numbers, left);
  }

  private static void settle(FileRegion region, SocketSender sender, boolean sent) {
    try {
      sender.lending().settle(region, sent);
    } catch (Throwable e) {
      CloseFailures.report("the region of a large message", e);
    }
  }

  /**
   * {@return the resources of a message as what can leave the process}
   *
   * @throws SerializationException if one of them cannot
   */
  static List<Traveller> travellers(Outgoing message) throws SerializationException {
    List<Resource> resources = message.resources();
    for (int i = 0; i < resources.size(); i++) {
      if (!(resources.get(i) instanceof Traveller)) {
        throw new SerializationException(
            "handle " + i + " (" + resources.get(i) + ") cannot leave this process", null);
      }
    }
    @SuppressWarnings("unchecked") // each element was looked at
    List<Traveller> travellers = (List<Traveller>) (List<?>) resources;
    return travellers;
  }
}
