package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.PacketBuffer;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.socket.SocketPorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * servo/servo #9555: what was larger than the socket's buffer failed with ENOBUFS, and the estimates that were to
 * repair it were wrong at their edges. Here each size around a packet's limit arrives whole and once, with its own
 * descriptors, also through the smallest buffer that the kernel allows.
 */
class LargerThanTheSendBufferTest {
  private static final int MIB = 1 << 20;
  private static final int USUAL = -1;
  private static final int SMALLEST = 0; // the kernel makes 4,608 of it: SOCK_MIN_SNDBUF, include/net/sock.h

  record Parcel(byte[] body, List<OwnedFd> files) {}

  /** A channel on a socket with a send buffer of the given size. */
  private record Line(SendPort port, IpcSender<Parcel> sender, IpcReceiver<Parcel> receiver) implements AutoCloseable {
    static Line open(int buffer, Limits limits) throws Exception {
      Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
      if (buffer != USUAL) {
        Sockets.sendBuffer(pair.first(), buffer);
      }
      ChannelOptions options = ChannelOptions.defaults().withLimits(limits);
      MessageType<Parcel> type = MessageType.of(Parcel.class);
      SendPort port = SocketPorts.sender(pair.first());
      return new Line(
          port,
          EndAccess.get().sender(port, type, options),
          EndAccess.get().receiver(SocketPorts.receiver(pair.second(), null), type, options));
    }

    @Override
    public void close() {
      sender.close();
      receiver.close();
    }
  }

