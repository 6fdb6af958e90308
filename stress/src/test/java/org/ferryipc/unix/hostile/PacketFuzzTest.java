package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.stress.StoredInputs;
import org.ferryipc.unix.frame.HandleTable;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.Test;

/** Packets with descriptors: each is a message or a typed error, and leaves no descriptor. */
class PacketFuzzTest {
  private static final Limits LIMITS = Limits.DEFAULT.withMessageBytes(1 << 16).withHandles(300);

  // The first byte of an input says what the others cannot: how the packet is read (2 bits), how many descriptors of no
  // worth come with it (2 bits), whether a payload's file comes behind them, and whether the peer ends right after.
  private static final int MORE = 2;
  private static final int FILE = 1 << 4;
  private static final int END = 1 << 5;
  private static final byte[] PAYLOAD = {7, 7, 7, 7, 7, 7, 7, 7};

  @FuzzTest(maxDuration = "10m")
  void aPacketIsAMessageOrATypedErrorAndLeavesNothing(byte[] input) throws Exception {
    int how = input.length == 0 ? 0 : input[0];
    byte[] packet = input.length == 0 ? input : Arrays.copyOfRange(input, 1, input.length);
    OpenDescriptors before = OpenDescriptors.now();
    try (RawPeer peer = RawPeer.open()) {
      ReceivePort port = peer.port();
      try {
        send(peer, packet, how);
        Reading reading = Reading.values()[how & 3];
        for (int i = 0; i < 2; i++) {
          take(reading, port);
        }
      } finally {
        port.release();
      }
    }
    OpenDescriptors after = OpenDescriptors.now();
    assertThat(after.links().size() - after.kept())
        .as("descriptors; new are %s", after.since(before))
        .isEqualTo(before.links().size() - before.kept());
  }

  private static void send(RawPeer peer, byte[] packet, int how) throws Exception {
    int[] descriptors = Strange.plain(how >> MORE & 3);
    if ((how & FILE) != 0) {
      descriptors = Arrays.copyOf(descriptors, descriptors.length + 1);
      descriptors[descriptors.length - 1] = Strange.payloadFile(1, PAYLOAD, Strange.SIZE_SEALS);
    }
    long unused = peer.trySend(packet, descriptors); // one that is too long is not sent
    RawPeer.closeAll(descriptors);
    if ((how & END) != 0) {
      Sockets.shutdown(peer.socket(), Sockets.SHUT_WR);
    }
  }

  private static void take(Reading reading, ReceivePort port) {
    try {
      assertThat(reading.take(port, LIMITS)).isBetween(Reading.END, LIMITS.messageBytes() + 0L);
    } catch (TransportException e) {
      throw new AssertionError("a system call failed that was not to be made", e);
    } catch (IpcException expected) {
      // A typed error is what a peer like this one gets.
    }
  }

  @FuzzTest(maxDuration = "10m")
  void aHandleTableIsReadOrRefused(byte[] input) {
    int descriptors = input.length == 0 ? 0 : input[0] & 0xFF;
    byte[] payload = input.length == 0 ? input : Arrays.copyOfRange(input, 1, input.length);
    try {
      assertThat(HandleTable.read(payload, payload.length, descriptors, LIMITS, "somebody")).isNotNull();
    } catch (IpcException refused) {
      assertThat(refused).hasMessageContaining("somebody");
    }
  }

  @Test
  void storedInputsAreOfToday() throws Exception {
    Table all =
        new Table((byte) 1)
            .entry(Table.DESCRIPTOR, 1, 0, 0)
            .entry(Table.SENDER, 1, 1, 42)
            .entry(Table.RECEIVER, 2, Table.BACKLOG, PAYLOAD.length);
    Table memory =
        new Table()
            .entry(Table.MEMORY, 1, 1, PAYLOAD.length)
            .entry(Table.MEMORY, 0, 0, 0)
            .entry(Table.DUPLEX, 1, 0, 0);
    Map<String, byte[]> packets = new HashMap<>();
    packets.put("bytes", input(0, Packet.data(PAYLOAD).bytes()));
    packets.put("bytes-into-heap", input(1 | END, Packet.data(PAYLOAD).bytes()));
    packets.put("no-bytes", input(2, Packet.data().bytes()));
    packets.put("goodbye", input(0, Packet.close(3, (byte) 'x').flags(Packet.EXCLUSIVE).bytes()));
    packets.put("file", input(FILE, Packet.inFile(1, PAYLOAD.length).bytes()));
    packets.put("file-into-small-room", input(3 | FILE, Packet.inFile(1, PAYLOAD.length).bytes()));
    packets.put("handles", input(3 << MORE | FILE, Packet.handles(all).bytes()));
    packets.put("memory", input(2 << MORE, Packet.handles(memory).bytes()));
    StoredInputs.areOfToday(PacketFuzzTest.class, "aPacketIsAMessageOrATypedErrorAndLeavesNothing", packets);
    StoredInputs.areOfToday(
        PacketFuzzTest.class,
        "aHandleTableIsReadOrRefused",
        Map.of(
            "handles", input(all.descriptors(), all.bytes()),
            "memory", input(memory.descriptors(), memory.bytes())));
  }

  private static byte[] input(int first, byte[] others) {
    byte[] input = new byte[1 + others.length];
    input[0] = (byte) first;
    System.arraycopy(others, 0, input, 1, others.length);
    return input;
  }
}
