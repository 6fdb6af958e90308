package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.contract.InBackground.Kind;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who closes wakes who waits, at once and with the right news; platform and virtual threads alike. */
public abstract class WakingContract extends Contract {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final MemorySegment LARGE = MemorySegment.ofArray(new byte[100_000]);

  protected WakingContract(Fixture fixture) {
    super(fixture);
  }

  @ParameterizedTest
  @EnumSource
  void closingAReceiverWakesItsReceive(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      assertWakes(thread.start(words.receiver()::receive), words.receiver()::close, HandleClosedException.class);
    }
    try (IpcChannel<String> words = channel(String.class)) {
      assertWakes(
          thread.start(() -> words.receiver().tryReceive(LONG)), words.receiver()::close, HandleClosedException.class);
    }
    try (BytesChannel bytes = bytes()) {
      assertWakes(
          thread.start(() -> bytes.receiver().receive(LARGE)), bytes.receiver()::close, HandleClosedException.class);
    }
    try (DuplexPair<String, String> pair = duplex()) {
      assertWakes(thread.start(pair.left()::receive), pair.left()::close, HandleClosedException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingAReceiverWakesAllWhoWaitForTheirTurn(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      List<InBackground<?>> receives = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        receives.add(thread.start(words.receiver()::receive).untilItWaits());
        receives.add(thread.start(() -> words.receiver().tryReceive(LONG)).untilItWaits());
      }
      long start = System.nanoTime();
      words.receiver().close();
      for (InBackground<?> receive : receives) {
        assertThat(receive.failure()).isInstanceOf(HandleClosedException.class);
        Patience.assertAtOnce(receive.endedAfter(start));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingTheLastSenderWakesTheReceive(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class);
        IpcSender<String> other = words.sender().share()) {
      InBackground<String> receive = thread.start(words.receiver()::receive).untilItWaits();
      other.close();
      assertThat(receive.isDone()).isFalse();
      assertWakes(receive, words.sender()::close, DisconnectedException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingASenderWakesItsSend(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      fill(words.sender());
      assertWakes(send(thread, words.sender()), words.sender()::close, HandleClosedException.class);
    }
    try (BytesChannel bytes = bytes()) {
      while (bytes.sender().trySend(LARGE)) {}
      assertWakes(
          thread.start(
              () -> {
                bytes.sender().send(LARGE);
                return null;
              }),
          bytes.sender()::close,
          HandleClosedException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingTheReceiverWakesTheSends(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class);
        IpcSender<String> other = words.sender().share()) {
      fill(words.sender());
      InBackground<?> first = send(thread, words.sender()).untilItWaits();
      InBackground<?> second = send(thread, other).untilItWaits();
      long start = System.nanoTime();
      words.receiver().close();
      assertThat(first.failure()).isInstanceOf(DisconnectedException.class);
      assertThat(second.failure()).isInstanceOf(DisconnectedException.class);
      Patience.assertAtOnce(first.endedAfter(start));
      Patience.assertAtOnce(second.endedAfter(start));
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingOneReferenceLeavesTheSendsOfAnotherWaiting(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class);
        IpcSender<String> other = words.sender().share()) {
      int queued = fill(words.sender());
      InBackground<?> send = send(thread, other).untilItWaits();
      words.sender().close();
      assertThat(send.untilItWaits().isDone()).isFalse();
      for (int i = 0; i < queued; i++) {
        assertThat(words.receiver().receive()).isEqualTo(Integer.toString(i));
      }
      assertThat(words.receiver().receive()).isEqualTo("late");
      Object unused = send.result();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMessageWakesTheReceive(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      InBackground<Received<String>> receive = thread.start(() -> words.receiver().tryReceive(LONG)).untilItWaits();
      long start = System.nanoTime();
      words.sender().send("awake");
      assertThat(receive.result()).isEqualTo(new Received.Message<>("awake"));
      Patience.assertAtOnce(receive.endedAfter(start));
    }
  }

  @ParameterizedTest
  @EnumSource
  void roomWakesTheSend(Kind thread) throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      int queued = fill(words.sender());
      InBackground<?> send = send(thread, words.sender()).untilItWaits();
      for (int i = 0; i < queued; i++) {
        assertThat(words.receiver().receive()).isEqualTo(Integer.toString(i));
      }
      long start = System.nanoTime();
      assertThat(words.receiver().receive()).isEqualTo("late");
      Object unused = send.result();
      Patience.assertAtOnce(send.endedAfter(start));
    }
  }

  @Test
  void manyBlockedVirtualThreadsStopNobodyElse() throws Exception {
    int count = 500;
    List<IpcChannel<String>> channels = new ArrayList<>();
    List<InBackground<String>> receives = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        IpcChannel<String> words = channel(String.class);
        channels.add(words);
        receives.add(Kind.VIRTUAL.start(words.receiver()::receive));
      }
      assertThat(Kind.VIRTUAL.start(() -> "not stopped").result()).isEqualTo("not stopped");
      for (int i = 0; i < count; i++) {
        receives.get(i).untilItWaits();
        channels.get(i).sender().send("word " + i);
        assertThat(receives.get(i).result()).isEqualTo("word " + i);
      }
    } finally {
      channels.forEach(IpcChannel::close);
    }
  }

  private static InBackground<?> send(Kind thread, IpcSender<String> sender) {
    return thread.start(
        () -> {
          sender.send("late");
          return null;
        });
  }

  private static void assertWakes(InBackground<?> call, Runnable close, Class<?> failure) throws Exception {
    call.untilItWaits();
    long start = System.nanoTime();
    close.run();
    assertThat(call.failure()).isInstanceOf(failure);
    Patience.assertAtOnce(call.endedAfter(start));
  }
}
