package org.ferryipc.receiverset.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.contract.Patience;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One message from one of several receivers. */
public abstract class ChoosingContract {
  private static final Duration HANG = Duration.ofSeconds(20);

  private final Fixture fixture;

  protected ChoosingContract(Fixture fixture) {
    this.fixture = fixture;
  }

  private IpcChannel<String> channel() throws IpcException {
    return channel(String.class);
  }

  private <T> IpcChannel<T> channel(Class<T> type) throws IpcException {
    return Ferry.channel(MessageType.of(type), fixture.options());
  }

  record Parcel(String name, IpcReceiver<String> receiver) {}

  record Reply(IpcSender<String> to) {}

  @ParameterizedTest
  @EnumSource
  void oneMessageOfOneReceiverIsTakenAndTheOthersAreUntouchedAndMovable(InBackground.Kind thread) throws Exception {
    try (IpcChannel<String> a = channel();
        IpcChannel<String> b = channel();
        IpcChannel<Parcel> onwards = channel(Parcel.class)) {
      a.sender().send("a1");
      a.sender().send("a2");
      List<String> taken = new ArrayList<>();
      Choice choice = Select.on(a.receiver(), taken::add).on(b.receiver(), taken::add);
      assertThat(thread.start(() -> choice.orAfter(HANG)).result()).isTrue();
      assertThat(taken).containsExactly("a1");
      assertThat(a.receiver().receive()).isEqualTo("a2");
      InBackground<Boolean> waits = thread.start(() -> choice.orAfter(HANG)).untilItWaits();
      a.sender().send("a3");
      assertThat(waits.result()).isTrue();
      assertThat(taken).containsExactly("a1", "a3");
      b.sender().send("b1");
      onwards.sender().send(new Parcel("at once", b.receiver())); // nothing of the choice is left on it
      try (IpcReceiver<String> moved = onwards.receiver().receive().receiver()) {
        assertThat(moved.receive()).isEqualTo("b1");
      }
      assertThatExceptionOfType(HandleMovedException.class).isThrownBy(choice::orNow);
    }
  }

  @Test
  void eachKindOfReceiverIsChosenFrom() throws Exception {
    MessageType<String> text = MessageType.of(String.class);
    try (BytesChannel bytes = Ferry.bytes(fixture.options());
        IpcChannel<String> untyped = channel();
        DuplexPair<String, String> pair = Ferry.duplex(text, text, fixture.options());
        var opaque = untyped.receiver().opaque()) {
      List<Object> taken = new ArrayList<>();
      Choice choice =
          Select.on(bytes.receiver(), message -> taken.add(message.length))
              .on(opaque, message -> taken.add(message.decode(String.class).keep()))
              .on(pair.left(), taken::add);
      InBackground<Boolean> waits = InBackground.start(() -> choice.orAfter(HANG)).untilItWaits();
      bytes.sender().send(ByteBuffer.allocate(7));
      assertThat(waits.result()).isTrue();
      waits = InBackground.start(() -> choice.orAfter(HANG)).untilItWaits();
      untyped.sender().send("opaque");
      assertThat(waits.result()).isTrue();
      waits = InBackground.start(() -> choice.orAfter(HANG)).untilItWaits();
      pair.right().send("duplex");
      assertThat(waits.result()).isTrue();
      assertThat(taken).containsExactly(7, "opaque", "duplex");
    }
  }

  @Test
  void allThatAreReadyHaveTheSameChance() throws Exception {
    int rounds = 600;
    List<IpcChannel<String>> channels = List.of(channel(), channel(), channel());
    int[] chosen = new int[3];
    Choice choice =
        Select.on(channels.get(0).receiver(), message -> chosen[0]++)
            .on(channels.get(1).receiver(), message -> chosen[1]++)
            .on(channels.get(2).receiver(), message -> chosen[2]++);
    for (IpcChannel<String> channel : channels) {
      channel.sender().send("ready");
    }
    for (int i = 0; i < rounds; i++) {
      int[] before = chosen.clone();
      assertThat(choice.orNow()).isTrue();
      for (int c = 0; c < 3; c++) {
        if (chosen[c] > before[c]) {
          channels.get(c).sender().send("ready again");
        }
      }
    }
    for (int times : chosen) {
      assertThat(times).as("of 200, give or take eight standard deviations").isBetween(107, 293);
    }
    channels.forEach(IpcChannel::close);
  }

