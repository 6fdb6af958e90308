package org.ferryipc.unix.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A peer is killed or stopped at any moment while messages go by a lane. */
@ExtendWith(NothingLeaks.class)
@Timeout(1_800)
class KilledPeerTest {
  private static final int KILLS = Effort.of(4, 500); // of each end; a JVM each
  private static final int STOPS = Effort.of(30, 1_000);
  private static final ChannelOptions LANES = ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(2);
  private static final Duration GENEROUS = Duration.ofSeconds(5); // the machine may be busy with other work

  /** The other end is the child's. */
  record Line(@Nullable IpcSender<Integer> sender, @Nullable IpcReceiver<Integer> receiver) {}

  private final SplittableRandom random = new SplittableRandom(4);

  @Test
  void whatAKilledSenderHasSentIsReadAndThenTheEnd() throws Exception {
    for (int i = 0; i < KILLS; i++) {
      try (ConnectedChild<Line, Integer> child = ConnectedChild.start(ChildJvm.of(Peer.class), Line.class, Integer.class);
          IpcReceiver<Integer> receiver = feed(child)) {
        int next = 0;
        long until = 0;
        boolean killed = false;
        while (true) {
          if (receiver.tryReceive(PATIENCE) instanceof Received.Message<Integer>(Integer value)) {
            assertThat(value).isEqualTo(next++);
          } else {
            break;
          }
          if (next == 1) {
            until = System.nanoTime() + random.nextLong(50_000_000);
          }
          if (!killed && System.nanoTime() - until > 0) {
            child.jvm().kill();
            killed = true;
          }
        }
        assertThat(receiver.tryReceive()).isInstanceOf(Received.Closed.class);
        assertThat(killed).isTrue();
      }
    }
  }

  @Test
  void theSenderOfAKilledReceiverHearsOfIt() throws Exception {
    for (int i = 0; i < KILLS; i++) {
      try (ConnectedChild<Line, Integer> child = ConnectedChild.start(ChildJvm.of(Peer.class), Line.class, Integer.class);
          IpcChannel<Integer> channel = Ferry.channel(MessageType.of(Integer.class), LANES)) {
        child.line().send(new Line(null, channel.receiver()));
        int next = 0;
        channel.sender().send(next++);
        assertThat(child.line().receive()).isZero(); // it has read the first
        long until = System.nanoTime() + random.nextLong(20_000_000);
        boolean killed = false;
        try {
          while (true) {
            channel.sender().send(next++);
            if (!killed && System.nanoTime() - until > 0) {
              child.jvm().kill();
              killed = true;
            }
            if (System.nanoTime() - until > PATIENCE.toNanos()) {
              fail("nobody noticed");
            }
          }
        } catch (DisconnectedException gone) {
          assertThat(killed).isTrue();
        }
      }
    }
  }

  @Test
  void aStoppedSenderKeepsNobodyLongerThanHeSaid() throws Exception {
    try (ConnectedChild<Line, Integer> child = ConnectedChild.start(ChildJvm.of(Peer.class), Line.class, Integer.class);
        IpcReceiver<Integer> receiver = feed(child)) {
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

  private static IpcReceiver<Integer> feed(ConnectedChild<Line, Integer> child) throws Exception {
    IpcChannel<Integer> channel = Ferry.channel(MessageType.of(Integer.class), LANES);
    child.line().send(new Line(channel.sender(), null));
    return channel.receiver();
  }

  /** Sends, or receives, as long as it lives. */
  static final class Peer {
    public static void main(String[] arguments) throws Exception {
      try (Duplex<Integer, Line> parent = ConnectedChild.parent(Integer.class, Line.class)) {
        Line line = parent.receive();
        if (line.sender() != null) {
          IpcSender<Integer> sender = line.sender().withOptions(LANES);
          for (int i = 0; ; i++) {
            sender.send(i);
          }
        }
        IpcReceiver<Integer> receiver = line.receiver().withOptions(LANES);
        for (int i = 0; ; i++) {
          if (receiver.receive() != i) {
            throw new AssertionError("not " + i);
          }
          if (i == 0) {
            parent.send(i);
          }
        }
      } catch (DisconnectedException over) {
        // The parent has gone on.
      }
    }
  }
}