  private static List<OwnedFd> files(int count) throws Exception {
    List<OwnedFd> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int file = MemoryFiles.create("ferry-trial");
      MemoryFiles.resize(file, i + 1); // by its size each is known again
      files.add(UnixDescriptors.adopt(file));
    }
    return files;
  }

  private static void sendAndTake(Line line, int size, int files) throws Exception {
    byte[] body = Bytes.patterned(size, files);
    line.sender.send(new Parcel(body, files(files)));
    try (Delivery<Parcel> delivery = line.receiver.take()) {
      assertThat(delivery.value().body()).isEqualTo(body);
      for (int i = 0; i < files; i++) {
        assertThat(delivery.value().files().get(i).size()).isEqualTo(i + 1);
      }
      assertThat(delivery.handleCount()).isEqualTo(files);
    }
    assertThat(line.receiver.tryReceive()).as("a second message of one send").hasToString("Empty[]");
  }

  @ParameterizedTest
  @ValueSource(ints = {USUAL, SMALLEST})
  void ofAnySizeArrivesOnce(int buffer) throws Exception {
    try (Line line = Line.open(buffer, Limits.DEFAULT.withMessageBytes(70 * MIB))) {
      int most = line.port.packetBytes();
      assertThat(most).isPositive();
      TreeSet<Integer> sizes =
          new TreeSet<>(List.of(0, 1, 2 * most - 1, 2 * most, 2 * most + 1, 3 * most, MIB, 64 * MIB));
      // The encoding takes some bytes, the table of three descriptors some more: both edges are among these.
      for (int size = most - 120; size <= most + 2; size++) {
        sizes.add(size);
      }
      for (int files : new int[] {0, 3}) {
        for (int size : sizes) {
          sendAndTake(line, size, files);
        }
      }
    }
  }

  @Test
  void asPlainBytesArrivesOnce() throws Exception {
    try (BytesChannel bytes = Ferry.bytes()) {
      int most = PacketLimit.ofUsualSocket();
      int[] around = {0, 1, most - 2, most - 1, most, most + 1, most + 2, 2 * most - 1, 2 * most, 2 * most + 1};
      for (int size : IntStream.concat(Arrays.stream(around), IntStream.of(3 * most, MIB, 64 * MIB)).toArray()) {
        byte[] body = Bytes.patterned(size, 1);
        bytes.sender().send(MemorySegment.ofArray(body));
        assertThat(bytes.receiver().receive()).isEqualTo(body);
        assertThat(bytes.receiver().tryReceive(MemorySegment.ofArray(body))).isEqualTo(-1);
      }
    }
  }

  /** A record is made one byte longer at a time; the last that fits in a packet is in it, and the next is not. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 252})
  void whoseEncodingFillsThePacketToTheLastByteGoesInThePacket(int files) throws Exception {
    for (int buffer : new int[] {USUAL, SMALLEST}) {
      Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
      if (buffer != USUAL) {
        Sockets.sendBuffer(pair.first(), buffer);
      }
      SendPort port = SocketPorts.sender(pair.first());
      int table = files == 0 ? 0 : files * 16 + 4;
      int room = port.packetBytes() - table - overhead(port.packetBytes() - table, files);
      if (room < 0) {
        port.release(); // the handle table alone is larger than the smallest packet
        assertThat(Descriptors.discard(pair.second())).isTrue();
        continue;
      }
      try (IpcSender<Parcel> sender =
          EndAccess.get().sender(port, MessageType.of(Parcel.class), ChannelOptions.defaults())) {
        for (int more : new int[] {-1, 0, 1}) {
          sender.send(new Parcel(new byte[room + more], files(files)));
          assertThat(packet(pair.second()))
              .as("payload in the packet")
              .isEqualTo(more > 0 ? Long.BYTES : port.packetBytes() + more);
        }
      }
      assertThat(Descriptors.discard(pair.second())).isTrue();
    }
  }

  /** {@return how much longer a message of about {@code size} bytes is than its body} */
  private static int overhead(int size, int files) throws Exception {
    try (Line line = Line.open(USUAL, Limits.DEFAULT);
        OpaqueReceiver opaque = line.receiver.opaque()) {
      byte[] body = new byte[Math.max(0, size - 100)];
      line.sender.send(new Parcel(body, files(files)));
      try (var message = opaque.receive()) {
        return (int) message.bytes().byteSize() - body.length;
      }
    }
  }

  private static long packet(int socket) {
    try (MessageBlock block = MessageBlock.borrow();
        PacketBuffer buffer = PacketBuffer.borrow()) {
      return block.payload(buffer.memory()).receive(socket) - MessageBlock.HEADER_BYTES;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {USUAL, SMALLEST})
  void inARowArrivesInOrderWhileTheReaderReads(int buffer) throws Exception {
    int messages = 300;
    try (Line line = Line.open(buffer, Limits.DEFAULT)) {
      int most = line.port.packetBytes();
      int[] sizes = {0, most / 2, most, 2 * most, 10, MIB};
      Thread sending =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int i = 0; i < messages; i++) {
                        line.sender.send(new Parcel(Bytes.patterned(sizes[i % sizes.length], i), files(i % 3)));
                      }
                    } catch (Exception e) {
                      throw new AssertionError(e);
                    }
                  });
      for (int i = 0; i < messages; i++) {
        try (Delivery<Parcel> delivery = line.receiver.take()) {
          assertThat(delivery.value().body()).isEqualTo(Bytes.patterned(sizes[i % sizes.length], i));
          assertThat(delivery.handleCount()).isEqualTo(i % 3);
        }
      }
      sending.join();
    }
  }

  @Test
  void overTheLimitIsRefusedBeforeAnythingMovesWithSizeAndLimitInTheText() throws Exception {
    int limit = Limits.DEFAULT.messageBytes();
    try (Line line = Line.open(USUAL, Limits.DEFAULT)) {
      List<OwnedFd> files = files(3);
      assertThatExceptionOfType(LimitExceededException.class)
          .isThrownBy(() -> line.sender.send(new Parcel(new byte[limit + 1], files)))
          .satisfies(e -> assertThat(e.asked()).isGreaterThan(limit))
          .withMessageContaining(Integer.toString(limit));
      for (OwnedFd file : files) {
        assertThat(file.state()).isInstanceOf(HandleState.Open.class);
        file.close();
      }
      assertThat(line.receiver.tryReceive()).hasToString("Empty[]");
    }
  }
}
