package org.ferryipc.unix.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Received;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.leak.NothingLeaks;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stream of messages of all sorts, both of whose ends move all the time, is one queue. */
@ExtendWith(NothingLeaks.class)
@Timeout(120)
class OneOrderTest {
  private static final int MESSAGES = Effort.of(20_000, 1_000_000);
  private static final ChannelOptions LANES = ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS);

  record Parcel(int number, byte[] load, List<OwnedFd> files) {}

  record Sender(IpcSender<Parcel> end) {}

  record Receiver(IpcReceiver<Parcel> end) {}

  @ParameterizedTest
  @CsvSource({"4096, 1", "4096, 2", "65536, 3", "1048576, 4"})
  void whateverGoesByItAndWhoeverHasIt(int ring, long seed) throws Exception {
    try (Ring unused = new Ring(ring)) {
      IpcChannel<Parcel> channel = Ferry.channel(MessageType.of(Parcel.class), LANES);
      InBackground<Void> sending = InBackground.start(() -> send(channel.sender(), new SplittableRandom(seed)));
      receive(channel.receiver(), new SplittableRandom(-seed));
      assertThat(sending.result()).isNull();
    }
  }

  private static Void send(IpcSender<Parcel> first, SplittableRandom random) throws Exception {
    IpcSender<Parcel> sender = first;
    try (IpcChannel<Sender> carrier = Ferry.channel(MessageType.of(Sender.class), LANES)) {
      for (int i = 0; i < MESSAGES; i++) {
        if (random.nextInt(400) == 0) {
          carrier.sender().send(new Sender(sender));
          sender = carrier.receiver().receive().end().withOptions(LANES);
        }
        if (random.nextInt(50) == 0) {
          sender.send(new Parcel(i, load(i, random), List.of(OwnedFd.open(Path.of("/dev/null")))));
        } else {
          sender.send(new Parcel(i, load(i, random), List.of()));
        }
      }
    }
    sender.close();
    return null;
  }

  private static byte[] load(int number, SplittableRandom random) {
    int length =
        switch (random.nextInt(200)) {
          case 0 -> 70_000; // in no ring of 64 KiB
          case 1 -> random.nextInt(250_000, 300_000); // in no packet
          case 2, 3, 4 -> random.nextInt(1_000, 4_000);
          default -> random.nextInt(60);
        };
    byte[] load = new byte[length];
    Arrays.fill(load, (byte) number);
    return load;
  }

  private static void receive(IpcReceiver<Parcel> first, SplittableRandom random) throws Exception {
    IpcReceiver<Parcel> receiver = first;
    try (IpcChannel<Receiver> carrier = Ferry.channel(MessageType.of(Receiver.class), LANES)) {
      int next = 0;
      while (true) {
        if (random.nextInt(400) == 0) {
          carrier.sender().send(new Receiver(receiver));
          receiver = carrier.receiver().receive().end().withOptions(LANES);
        }
        Received<Delivery<Parcel>> found =
            random.nextInt(10) == 0 ? receiver.tryTake() : receiver.tryTake(Duration.ofSeconds(20));
        switch (found) {
          case Received.Message<Delivery<Parcel>>(Delivery<Parcel> delivery) -> {
            try (delivery) {
              Parcel parcel = delivery.value();
              assertThat(parcel.number()).isEqualTo(next);
              int number = next++;
              for (byte b : parcel.load()) {
                if (b != (byte) number) {
                  throw new AssertionError("another message's bytes in " + number);
                }
              }
            }
          }
          case Received.Empty<Delivery<Parcel>> e -> {}
          case Received.Closed<Delivery<Parcel>> c -> {
            assertThat(next).isEqualTo(MESSAGES);
            receiver.close();
            return;
          }
        }
      }
    }
  }
}
