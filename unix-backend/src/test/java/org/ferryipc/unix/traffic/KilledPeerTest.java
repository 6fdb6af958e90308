package org.ferryipc.unix.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.leak.NothingLeaks;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.processes.Stopped;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A peer is killed or stopped at any moment while messages go by lanes. It has several channels, each with a thread of its
 * own, so each kill meets as many of them, each at a point of its own.
 */
@ExtendWith(NothingLeaks.class)
@Timeout(1_800)
class KilledPeerTest {
  private static final int KILLS = Integer.getInteger("ferry.lanes.kills", Effort.of(4, 125)); // of each end; a JVM each
  private static final int CHANNELS = 8; // of each
  private static final int STOPS = Integer.getInteger("ferry.lanes.stops", Effort.of(60, 1_000));
  private static final ChannelOptions LANES = ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(2);
  private static final Duration GENEROUS = Duration.ofSeconds(5); // the machine may be busy with other work
  private static final Path MAPPINGS = Path.of("/proc/self/maps");

  /** The other ends are the child's. */
  record Lines(List<IpcSender<Integer>> senders, List<IpcReceiver<Integer>> receivers) {}

  private final SplittableRandom random = new SplittableRandom(Long.getLong("ferry.lanes.seed", 4));

  @AfterEach
  void noLaneIsLeftMapped() throws Exception {
    assertThat(Files.readAllLines(MAPPINGS)).noneMatch(line -> line.contains("ferry-lane"));
  }

  @Test
  void whatAKilledSenderHasSentIsReadAndThenTheEnd() throws Exception {
    for (int i = 0; i < KILLS; i++) {
      try (ConnectedChild<Lines, Integer> child = ConnectedChild.start(ChildJvm.of(Peer.class), Lines.class, Integer.class)) {
        List<IpcReceiver<Integer>> receivers = feeds(child, CHANNELS);
        int[] next = new int[CHANNELS];
        for (int k = 0; k < CHANNELS; k++) {
          assertThat(receivers.get(k).receive()).isEqualTo(next[k]++);
        }
        long until = System.nanoTime() + random.nextLong(50_000_000);
        while (System.nanoTime() - until < 0) {
          for (int k = 0; k < CHANNELS; k++) {
            next[k] += receivers.get(k).tryReceive() instanceof Received.Message<Integer>(Integer value) ? follow(value, next[k]) : 0;
          }
        }
        child.jvm().kill();
        for (int k = 0; k < CHANNELS; k++) {
          while (receivers.get(k).tryReceive(PATIENCE) instanceof Received.Message<Integer>(Integer value)) {
            next[k] += follow(value, next[k]);
          }
          assertThat(receivers.get(k).tryReceive()).isInstanceOf(Received.Closed.class);
          receivers.get(k).close();
        }
      }
    }
  }

  // {@return 1}
  private static int follow(int value, int expected) {
    assertThat(value).isEqualTo(expected);
    return 1;
  }

  @Test
  void theSenderOfAKilledReceiverHearsOfIt() throws Exception {
    for (int i = 0; i < KILLS; i++) {
      try (ConnectedChild<Lines, Integer> child = ConnectedChild.start(ChildJvm.of(Peer.class), Lines.class, Integer.class)) {
        List<IpcChannel<Integer>> channels = new ArrayList<>();
        for (int k = 0; k < CHANNELS; k++) {
          channels.add(Ferry.channel(MessageType.of(Integer.class), LANES));
        }
        child.line().send(new Lines(List.of(), channels.stream().map(IpcChannel::receiver).toList()));
        int[] next = new int[CHANNELS];
        for (int k = 0; k < CHANNELS; k++) {
          channels.get(k).sender().send(next[k]++);
        }
        for (int k = 0; k < CHANNELS; k++) {
          assertThat(child.line().receive()).isZero(); // each has read the first
        }
        long until = System.nanoTime() + random.nextLong(20_000_000);
        while (System.nanoTime() - until < 0) {
          for (int k = 0; k < CHANNELS; k++) {
            next[k] += channels.get(k).sender().trySend(next[k]) ? 1 : 0;
          }
        }
        child.jvm().kill();
        for (IpcChannel<Integer> channel : channels) {
          requireEnd(channel.sender());
          channel.close();
        }
      }
    }
  }

  private static void requireEnd(IpcSender<Integer> sender) throws Exception {
    long until = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (System.nanoTime() - until < 0) {
        sender.send(0);
      }
      fail("nobody noticed");
    } catch (DisconnectedException gone) {
      // As it should be.
    }
  }

  @Test
  void aStoppedSenderKeepsNobodyLongerThanHeSaid() throws Exception {
    try (ConnectedChild<Lines, Integer> child = ConnectedChild.start(ChildJvm.of(Peer.class), Lines.class, Integer.class);
        IpcReceiver<Integer> receiver = feeds(child, 1).getFirst()) {
      int next = 0;
      assertThat(receiver.receive()).isEqualTo(next++);
      for (int i = 0; i < STOPS; i++) {
        try (Stopped unused = Stopped.process(child.jvm().pid())) {
          long begun = System.nanoTime();
          while (receiver.tryReceive(SHORT) instanceof Received.Message<Integer>(Integer value)) {
            assertThat(value).isEqualTo(next++);
          }
          assertThat(receiver.tryReceive()).isInstanceOf(Received.Empty.class);
          assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(GENEROUS);
        }
        int some = random.nextInt(1, 2_000);
        for (int k = 0; k < some; k++) {
          assertThat(receiver.receive()).isEqualTo(next++);
        }
        LockSupport.parkNanos(random.nextLong(300_000)); // any moment will do
      }
    }
  }

  private static List<IpcReceiver<Integer>> feeds(ConnectedChild<Lines, Integer> child, int count) throws Exception {
    List<IpcChannel<Integer>> channels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      channels.add(Ferry.channel(MessageType.of(Integer.class), LANES));
    }
    child.line().send(new Lines(channels.stream().map(IpcChannel::sender).toList(), List.of()));
    return channels.stream().map(IpcChannel::receiver).toList();
  }

  /** Sends, or receives, as long as it lives; each channel by a thread of its own. */
  static final class Peer {
    public static void main(String[] arguments) throws Exception {
      List<Thread> threads = new ArrayList<>();
      try (Duplex<Integer, Lines> parent = ConnectedChild.parent(Integer.class, Lines.class)) {
        Lines lines = parent.receive();
        for (IpcSender<Integer> sender : lines.senders()) {
          threads.add(run(() -> send(sender.withOptions(LANES))));
        }
        for (IpcReceiver<Integer> receiver : lines.receivers()) {
          threads.add(run(() -> receive(receiver.withOptions(LANES), parent)));
        }
        for (Thread thread : threads) {
          thread.join();
        }
      }
    }

    private interface Work {
      void run() throws Exception;
    }

    private static Thread run(Work work) {
      return Thread.ofPlatform()
          .start(
              () -> {
                try {
                  work.run();
                } catch (DisconnectedException over) {
                  // The parent has gone on.
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
              });
    }

    private static void send(IpcSender<Integer> sender) throws Exception {
      for (int i = 0; ; i++) {
        sender.send(i);
      }
    }

    private static void receive(IpcReceiver<Integer> receiver, Duplex<Integer, Lines> parent) throws Exception {
      for (int i = 0; ; i++) {
        if (receiver.receive() != i) {
          throw new AssertionError("not " + i);
        }
        if (i == 0) {
          parent.send(i);
        }
      }
    }
  }
}
