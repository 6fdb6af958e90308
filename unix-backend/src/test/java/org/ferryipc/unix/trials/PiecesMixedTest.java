package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Received;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.processes.DescriptorCount;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/**
 * After servo/ipc-channel #34 and pull request #38: large messages were cut into pieces, and those of several senders
 * of one channel mixed; the repair then let sender and receiver wait for each other.
 */
class PiecesMixedTest {
  private static final int PROCESSES = 2;
  private static final int THREADS_EACH = 4;
  private static final int LARGE_EACH = Effort.of(40, 200);
  private static final int SMALL_FOR_EACH_LARGE = 2;
  private static final int LARGE = 1 << 20;
  private static final int SMALL = 10;
  private static final int MOST_ENCLOSED = 3;
  private static final Path FILE = Path.of("/dev/null");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  record Start(int firstSender, IpcSender<Piece> way) {}

  record Piece(int sender, int number, long checksum, byte[] body, List<OwnedFd> enclosed) {
    boolean isWhole() {
      return checksum == checksumOf(body);
    }
  }

  @Test
  void messagesOfEightSendersInTwoProcessesArriveWholeAndInOrder() throws Exception {
    int before = DescriptorCount.now();
    try (IpcChannel<Piece> channel = Ferry.channel(Piece.class);
        ConnectedChild<Start, Note> one = start();
        ConnectedChild<Start, Note> two = start()) {
      one.line().send(new Start(0, channel.sender().share()));
      two.line().send(new Start(THREADS_EACH, channel.sender()));
      assertArrives(channel);
      one.jvm().finish(PATIENCE);
      two.jvm().finish(PATIENCE);
    }
    assertThat(DescriptorCount.now()).isEqualTo(before);
  }

  private static ConnectedChild<Start, Note> start() throws Exception {
    return ConnectedChild.start(ChildJvm.of(Senders.class), Start.class, Note.class);
  }

  private static void assertArrives(IpcChannel<Piece> channel) throws Exception {
    int[] next = new int[PROCESSES * THREADS_EACH];
    int[] large = new int[PROCESSES * THREADS_EACH];
    int expected = next.length * LARGE_EACH * (1 + SMALL_FOR_EACH_LARGE);
    for (int i = 0; i < expected; i++) {
      try (Delivery<Piece> delivery = channel.receiver().take()) {
        Piece piece = delivery.value();
        assertThat(piece.number()).as("of sender %d", piece.sender()).isEqualTo(next[piece.sender()]++);
        assertThat(piece.isWhole()).as("%d of sender %d", piece.number(), piece.sender()).isTrue();
        large[piece.sender()] += piece.body().length == LARGE ? 1 : 0;
        for (OwnedFd file : piece.enclosed()) {
          assertThat(file.size()).isZero();
        }
      }
    }
    assertThat(large).containsOnly(LARGE_EACH);
    assertThat(channel.receiver().tryReceive(PATIENCE))
        .isEqualTo(new Received.Closed<>(new CloseReason.Unknown())); // two processes had it: nobody can speak for both
  }

  private static long checksumOf(byte[] body) {
    CRC32C checksum = new CRC32C();
    checksum.update(body);
    return checksum.getValue();
  }

  /** Four threads that send large and small messages, and such with descriptors, in random order. */
  static final class Senders {
    public static void main(String[] arguments) throws Exception {
      try (Duplex<Note, Start> parent = ConnectedChild.parent(Note.class, Start.class);
          Delivery<Start> start = parent.take();
          ExecutorService threads = Executors.newFixedThreadPool(THREADS_EACH)) {
        List<Future<?>> running = new ArrayList<>();
        for (int t = 0; t < THREADS_EACH; t++) {
          int sender = start.value().firstSender() + t;
          running.add(
              threads.submit(
                  () -> {
                    send(start.value().way(), sender);
                    return null;
                  }));
        }
        for (Future<?> thread : running) {
          thread.get();
        }
      }
    }

    private static void send(IpcSender<Piece> way, int sender) throws Exception {
      Random random = new Random(sender);
      byte[] large = new byte[LARGE];
      random.nextBytes(large);
      int largeLeft = LARGE_EACH;
      int smallLeft = LARGE_EACH * SMALL_FOR_EACH_LARGE;
      for (int number = 0; largeLeft + smallLeft > 0; number++) {
        boolean isLarge = random.nextInt(largeLeft + smallLeft) < largeLeft;
        byte[] body = isLarge ? large : Arrays.copyOf(large, SMALL);
        body[number % body.length]++;
        way.send(new Piece(sender, number, checksumOf(body), body, enclosed(random)));
        largeLeft -= isLarge ? 1 : 0;
        smallLeft -= isLarge ? 0 : 1;
      }
    }

    private static List<OwnedFd> enclosed(Random random) throws Exception {
      List<OwnedFd> files = new ArrayList<>();
      for (int i = random.nextInt(MOST_ENCLOSED + 1); i > 0; i--) {
        files.add(OwnedFd.open(FILE));
      }
      return files;
    }
  }
}
