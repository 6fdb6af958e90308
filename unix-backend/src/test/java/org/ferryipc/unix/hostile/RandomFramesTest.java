package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random bytes, and random changes to right frames, with random descriptors: each is a message or an exception of Ferry's tree,
 * and leaves no descriptor. Rounds and seed are set by {@code ferry.hostile.rounds} and {@code ferry.hostile.seed}
 * (docs/testing.md).
 */
class RandomFramesTest {
  private static final int ROUNDS = Integer.getInteger("ferry.hostile.rounds", 20_000);
  private static final long SEED = Long.getLong("ferry.hostile.seed", 20_260_101L);

  // Descriptors are counted after so many rounds: often enough to find the round that lost one.
  private static final int COUNTED = 1_000;
  private static final int MOST_HANDLES = 6;
  private static final int MOST_PACKETS = 3;
  private static final int CRATES_SELDOM = 16; // they cost fifty times as much as others
  private static final Limits LIMITS = Limits.DEFAULT.withMessageBytes(1 << 16).withHandles(300);

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);

  @Test
  @Timeout(600)
  void areMessagesOrTypedErrorsAndLeaveNothing() throws Exception {
    OtherChannel.works(); // what is made once is made
    int before = OpenDescriptors.now().links().size();
    for (int round = 0; round < ROUNDS; round++) {
      try {
        round();
      } catch (Throwable failure) {
        fail("round %d with seed %d".formatted(round, SEED), failure);
      }
      if (round % COUNTED == 0) {
        OpenDescriptors now = OpenDescriptors.now();
        assertThat(now.links().size() - (int) now.kept())
            .as("descriptors after round %d with seed %d: %s", round, SEED, now)
            .isLessThanOrEqualTo(before);
      }
    }
    OtherChannel.works();
  }

  private void round() throws Exception {
    try (RawPeer peer = RawPeer.open()) {
      ReceivePort port = peer.port();
      try {
        int packets = 1 + random.nextInt(MOST_PACKETS);
        for (int i = 0; i < packets; i++) {
          sendSomething(peer);
        }
        if (random.nextInt(8) == 0) {
          Sockets.shutdown(peer.socket(), Sockets.SHUT_WR);
        }
        Reading reading = Reading.values()[random.nextInt(Reading.values().length)];
        for (int i = 0; i <= packets; i++) {
          takeSomething(reading, port);
        }
      } finally {
        port.release();
      }
    }
  }

  private static void takeSomething(Reading reading, ReceivePort port) {
    try {
      assertThat(reading.take(port, LIMITS)).isBetween(Reading.END, LIMITS.messageBytes() + 0L);
    } catch (TransportException e) {
      throw new AssertionError("a system call failed that was not to be made", e);
    } catch (IpcException expected) {
      // A typed error is what a peer like this one gets.
    }
  }

  private void sendSomething(RawPeer peer) throws KernelException {
    List<Integer> descriptors = new ArrayList<>();
    byte[] packet = random.nextInt(4) == 0 ? noise() : frame(descriptors);
    if (random.nextInt(3) > 0) {
      mutate(packet);
    }
    if (random.nextInt(8) == 0) {
      packet = Arrays.copyOf(packet, random.nextInt(packet.length + 4));
    }
    if (random.nextInt(8) == 0) {
      descriptors.add(something());
    }
    if (random.nextInt(8) == 0 && !descriptors.isEmpty()) {
      RawPeer.closeAll(descriptors.removeLast());
    }
    int[] numbers = descriptors.stream().mapToInt(Integer::intValue).toArray();
    long sent = peer.trySend(packet, numbers);
    assertThat(sent).isGreaterThanOrEqualTo(0);
    RawPeer.closeAll(numbers);
  }

  private byte[] noise() {
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Changes a few bytes, most often to a number that is next to a limit. */
  private void mutate(byte[] packet) {
    byte[] telling = {0, 1, 2, 4, 5, 16, 127, -128, -1};
    for (int i = random.nextInt(4); i > 0 && packet.length > 0; i--) {
      int at = random.nextInt(random.nextBoolean() ? Math.min(packet.length, Packet.HEADER) : packet.length);
      packet[at] = random.nextBoolean() ? (byte) random.nextInt() : telling[random.nextInt(telling.length)];
    }
  }

  private byte[] frame(List<Integer> descriptors) throws KernelException {
    return switch (random.nextInt(CRATES_SELDOM)) {
      case 0, 1, 2 -> Packet.data(noise()).bytes();
      case 3 -> Packet.filling().bytes();
      case 4, 5 -> Packet.close(random.nextInt(), noise()).flags(random.nextBoolean() ? Packet.EXCLUSIVE : 0).bytes();
      case 6, 7, 8 -> {
        byte[] payload = noise();
        descriptors.add(Strange.payloadFile(1, payload, random.nextInt(8) == 0 ? 0 : Strange.SIZE_SEALS));
        yield Packet.inFile(1, payload.length).bytes();
      }
      case 9 -> crated(descriptors);
      default -> Packet.handles(table(descriptors)).bytes();
    };
  }

  private Table table(List<Integer> descriptors) throws KernelException {
    Table table = new Table(noise());
    for (int i = random.nextInt(MOST_HANDLES); i > 0; i--) {
      int kind = 1 + random.nextInt(5);
      if (kind == Table.RECEIVER && random.nextBoolean()) {
        byte[] backlog = noise();
        table.entry(kind, 2, Table.BACKLOG, backlog.length);
        descriptors.add(something());
        descriptors.add(Strange.payloadFile(0, backlog, Strange.SIZE_SEALS));
      } else if (kind == Table.MEMORY && random.nextBoolean()) {
        table.entry(kind, 0, 0, 0);
      } else {
        table.entry(kind, 1, kind == Table.SENDER || kind == Table.MEMORY ? random.nextInt(2) : 0, random.nextInt(9));
        descriptors.add(something());
      }
    }
    return table;
  }

  private byte[] crated(List<Integer> descriptors) throws KernelException {
    int count = 253 + random.nextInt(3);
    Table table = new Table();
    for (int i = 0; i < count; i++) {
      table.entry(Table.DESCRIPTOR, 1, 0, 0);
    }
    int handle = EventFd.create();
    int[] copies = new int[253];
    Arrays.fill(copies, handle);
    try (RawPeer crate = RawPeer.open()) {
      crate.send(new byte[1], copies);
      if (count > copies.length) {
        crate.send(new byte[1], Arrays.copyOf(copies, count - copies.length));
      }
      descriptors.add(crate.nearEnd());
    }
    RawPeer.closeAll(handle);
    return Packet.handles(table).flags(Packet.TABLE | Packet.IN_CRATE).bytes();
  }

  private int something() throws KernelException {
    return switch (random.nextInt(4)) {
      case 0 -> EventFd.create();
      case 1 -> Strange.sparseFile(random.nextInt(9), random.nextBoolean() ? Strange.SIZE_SEALS : 0);
      case 2 -> Sockets.open(Sockets.SOCK_SEQPACKET);
      default -> {
        Sockets.Pair pair = Sockets.pair(random.nextBoolean() ? Sockets.SOCK_SEQPACKET : Sockets.SOCK_STREAM);
        RawPeer.closeAll(pair.second());
        yield pair.first();
      }
    };
  }
}
