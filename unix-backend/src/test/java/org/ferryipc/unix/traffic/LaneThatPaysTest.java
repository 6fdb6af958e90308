package org.ferryipc.unix.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.leak.NothingLeaks;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.EventFd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Which channels get a lane when nobody says anything, and which do not keep it. By what the process has mapped. */
@ExtendWith(NothingLeaks.class)
@Timeout(120)
class LaneThatPaysTest {
  private static final int FEW = 127;
  private static final int BETWEEN_OFFERS = 120;
  private static final int FRAMES_BEFORE_REFUSED = 1_024;
  private static final int SOME_MORE = 16; // what is under way when a lane is ended, and the mapping of the other side
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  record Counted(int number) {}

  record WithFile(OwnedFd file) {}

  record Sometimes(Optional<OwnedFd> file) {}

  // By their addresses: what other tests left may be given back at any time.
  private final Set<String> mappedBefore = mappedLanes();

  private static Set<String> mappedLanes() {
    try {
      return Files.readAllLines(Path.of("/proc/self/maps")).stream()
          .filter(line -> line.contains("ferry-lane"))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int ownLanes() {
    Set<String> own = mappedLanes();
    own.removeAll(mappedBefore);
    return own.size();
  }

  /** Sends one message and receives it. */
  @FunctionalInterface
  private interface Passing {
    void of(int number) throws Exception;
  }

  // Looks at the mappings, which takes its time, only when enough messages have gone one after the other.
  private int untilThereIsALane(Passing passing) throws Exception {
    int sent = 0;
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (ownLanes() == 0) { // a machine that stands still for a moment needs some more
      for (int i = 0; i < FEW; i++) {
        passing.of(sent++);
      }
      assertThat(System.nanoTime()).isLessThan(until);
    }
    return sent;
  }

  private int messagesWithLane(int from, Passing passing, int most) throws Exception {
    int sent = from;
    while (ownLanes() > 0) {
      assertThat(sent - from).as("messages while there was a lane").isLessThan(most);
      passing.of(sent++);
    }
    return sent;
  }

  @Test
  void aBusyChannelGetsOneAndAChannelWithFewMessagesNone() throws Exception {
    try (IpcChannel<Counted> channel = Ferry.channel(Counted.class)) {
      assertThat(untilThereIsALane(number -> pass(channel.sender(), channel.receiver(), number))).isGreaterThan(FEW);
      assertThat(ownLanes()).as("both sides' mappings").isEqualTo(2);
    }
    assertThat(ownLanes()).isZero();
  }

  private static void pass(IpcSender<Counted> sender, IpcReceiver<Counted> receiver, int number) throws Exception {
    sender.send(new Counted(number));
    assertThat(receiver.receive().number()).isEqualTo(number);
  }

  @Test
  void aChannelWhoseMessagesCannotGoByOneGetsNone() throws Exception {
    try (IpcChannel<WithFile> channel = Ferry.channel(WithFile.class)) {
      for (int i = 0; i < 10 * FEW; i++) {
        channel.sender().send(new WithFile(UnixDescriptors.adopt(EventFd.create())));
        channel.receiver().receive().file().close();
      }
      assertThat(ownLanes()).isZero();
    }
  }

  /** Whether it was taken is known by the next message for it, and here there is none. */
  @Test
  void oneThatWasTakenIsNotGivenUpAsRefusedWhereMessagesWithHandlesFollow() throws Exception {
    try (IpcChannel<Sometimes> channel = Ferry.channel(Sometimes.class)) {
      long until = System.nanoTime() + PATIENCE.toNanos();
      for (int batch = FEW + 1; ownLanes() == 0; batch = BETWEEN_OFFERS) { // the last of each may bring one
        for (int i = 0; i < batch; i++) {
          channel.sender().send(new Sometimes(Optional.empty()));
          assertThat(channel.receiver().receive().file()).isEmpty();
        }
        assertThat(System.nanoTime()).isLessThan(until);
      }
      for (int i = 0; i < FRAMES_BEFORE_REFUSED + SOME_MORE; i++) {
        channel.sender().send(new Sometimes(Optional.of(UnixDescriptors.adopt(EventFd.create()))));
        channel.receiver().receive().file().orElseThrow().close();
      }
      assertThat(ownLanes()).as("both sides' mappings").isEqualTo(2);
    }
  }

  @Test
  void aChannelWhoseReceiverRefusesItDoesNotGoOnWithItsHalf() throws Exception {
    try (IpcChannel<Counted> channel = Ferry.channel(Counted.class);
        IpcReceiver<Counted> refusing =
            channel.receiver().withOptions(ChannelOptions.defaults().withLanes(LanePolicy.NEVER))) {
      Passing toRefusing = number -> pass(channel.sender(), refusing, number);
      int sent = untilThereIsALane(toRefusing);
      assertThat(ownLanes()).as("its sender's mapping").isEqualTo(1);
      sent = messagesWithLane(sent, toRefusing, FRAMES_BEFORE_REFUSED + SOME_MORE);
      for (int i = 0; i < FEW; i++) {
        toRefusing.of(sent + i);
      }
    }
  }
}
