package org.ferryipc.benches.floor;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.records.Letter;
import org.ferryipc.benches.records.TransferStruct;
import org.ferryipc.benches.typed.Empty;
import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.Handle;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.unix.frame.Traveller;

/**
 * What Ferry puts on the wire for the message of a row, so that its floor sends the same bytes and the same
 * descriptors, also when frames change.
 *
 * @param packet the bytes, and the descriptors, which are the packet's
 * @param peers the channels whose ends are in the packet; their other ends are open
 */
record FerryPacket(Packet packet, List<IpcChannel<Empty>> peers) implements AutoCloseable {

  /** {@return the packet of the row of that name} */
  static FerryPacket of(String row) throws IOException, InterruptedException {
    int number = row.lastIndexOf('_') + 1;
    String kind = row.substring(0, number);
    return switch (row) {
      case "transfer_struct_small" -> typed(TransferStruct.SMALL, Letter.small(), List.of());
      case "transfer_struct_large" -> typed(TransferStruct.LARGE, Letter.large(), List.of());
      default -> ofKind(row, kind, number);
    };
  }

  private static FerryPacket ofKind(String row, String kind, int number) throws IOException, InterruptedException {
    return switch (kind) {
      case "transfer_" -> typed(Ends.EMPTY, new Empty(), List.of());
      case "transfer_senders_" -> {
        List<IpcChannel<Empty>> peers = Ends.channels(Integer.parseInt(row.substring(number)));
        yield typed(Ends.SENDERS, peers.stream().map(IpcChannel::sender).toList(), peers);
      }
      case "transfer_receivers_" -> {
        List<IpcChannel<Empty>> peers = Ends.channels(Integer.parseInt(row.substring(number)));
        yield typed(Ends.RECEIVERS, peers.stream().map(IpcChannel::receiver).toList(), peers);
      }
      case "transfer_data_" -> bytes(Integer.parseInt(row.substring(number)));
      default -> throw new IllegalArgumentException("no row " + row + " fits in one packet");
    };
  }

  /** {@return what Ferry sends when the last sender of a channel is closed} */
  static Packet goodbye() throws IOException {
    IpcChannel<Empty> channel = Ferry.channel(Ends.EMPTY, Lanes.SOCKET);
    channel.sender().close();
    return takenFrom(channel.receiver(), channel.sender());
  }

  private static <T> FerryPacket typed(MessageType<T> type, T message, List<IpcChannel<Empty>> peers)
      throws IOException, InterruptedException {
    IpcChannel<T> channel = Ferry.channel(type, Lanes.SOCKET);
    channel.sender().send(message);
    return new FerryPacket(takenFrom(channel.receiver(), channel.sender()), peers);
  }

  private static FerryPacket bytes(int length) throws IOException, InterruptedException {
    BytesChannel channel = Ferry.bytes(Lanes.SOCKET);
    try (Arena arena = Arena.ofConfined()) {
      channel.sender().send(arena.allocate(length));
    }
    return new FerryPacket(takenFrom(channel.receiver(), channel.sender()), List.of());
  }

  private static Packet takenFrom(Handle receiver, Handle sender) throws IOException {
    Traveller port = (Traveller) EndAccess.get().detach(receiver, "a floor");
    try {
      int[] numbers = new int[port.descriptorCount()];
      port.putDescriptors(numbers, 0);
      return Packet.receive(numbers[0]);
    } finally {
      port.release();
      sender.close();
    }
  }

  /** Closes the descriptors and the other ends. */
  @Override
  public void close() throws IpcException {
    for (int i = 0; i < packet.descriptors(); i++) {
      int unused = RawCalls.close(packet.descriptor(i));
    }
    Ends.close(peers);
  }
}
