package org.ferryipc.receiverset.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What other threads may do while one sleeps in {@code select}. */
public abstract class WakingContract extends SetContract {
  protected WakingContract(Fixture fixture) {
    super(fixture);
  }

  /** A call from outside, which must not wait for the sleeper. */
  private interface Call<R> {
    R run() throws Exception;
  }

  private static <R> R atOnce(Call<R> call) throws Exception {
    long begin = System.nanoTime();
    R result = call.run();
    assertThat(System.nanoTime() - begin).as("nanoseconds the call took").isLessThan(AT_ONCE.toNanos());
    return result;
  }

  @ParameterizedTest
  @EnumSource
  void aMessageWakesTheSelect(InBackground.Kind thread) throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      Registration<String> member = set.add(channel.receiver());
      InBackground<List<Selection>> select = thread.start(set::select).untilItWaits();
      channel.sender().send("wake up");
      assertThat(((Selection.Message) select.result().getFirst()).as(member)).isEqualTo("wake up");
    }
  }

  @ParameterizedTest
  @EnumSource
  void theEndWakesTheSelect(InBackground.Kind thread) throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      Registration<String> unused = set.add(channel.receiver());
      InBackground<List<Selection>> select = thread.start(set::select).untilItWaits();
      channel.sender().close();
      assertThat(select.result()).singleElement().isInstanceOf(Selection.Closed.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReceiverThatIsAddedIsSelectedFromAtOnceAlsoToAnEmptySet(InBackground.Kind thread) throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> first = channel();
        IpcChannel<String> second = channel()) {
      InBackground<List<Selection>> select = thread.start(set::select).untilItWaits();
      Registration<String> unused = atOnce(() -> set.add(first.receiver()));
      first.sender().send("one");
      assertThat(text(select.result().getFirst())).isEqualTo("one");
      select = thread.start(set::select).untilItWaits();
      second.sender().send("two");
      Registration<String> unused2 = atOnce(() -> set.add(second.receiver()));
      assertThat(text(select.result().getFirst())).isEqualTo("two");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReceiverIsRemovedWithoutWaitingAndNothingOfItIsSelected(InBackground.Kind thread) throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> stays = channel();
        IpcChannel<String> goes = channel()) {
      Registration<String> unused = set.add(stays.receiver());
      Registration<String> member = set.add(goes.receiver());
      InBackground<List<Selection>> select = thread.start(set::select).untilItWaits();
      try (IpcReceiver<String> back = atOnce(() -> set.remove(member))) {
        goes.sender().send("mine");
        assertThat(back.receive()).isEqualTo("mine");
      }
      assertThat(select.isDone()).isFalse();
      stays.sender().send("yours");
      assertThat(text(select.result().getFirst())).isEqualTo("yours");
    }
  }

  @ParameterizedTest
  @EnumSource
  void wakeupEndsTheRunningSelectOrTheNextAndManyAreOne(InBackground.Kind thread) throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      Registration<String> unused = set.add(channel.receiver());
      InBackground<List<Selection>> select = thread.start(set::select).untilItWaits();
      atOnce(
          () -> {
            set.wakeup();
            return null;
          });
      assertThat(select.result()).isEmpty();
      for (int i = 0; i < 1000; i++) {
        set.wakeup();
      }
      assertThat(thread.start(set::select).result()).isEmpty();
      InBackground<List<Selection>> sleeps = thread.start(set::select).untilItWaits();
      channel.sender().send("only now");
      assertThat(text(sleeps.result().getFirst())).isEqualTo("only now");
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingTheSetEndsTheSelect(InBackground.Kind thread) throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      Registration<String> unused = set.add(channel.receiver());
      InBackground<List<Selection>> select = thread.start(set::select).untilItWaits();
      long begin = System.nanoTime();
      atOnce(
          () -> {
            set.close();
            return null;
          });
      assertThat(select.failure()).isInstanceOf(HandleClosedException.class);
      assertThat(select.endedAfter(begin)).isLessThan(AT_ONCE);
      assertThatExceptionOfType(HandleClosedException.class).isThrownBy(set::selectNow);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptEndsTheSelectAndTakesNothing(InBackground.Kind thread) throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      Registration<String> unused = set.add(channel.receiver());
      for (int i = 0; i < 20; i++) {
        InBackground<List<Selection>> select = thread.start(set::select).untilItWaits();
        select.interrupt();
        assertThat(select.failure()).isInstanceOf(InterruptedException.class);
      }
      channel.sender().send("still there");
      InBackground<List<Selection>> before =
          thread.start(
              () -> {
                Thread.currentThread().interrupt();
                return set.select();
              });
      assertThat(before.failure()).isInstanceOf(InterruptedException.class);
      assertThat(onlyText(set)).isEqualTo("still there");
    }
  }

  @Test
  void aTryIgnoresTheInterruptAndKeepsItsMark() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      Registration<String> unused = set.add(channel.receiver());
      channel.sender().send("here");
      Thread.currentThread().interrupt();
      List<Selection> found = set.selectNow();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(found).hasSize(1);
    }
  }

  @Test
  void soDoesATryBetweenTheMessagesOfOneMember() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      Registration<String> unused = set.add(channel.receiver());
      for (int i = 0; i < 50; i++) {
        channel.sender().send("m" + i);
        assertThat(onlyText(set)).isEqualTo("m" + i);
        Thread.currentThread().interrupt();
        List<Selection> found = set.selectNow();
        assertThat(Thread.interrupted()).as("marked after message %d", i).isTrue();
        assertThat(found).isEmpty();
      }
    }
  }

  @Test
  void oneThreadSelectsAtATime() throws Exception {
    try (ReceiverSet set = new ReceiverSet()) {
      InBackground<List<Selection>> select = InBackground.start(set::select).untilItWaits();
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(set::selectNow)
          .isNotInstanceOf(HandleClosedException.class);
      set.wakeup();
      assertThat(select.result()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void messagesSentWhileTheSelectComesAndGoesAreNeverMissed(InBackground.Kind thread) throws Exception {
    int rounds = 20_000;
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> ping = channel();
        IpcChannel<String> pong = channel()) {
      Registration<String> unused = set.add(ping.receiver());
      InBackground<Void> echo =
          thread.start(
              () -> {
                for (int i = 0; i < rounds; i++) {
                  pong.sender().send(onlyText(set));
                }
                return null;
              });
      for (int i = 0; i < rounds; i++) {
        ping.sender().send("ping");
        assertThat(pong.receiver().receive()).isEqualTo("ping");
      }
      assertThat(echo.result()).isNull();
    }
  }
}
