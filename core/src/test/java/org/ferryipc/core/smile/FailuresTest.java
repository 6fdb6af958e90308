package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** What comes out when something under Jackson throws: the thing itself, and nothing has moved. */
class FailuresTest {
  record Result(String text) {}

  /** A record whose second component runs what the test wants, after the first handle was leased. */
  record Trap(IpcSender<Result> a, Sprung b, IpcSender<Result> c) {}

  /** Written by calling its getter. */
  static final class Sprung {
    private final Callable<Object> trap;

    @SuppressWarnings("unused") // Jackson uses it
    Sprung() {
      this(() -> "");
    }

    Sprung(Callable<Object> trap) {
      this.trap = trap;
    }

    public Object getValue() throws Exception {
      return trap.call();
    }
  }

  private static void springs(Callable<Object> trap, Consumer<Throwable> expected) throws Exception {
    try (IpcChannel<Trap> channel = Smile.channel(Trap.class);
        IpcChannel<Result> results = Smile.channel(Result.class);
        IpcSender<Result> second = results.sender().share()) {
      Throwable thrown =
          catchThrowable(() -> channel.sender().send(new Trap(results.sender(), new Sprung(trap), second)));
      expected.accept(thrown);
      assertThat(results.sender().state()).isEqualTo(HandleState.Open.INSTANCE);
      assertThat(second.state()).isEqualTo(HandleState.Open.INSTANCE);
      assertThat(channel.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      channel.sender().send(new Trap(results.sender().share(), new Sprung(() -> "calm"), null));
      try (var delivery = channel.receiver().take()) {
        assertThat(delivery.value().c()).as("the next message carries its own").isNull();
      }
    }
  }

  @Test
  void anExceptionOfAGetterIsTheCauseAndThePropertyIsNamed() throws Exception {
    RuntimeException own = new IllegalStateException("boom");
    springs(
        () -> {
          throw own;
        },
        thrown ->
            assertThat(thrown)
                .isInstanceOf(SerializationException.class)
                .hasMessage("Trap.b.value: java.lang.IllegalStateException: boom")
                .hasCause(own));
  }

  @Test
  void aCheckedExceptionOfAGetterIsTheCause() throws Exception {
    Exception own = new Exception("checked");
    springs(
        () -> {
          throw own;
        },
        thrown -> assertThat(thrown).isInstanceOf(SerializationException.class).hasCause(own));
  }

  @Test
  void anErrorOfAGetterComesOutItself() throws Exception {
    Error own = new AssertionError("bad");
    springs(
        () -> {
          throw own;
        },
        thrown -> assertThat(thrown).isSameAs(own));
  }

  @Test
  void anOverflowingGetterIsTheValuesFault() throws Exception {
    springs(FailuresTest::forever, thrown -> assertThat(thrown).isInstanceOf(SerializationException.class));
  }

  @SuppressWarnings("InfiniteRecursion")
  private static Object forever() {
    return "x" + forever();
  }

  @Test
  void aStateExceptionOfAGetterComesOutItself() throws Exception {
    HandleStateException own = new HandleClosedException("mine");
    springs(
        () -> {
          throw own;
        },
        thrown -> assertThat(thrown).isSameAs(own));
  }

  @Test
  void aStateExceptionThatTheUserWrappedStaysWrapped() throws Exception {
    RuntimeException own = new IllegalArgumentException(new HandleClosedException("mine"));
    springs(
        () -> {
          throw own;
        },
        thrown -> assertThat(thrown).isInstanceOf(SerializationException.class).hasCause(own));
  }

  @Test
  void aHandleInAnyWrongStateIsSaidSo() throws Exception {
    try (IpcChannel<Trap> channel = Smile.channel(Trap.class);
        IpcChannel<Result> results = Smile.channel(Result.class)) {
      IpcSender<Result> good = results.sender().share();
      IpcSender<Result> closed = results.sender().share();
      closed.close();
      assertThatExceptionOfType(HandleClosedException.class)
          .isThrownBy(() -> channel.sender().send(new Trap(good, new Sprung(), closed)));
      assertThatExceptionOfType(HandleInUseException.class)
          .as("the same handle twice")
          .isThrownBy(() -> channel.sender().send(new Trap(good, new Sprung(), good)));
      assertThat(good.state()).isEqualTo(HandleState.Open.INSTANCE);
      IpcSender<Result> moved = results.sender().share();
      channel.sender().send(new Trap(moved, new Sprung(), null));
      assertThatExceptionOfType(HandleMovedException.class)
          .isThrownBy(() -> channel.sender().send(new Trap(good, new Sprung(), moved)));
      assertThat(good.state()).isEqualTo(HandleState.Open.INSTANCE);
      good.close();
      channel.receiver().take().close();
    }
  }

  @Test
  void aLimitOfHandlesComesOutItself() throws Exception {
    MessageType<List<IpcSender<Result>>> type = new MessageType<>() {};
    var options = Smile.HERE.withLimits(Limits.DEFAULT.withHandles(1));
    try (IpcChannel<List<IpcSender<Result>>> channel = Ferry.channel(type, options);
        IpcChannel<Result> results = Smile.channel(Result.class);
        IpcSender<Result> second = results.sender().share()) {
      assertThatThrownBy(() -> channel.sender().send(List.of(results.sender(), second)))
          .isInstanceOfSatisfying(LimitExceededException.class, e -> assertThat(e.limit()).isEqualTo("handles"));
      assertThat(results.sender().state()).isEqualTo(HandleState.Open.INSTANCE);
    }
  }

  @Test
  void aGetterMaySendThroughTheSameChannel() throws Exception {
    try (IpcChannel<Trap> channel = Smile.channel(Trap.class);
        IpcChannel<Result> results = Smile.channel(Result.class)) {
      IpcSender<Result> outer = results.sender().share();
      IpcSender<Result> inner = results.sender().share();
      Callable<Object> nested =
          () -> {
            channel.sender().send(new Trap(inner, new Sprung(() -> "inner"), null));
            return "outer";
          };
      channel.sender().send(new Trap(null, new Sprung(nested), outer));
      try (var first = channel.receiver().take();
          var then = channel.receiver().take()) {
        assertThat(first.value().a()).isNotNull();
        assertThat(first.value().c()).isNull();
        assertThat(then.value().a()).isNull();
        assertThat(then.value().c()).isNotNull();
      }
    }
  }

  record Checked(int v) {
    Checked {
      if (v < 0) {
        throw new IllegalArgumentException("negative");
      }
    }
  }

  record Number(int v) {}

  record Unlucky(int v) {
    Unlucky {
      if (v == 13) {
        throw new AssertionError("unlucky");
      }
    }
  }

  record Holder(List<Checked> list) {}

  record Numbers(List<Number> list) {}

  @Test
  void whatAConstructorThrowsIsTheCause() throws Exception {
    byte[] bytes = Smile.encode(new Numbers(List.of(new Number(1), new Number(-1))));
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.decode(Holder.class, bytes))
        .withMessage("Holder.list[1]: java.lang.IllegalArgumentException: negative")
        .withCauseExactlyInstanceOf(IllegalArgumentException.class);
    byte[] unlucky = Smile.encode(new Number(13));
    assertThatThrownBy(() -> Smile.decode(Unlucky.class, unlucky)).isExactlyInstanceOf(AssertionError.class);
  }

  @Test
  void aTextOfThePeerIsShortAndPrintable() throws Exception {
    record Words(List<String> list) {}
    byte[] bytes = Smile.encode(new Words(List.of("a\n\u001b[31m".repeat(10_000))));
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.decode(new MessageType<Colors>() {}, bytes))
        .satisfies(
            e -> assertThat(e.getMessage()).hasSizeLessThan(1_200).matches("\\P{Cntrl}+").contains("Colors.list[0]"));
  }

  enum Color {
    RED
  }

  record Colors(List<Color> list) {}
}
