package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.Handles;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.processes.DescriptorCount;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * After nailgun pull request #76: one thread closes a number while another uses it, the number is given out again, and
 * bytes go to somebody else's file, or the close hits it.
 *
 * <p>Files of the test's own, the canaries, take up the numbers that become free, and must only ever hold what was
 * written to them.
 */
class ClosedNumberReusedTest {
  private static final Duration TIME = Duration.ofSeconds(Effort.of(5, 60));
  private static final int USERS = 4;
  private static final int CLOSERS = 2;
  private static final int CANARIES = 2;
  private static final int SLOTS = 8;
  private static final int CANARY_BYTES = 4096;
  private static final byte CANARY = 0x5A;
  private static final byte SENT = 0x21;
  private static final int LARGE = 300_000; // goes by a file of its own
  private static final Path FILE = Path.of("/dev/null");

  record Load(byte[] bytes, List<OwnedFd> files, List<IpcSender<Note>> senders) {}

  /** What the users use and the closers close: any of it may be closed at any moment. */
  private record Targets(IpcChannel<Load> channel, DuplexPair<Load, Load> pair, ByteChannel left, ByteChannel right) {
    static Targets fresh() throws IOException {
      try {
        Sockets.Pair stream = Sockets.pair(Sockets.SOCK_STREAM);
        return new Targets(
            Ferry.channel(Load.class),
            Ferry.duplex(Load.class, Load.class),
            UnixDescriptors.adopt(stream.first()).byteChannel(),
            UnixDescriptors.adopt(stream.second()).byteChannel());
      } catch (KernelException e) {
        throw new IOException(e);
      }
    }

    void close() throws IOException {
      left.close();
      channel.sender().close();
      pair.close();
      channel.receiver().close();
      right.close();
    }
  }

  private final AtomicReferenceArray<Targets> slots = new AtomicReferenceArray<>(SLOTS);
  private final long end = System.nanoTime() + TIME.toNanos();

  @TempDir private Path directory;

  @Test
  void nothingEverReachesTheFileThatHasTheNumberNow() throws Exception {
    int before = DescriptorCount.now();
    for (int i = 0; i < SLOTS; i++) {
      slots.set(i, Targets.fresh());
    }
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < USERS + CLOSERS + CANARIES; i++) {
      int number = i;
      tasks.add(
          () ->
              number < USERS
                  ? use(new Random(number), number)
                  : number < USERS + CLOSERS ? close(new Random(number)) : keepCanaries(number));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
      List<Future<Integer>> running = new ArrayList<>();
      tasks.forEach(task -> running.add(threads.submit(task)));
      for (Future<Integer> task : running.subList(USERS, running.size())) {
        assertThat(task.get()).isPositive();
      }
      for (int i = 0; i < SLOTS; i++) {
        slots.get(i).close(); // wakes a user who reads or writes
      }
      for (Future<Integer> task : running.subList(0, USERS)) {
        assertThat(task.get()).isPositive();
      }
    }
    assertThat(DescriptorCount.now()).isEqualTo(before);
  }

  private int use(Random random, int user) throws Exception {
    int uses = 0;
    while (goesOn()) {
      Targets targets = slots.get(random.nextInt(SLOTS));
      try {
        use(targets, random);
        uses++;
      } catch (HandleStateException | DisconnectedException | ClosedChannelException expected) {
        // Closed under us, as is the game.
      } catch (IOException e) {
        assertThat(e).as("user %d", user).hasMessage("EPIPE"); // the other end of the byte channel is closed
      }
    }
    return uses;
  }

  private static void use(Targets targets, Random random) throws IOException {
    switch (random.nextInt(6)) {
      case 0 -> send(targets.channel().sender(), random);
      case 1 -> receive(targets.channel().receiver());
      case 2 -> {
        boolean unused = targets.pair().left().trySend(new Load(bytes(random), List.of(), List.of()));
      }
      case 3 -> {
        Object unused = targets.pair().right().tryReceive();
      }
      case 4 -> {
        int unused = targets.left().write(ByteBuffer.wrap(new byte[] {SENT}));
      }
      default -> {
        ByteBuffer into = ByteBuffer.allocate(64);
        if (targets.left().isOpen() && targets.right().read(into) > 0) {
          assertThat(into.get(0)).isEqualTo(SENT);
        }
      }
    }
  }

  private static void send(IpcSender<Load> sender, Random random) throws IOException {
    try (OwnedFd file = OwnedFd.open(FILE);
        IpcChannel<Note> other = Ferry.channel(Note.class)) {
      boolean unused = sender.trySend(new Load(bytes(random), List.of(file), List.of(other.sender())));
    }
  }

  private static void receive(IpcReceiver<Load> receiver) throws IOException {
    if (receiver.tryReceive() instanceof Received.Message<Load>(Load load)) {
      for (byte b : load.bytes()) {
        assertThat(b).isEqualTo(SENT);
      }
      Handles.close(load);
    }
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(20) == 0 ? LARGE : 16];
    Arrays.fill(bytes, SENT);
    return bytes;
  }

  private int close(Random random) throws IOException {
    int closed = 0;
    for (; goesOn(); closed++) {
      int slot = random.nextInt(SLOTS);
      Targets old = slots.getAndSet(slot, Targets.fresh());
      old.close();
      old.close(); // and again: a second close must not hit who has the number now
    }
    return closed;
  }

  private int keepCanaries(int number) throws IOException {
    Path file = directory.resolve("canary-" + number);
    byte[] own = new byte[CANARY_BYTES];
    Arrays.fill(own, CANARY);
    int kept = 0;
    for (; goesOn(); kept++) {
      try (FileChannel canary =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        int written = canary.write(ByteBuffer.wrap(own));
        assertThat(written).isEqualTo(CANARY_BYTES);
        Thread.yield();
        ByteBuffer found = ByteBuffer.allocate(2 * CANARY_BYTES);
        assertThat(canary.read(found, 0)).isEqualTo(CANARY_BYTES);
        assertThat(Arrays.equals(found.array(), 0, CANARY_BYTES, own, 0, CANARY_BYTES)).as("canary %d", kept).isTrue();
      }
    }
    return kept;
  }

  private boolean goesOn() {
    return System.nanoTime() - end < 0;
  }
}