  @ParameterizedTest
  @EnumSource
  void aLimitEndsTheWaitAndATryDoesNotWait(InBackground.Kind thread) throws Exception {
    try (IpcChannel<String> a = channel();
        IpcChannel<String> b = channel()) {
      Choice choice = Select.on(a.receiver(), message -> {}).on(b.receiver(), message -> {});
      assertThat(choice.orNow()).isFalse();
      assertThat(choice.orAfter(Duration.ZERO)).isFalse();
      Duration limit = Duration.ofMillis(150);
      long begin = System.nanoTime();
      InBackground<Boolean> waits = thread.start(() -> choice.orAfter(limit));
      assertThat(waits.result()).isFalse();
      Patience.assertEndedAt(limit, waits.endedAfter(begin));
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptEndsTheWaitAndTakesNothing(InBackground.Kind thread) throws Exception {
    try (IpcChannel<String> a = channel();
        IpcChannel<String> b = channel()) {
      Choice choice =
          Select.on(a.receiver(), message -> {
                throw new AssertionError(message);
              })
              .on(b.receiver(), message -> {});
      for (int i = 0; i < 20; i++) {
        InBackground<Boolean> waits = thread.start(() -> choice.orAfter(HANG)).untilItWaits();
        waits.interrupt();
        assertThat(waits.failure()).isInstanceOf(InterruptedException.class);
      }
      a.sender().send("still there");
      InBackground<Boolean> before =
          thread.start(
              () -> {
                Thread.currentThread().interrupt();
                return choice.orAfter(HANG);
              });
      assertThat(before.failure()).isInstanceOf(InterruptedException.class);
      assertThat(a.receiver().receive()).isEqualTo("still there");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEndIsToldIfNoMessageIsThereAndElseThrown(InBackground.Kind thread) throws Exception {
    try (IpcChannel<String> a = channel();
        IpcChannel<String> b = channel()) {
      List<Object> told = new ArrayList<>();
      Choice choice = Select.on(a.receiver(), told::add).atEnd(told::add).on(b.receiver(), told::add);
      InBackground<Boolean> waits = thread.start(() -> choice.orAfter(HANG)).untilItWaits();
      a.sender().close();
      assertThat(waits.result()).isTrue();
      b.sender().send("first");
      assertThat(choice.orNow()).isTrue();
      assertThat(told).containsExactly(CloseReason.Closed.ORDERLY, "first");
      b.sender().close();
      a.receiver().close();
      Choice other = Select.on(b.receiver(), told::add);
      assertThatExceptionOfType(DisconnectedException.class).isThrownBy(other::await);
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingAReceiverEndsTheWait(InBackground.Kind thread) throws Exception {
    try (IpcChannel<String> a = channel();
        IpcChannel<String> b = channel()) {
      Choice choice = Select.on(a.receiver(), message -> {}).on(b.receiver(), message -> {});
      InBackground<Boolean> waits = thread.start(() -> choice.orAfter(HANG)).untilItWaits();
      b.receiver().close();
      assertThat(waits.failure()).isInstanceOf(HandleClosedException.class);
      assertThat(a.receiver().state()).isEqualTo(HandleState.Open.INSTANCE);
    }
  }

  @Test
  void whatTheTakerThrowsIsThrownAndTheHandlesOfItsMessageClose() throws Exception {
    try (IpcChannel<Reply> channel = channel(Reply.class);
        IpcChannel<String> replies = channel()) {
      channel.sender().send(new Reply(replies.sender().share()));
      List<Reply> seen = new ArrayList<>();
      Choice choice =
          Select.on(
              channel.receiver(),
              message -> {
                seen.add(message);
                throw new InterruptedException("on purpose");
              });
      assertThatExceptionOfType(InterruptedException.class).isThrownBy(choice::await).withMessage("on purpose");
      assertThat(seen.getFirst().to().state()).isEqualTo(HandleState.Closed.INSTANCE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofManyThatChooseAmongTheSameReceiversEachMessageGoesToOne(InBackground.Kind thread) throws Exception {
    int messages = Effort.of(1_000, 100_000);
    BlockingQueue<String> taken = new LinkedBlockingQueue<>();
    try (IpcChannel<String> a = channel();
        IpcChannel<String> b = channel()) {
      List<InBackground<Void>> choosers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Choice choice =
            i % 2 == 0
                ? Select.on(a.receiver(), taken::add).on(b.receiver(), taken::add)
                : Select.on(b.receiver(), taken::add).on(a.receiver(), taken::add);
        choosers.add(
            thread.start(
                () -> {
                  while (taken.size() < 2 * messages) {
                    boolean unused = choice.orAfter(Duration.ofMillis(10));
                  }
                  return null;
                }));
      }
      for (int i = 0; i < messages; i++) {
        a.sender().send("a" + i);
        b.sender().send("b" + i);
      }
      for (InBackground<Void> chooser : choosers) {
        assertThat(chooser.result()).isNull();
      }
      assertThat(taken).hasSize(2 * messages).doesNotHaveDuplicates();
      assertThat(a.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      assertThat(b.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
    }
  }
}
