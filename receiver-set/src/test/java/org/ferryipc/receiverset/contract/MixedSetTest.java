package org.ferryipc.receiverset.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One set holds channels within the process and between processes. */
class MixedSetTest {

  private static IpcChannel<String> channel(Reach reach) throws Exception {
    return Ferry.channel(MessageType.of(String.class), ChannelOptions.defaults().withReach(reach));
  }

  private static String text(List<Selection> batch) {
    return SetContract.text(batch.getFirst());
  }

  @ParameterizedTest
  @EnumSource
  void eachWakesASelectThatWaitsForBoth(InBackground.Kind thread) throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> near = channel(Reach.PROCESS);
        IpcChannel<String> far = channel(Reach.MACHINE)) {
      Registration<String> unused = set.add(near.receiver());
      InBackground<List<Selection>> select = thread.start(set::select).untilItWaits();
      Registration<String> unused2 = set.add(far.receiver()); // the sleeper has to change the place where it sleeps
      far.sender().send("far");
      assertThat(text(select.result())).isEqualTo("far");
      for (int i = 0; i < 100; i++) {
        select = thread.start(set::select).untilItWaits();
        (i % 3 == 0 ? far : near).sender().send("message " + i);
        assertThat(text(select.result())).isEqualTo("message " + i);
      }
      select = thread.start(set::select).untilItWaits();
      near.sender().close();
      assertThat(select.result()).singleElement().isInstanceOf(Selection.Closed.class);
      select = thread.start(set::select).untilItWaits();
      set.wakeup();
      assertThat(select.result()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFloodOfOneSortDelaysTheOtherByNoMoreThanOneRound(Reach flooded) throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> flood = channel(flooded);
        IpcChannel<String> quiet = channel(flooded == Reach.PROCESS ? Reach.MACHINE : Reach.PROCESS)) {
      Registration<String> unused = set.add(flood.receiver());
      Registration<String> other = set.add(quiet.receiver());
      for (int round = 0; round < 100; round++) {
        while (flood.sender().trySend("flood")) {}
        quiet.sender().send("me too");
        int before = 0;
        boolean seen = false;
        while (!seen) {
          for (Selection selection : SetContract.next(set)) {
            seen |= selection.from() == other;
            before += seen ? 0 : 1;
          }
        }
        assertThat(before).isLessThan(2 * ReceiverSet.QUOTA);
      }
    }
  }

  /** A wake-up that is lost between the two places to sleep would hang this. */
  @ParameterizedTest
  @EnumSource
  void nothingIsMissedWhileMessagesOfBothSortsCome(InBackground.Kind thread) throws Exception {
    int messages = 20_000;
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> near = channel(Reach.PROCESS);
        IpcChannel<String> far = channel(Reach.MACHINE)) {
      Registration<String> unused = set.add(near.receiver());
      Registration<String> unused2 = set.add(far.receiver());
      InBackground<Integer> select =
          thread.start(
              () -> {
                int got = 0;
                while (got < 2 * messages) {
                  got += SetContract.next(set).size();
                }
                return got;
              });
      List<InBackground<Void>> senders =
          List.of(InBackground.start(() -> send(near, messages)), InBackground.start(() -> send(far, messages)));
      for (InBackground<Void> sender : senders) {
        assertThat(sender.result()).isNull();
      }
      assertThat(select.result()).isEqualTo(2 * messages);
    }
  }

  private static Void send(IpcChannel<String> channel, int messages) throws Exception {
    for (int i = 0; i < messages; i++) {
      channel.sender().send("m");
    }
    return null;
  }
}
