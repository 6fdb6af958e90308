package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.junit.jupiter.api.Test;

/**
 * What no poller tells of, because it is in a lane whose receiver sleeps nowhere. Each test fails without one rule of {@code
 * docs/lanes.md}, named after the mutant of the model.
 */
class LanesInSetsTest {
  private static final Duration HANG = Duration.ofSeconds(20);
  private static final int ROUNDS = 200;

  private static IpcChannel<Integer> channelWithLane() throws Exception {
    IpcChannel<Integer> channel =
        Ferry.channel(MessageType.of(Integer.class), ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS));
    channel.sender().send(-1);
    assertThat(channel.receiver().receive()).isEqualTo(-1); // with the lane's offer in front of it
    return channel;
  }

  private static List<Integer> values(ReceiverSet set, int count) throws Exception {
    List<Integer> values = new ArrayList<>();
    while (values.size() < count) {
      List<Selection> batch = set.select(HANG);
      assertThat(batch).as("a message waits in a lane").isNotEmpty();
      for (Selection selection : batch) {
        values.add(((Selection.Message) selection).as(Integer.class));
      }
    }
    return values;
  }

  /** M_ADDCOLD. */
  @Test
  void whatWasInTheLaneWhenItsReceiverWasAddedIsSelected() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Integer> channel = channelWithLane()) {
      channel.sender().send(7);
      Registration<Integer> unused = set.add(channel.receiver());
      assertThat(values(set, 1)).containsExactly(7);
    }
  }

  /** The same, when somebody sleeps in the set already. */
  @Test
  void whoSleepsInTheSetIsWokenForIt() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Integer> other = channelWithLane();
        IpcChannel<Integer> channel = channelWithLane()) {
      Registration<Integer> unused = set.add(other.receiver());
      InBackground<List<Integer>> selecting = InBackground.start(() -> values(set, 1)).untilItWaits();
      channel.sender().send(7);
      Registration<Integer> unused2 = set.add(channel.receiver());
      assertThat(selecting.result()).containsExactly(7);
    }
  }

  /** M_HOTLOST. */
  @Test
  void whatIsLeftBehindTheQuotaIsSelectedThoughNothingMoreIsSent() throws Exception {
    int many = 5 * ReceiverSet.QUOTA + 1;
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Integer> channel = channelWithLane()) {
      for (int i = 0; i < many; i++) {
        channel.sender().send(i);
      }
      Registration<Integer> unused = set.add(channel.receiver());
      List<Integer> values = values(set, many);
      for (int i = 0; i < many; i++) {
        assertThat(values.get(i)).isEqualTo(i);
      }
    }
  }

  /** M_REMOVENOTURN. */
  @Test
  void aRemovedReceiverReadsOnBehindWhatWasSelected() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger next = new AtomicInteger(); // of whoever reads: there is one at a time
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Integer> channel = channelWithLane()) {
      InBackground<Integer> sending =
          InBackground.start(
              () -> {
                int sent = 0;
                while (!over.get()) {
                  sent += channel.sender().trySend(sent) ? 1 : 0;
                }
                return sent;
              });
      IpcReceiver<Integer> receiver = channel.receiver();
      for (int round = 0; round < ROUNDS; round++) {
        Registration<Integer> registration = set.add(receiver);
        AtomicBoolean removed = new AtomicBoolean();
        InBackground<List<Integer>> selecting = InBackground.start(() -> selected(set, removed));
        int before = round % 7;
        for (int i = 0; i < before * 1_000; i++) {
          Thread.onSpinWait(); // at any moment of a select
        }
        receiver = set.remove(registration);
        List<Integer> read = new ArrayList<>();
        while (read.size() < 10) {
          read.add(receiver.receive());
        }
        removed.set(true);
        set.wakeup();
        for (int value : selecting.result()) {
          assertThat(value).isEqualTo(next.getAndIncrement());
        }
        for (int value : read) {
          assertThat(value).isEqualTo(next.getAndIncrement());
        }
      }
      over.set(true);
      assertThat(sending.result()).isPositive();
      receiver.close();
    }
  }

  private static List<Integer> selected(ReceiverSet set, AtomicBoolean over) throws Exception {
    List<Integer> values = new ArrayList<>();
    while (!over.get()) {
      for (Selection selection : set.select(HANG)) {
        values.add(((Selection.Message) selection).as(Integer.class));
      }
    }
    return values;
  }
}
