package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.Received;
import org.ferryipc.core.contract.InBackground.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long calls take: tries never wait, limits are kept, and an interrupt loses nothing. */
public abstract class WaitingContract extends Contract {
  private static final Duration LIMIT = Duration.ofMillis(150);

  protected WaitingContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void aTryFindsNothingThenTheMessageThenNothingThenTheEnd() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      assertThat(words.receiver().tryReceive()).isEqualTo(new Received.Empty<>());
      words.sender().send("word");
      assertThat(words.receiver().tryReceive()).isEqualTo(new Received.Message<>("word"));
      assertThat(words.receiver().tryReceive()).isEqualTo(new Received.Empty<>());
      words.sender().close();
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReceiveEndsAtItsLimit(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class);
        BytesChannel bytes = bytes();
        var pair = duplex()) {
      assertEndsAtLimit(thread, () -> words.receiver().tryReceive(LIMIT), new Received.Empty<String>());
      assertEndsAtLimit(thread, () -> pair.left().tryReceive(LIMIT), new Received.Empty<String>());
      MemorySegment into = MemorySegment.ofArray(new byte[10]);
      assertEndsAtLimit(thread, () -> bytes.receiver().tryReceive(into, LIMIT), BytesReceiver.EMPTY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSendIntoAFullQueueEndsAtItsLimit(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class);
        BytesChannel bytes = bytes()) {
      fill(words.sender());
      assertEndsAtLimit(thread, () -> words.sender().trySend("no", LIMIT), false);
      MemorySegment large = MemorySegment.ofArray(new byte[50_000]);
      while (bytes.sender().trySend(large)) {}
      assertEndsAtLimit(thread, () -> bytes.sender().trySend(large, LIMIT), false);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReceiveThatWaitsForItsTurnEndsAtItsLimit(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      InBackground<String> first = thread.start(words.receiver()::receive).untilItWaits();
      assertEndsAtLimit(thread, () -> words.receiver().tryReceive(LIMIT), new Received.Empty<String>());
      words.sender().send("for the first");
      assertThat(first.result()).isEqualTo("for the first");
    }
  }

  private static <R> void assertEndsAtLimit(Kind thread, Callable<R> call, R outcome) throws Exception {
    InBackground<Duration> taken =
        thread.start(
            () -> {
              long start = System.nanoTime();
              assertThat(call.call()).isEqualTo(outcome);
              return Duration.ofNanos(System.nanoTime() - start);
            });
    Patience.assertEndedAt(LIMIT, taken.result());
  }

  @Test
  void aLimitOfNothingOrLessIsATry() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      for (Duration limit : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MIN_VALUE))) {
        assertThat(words.receiver().tryReceive(limit)).isInstanceOf(Received.Empty.class);
        assertThat(words.sender().trySend("word", limit)).isTrue();
        assertThat(words.receiver().tryReceive(limit)).isInstanceOf(Received.Message.class);
      }
    }
  }

  @Test
  void aLimitOfAgesIsNoLimit() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      InBackground<Received<String>> receive =
          InBackground.start(() -> words.receiver().tryReceive(Duration.ofSeconds(Long.MAX_VALUE))).untilItWaits();
      words.sender().send("word");
      assertThat(receive.result()).isEqualTo(new Received.Message<>("word"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTryNeverWaitsForABlockedReceive(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      InBackground<String> receive = thread.start(words.receiver()::receive).untilItWaits();
      for (int i = 0; i < 10_000; i++) {
        assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      }
      assertThat(receive.isDone()).isFalse();
      words.sender().send("for the one who waits");
      assertThat(receive.result()).isEqualTo("for the one who waits");
    }
  }

  @Test
  void pollingTriesGetLargeMessagesOfManySendersWhole() throws Exception {
    int senders = 10;
    int size = 512 << 10;
    try (BytesChannel bytes = bytes()) {
      List<InBackground<Object>> running = new ArrayList<>();
      for (int i = 0; i < senders; i++) {
        byte[] mine = pattern(size, i);
        running.add(
            InBackground.start(
                () -> {
                  bytes.sender().send(MemorySegment.ofArray(mine));
                  return null;
                }));
      }
      List<Byte> seen = new ArrayList<>();
      while (seen.size() < senders) {
        if (bytes.receiver().tryReceive() instanceof Received.Message<byte[]>(byte[] message)) {
          int who = IntStream.range(0, senders).filter(i -> pattern(1, i)[0] == message[0]).findFirst().orElseThrow();
          assertPattern(message, size, who);
          seen.add(message[0]);
        }
      }
      assertThat(seen).doesNotHaveDuplicates();
      assertThat(bytes.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      for (InBackground<Object> sender : running) {
        Object unused = sender.result();
      }
    }
  }

  @Test
  void aFullQueueRefusesATryAndLosesNothing() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      int accepted = fill(words.sender());
      assertThat(accepted).isBetween(200, 300);
      assertThat(words.sender().trySend("refused", Duration.ofMillis(5))).isFalse();
      for (int i = 0; i < accepted; i++) {
        assertThat(words.receiver().receive()).isEqualTo(Integer.toString(i));
      }
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      assertThat(words.sender().trySend("room again")).isTrue();
    }
  }

  @Test
  void aBlockedSendLosesNothingAndKeepsItsPlace() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      int count = 3 * fill(words.sender());
      int queued = count / 3;
      InBackground<Object> sends =
          InBackground.start(
              () -> {
                for (int i = queued; i < count; i++) {
                  words.sender().send(Integer.toString(i));
                }
                return null;
              })
              .untilItWaits();
      List<String> expected = IntStream.range(0, count).mapToObj(Integer::toString).toList();
      List<String> found = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        found.add(words.receiver().receive());
      }
      assertThat(found).isEqualTo(expected);
      Object unused = sends.result();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptedReceiveLosesNothingAndLeavesTheChannelOpen(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      InBackground<String> receive = thread.start(words.receiver()::receive).untilItWaits();
      long start = System.nanoTime();
      receive.interrupt();
      assertThat(receive.failure()).isInstanceOf(InterruptedException.class);
      Patience.assertAtOnce(receive.endedAfter(start));
      words.sender().send("word");
      assertThat(words.receiver().receive()).isEqualTo("word");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptedTurnDisturbsNobodyElse(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      InBackground<String> first = thread.start(words.receiver()::receive).untilItWaits();
      InBackground<String> second = thread.start(words.receiver()::receive).untilItWaits();
      second.interrupt();
      assertThat(second.failure()).isInstanceOf(InterruptedException.class);
      words.sender().send("word");
      assertThat(first.result()).isEqualTo("word");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatNeedNotWaitDoesNotMindAnInterrupt(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      InBackground<Object> calls =
          thread.start(
              () -> {
                Thread.currentThread().interrupt();
                words.sender().send("word");
                assertThat(words.receiver().receive()).isEqualTo("word");
                assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                assertThatThrownBy(() -> words.receiver().receive()).isInstanceOf(InterruptedException.class);
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                return null;
              });
      Object unused = calls.result();
    }
  }

  @ParameterizedTest
  @EnumSource
  void interruptsAtAnyMomentLoseNothing(Kind thread) throws Exception {
    int count = 1_000;
    AtomicInteger interrupted = new AtomicInteger();
    try (IpcChannel<String> words = channel(String.class)) {
      InBackground<List<String>> receives =
          thread.start(
              () -> {
                List<String> found = new ArrayList<>();
                while (found.size() < count) {
                  try {
                    found.add(words.receiver().receive());
                  } catch (InterruptedException again) {
                    interrupted.incrementAndGet();
                  }
                }
                return found;
              });
      for (int i = 0; i < count - 1; i++) {
        receives.interrupt();
        // A receive that never waits need not notice; so the last message is kept back until one has.
        while (i == count - 1 && interrupted.get() == 0) {
          receives.interrupt();
          Thread.onSpinWait();
        }
        words.sender().send(Integer.toString(i));
        if (i % 50 == 0 && !receives.isDone()) {
          receives.interrupt();
        }
      }
      while (interrupted.get() == 0 && !receives.isDone()) { // a receiver that never had to wait has to now
        receives.interrupt();
        Thread.onSpinWait();
      }
      words.sender().send(Integer.toString(count - 1));
      while (!receives.isDone()) {
        receives.interrupt();
        Thread.onSpinWait();
      }
      assertThat(receives.result()).isEqualTo(IntStream.range(0, count).mapToObj(Integer::toString).toList());
      assertThat(interrupted).hasPositiveValue();
    }
  }
}
