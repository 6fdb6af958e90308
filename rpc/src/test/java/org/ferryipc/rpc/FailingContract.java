package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.ferryipc.core.MessageName;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.CallFailedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.leak.Warnings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the other side throws, what it does not know, and what cannot travel. */
abstract class FailingContract extends RpcContract {
  @RegisterExtension final Warnings warnings = new Warnings();

  FailingContract(Fixture fixture) {
    super(fixture);
  }

  static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    Refusal(String text) {
      super(text, new IllegalArgumentException("because"));
    }
  }

  interface Faults {
    int unchecked(@Nullable String text);

    int io() throws IOException;

    int own() throws Refusal;

    int error();

    int deep();

    List<Object> anything(Object value);

    int fine();

    @OneWay
    void silently();
  }

  private static final class Served implements Faults {
    @Override
    public int unchecked(@Nullable String text) {
      throw new IllegalStateException(text);
    }

    @Override
    public int io() throws IOException {
      throw new java.nio.file.NoSuchFileException("a.txt");
    }

    @Override
    public int own() throws Refusal {
      throw new Refusal("no");
    }

    @Override
    public int error() {
      throw new AssertionError("an error");
    }

    @Override
    public int deep() {
      return deep() + 1;
    }

    @Override
    public List<Object> anything(Object value) {
      return List.of(new Object(), value);
    }

    @Override
    public int fine() {
      return 1;
    }

    @Override
    public void silently() {
      throw new IllegalStateException("unheard");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsThrownThereIsToldInWords(Mode mode) throws Exception {
    try (Sides sides = serve(Faults.class, new Served(), mode)) {
      Faults faults = sides.remote(Faults.class);
      assertThatThrownBy(() -> faults.unchecked("broken"))
          .isInstanceOfSatisfying(
              RpcException.RemoteFailure.class,
              e -> {
                assertThat(e.type()).isEqualTo("java.lang.IllegalStateException");
                assertThat(e.text()).isEqualTo("broken");
                assertThat(e.frames().getFirst()).contains("FailingContract$Served.unchecked");
                assertThat(e.frames()).noneMatch(frame -> frame.contains("MethodPlan"));
                assertThat(e.mayHaveExecuted()).isTrue();
                assertThat(e.getStackTrace()[0].getMethodName()).isNotEmpty();
                assertThat(e).hasMessageContainingAll("Faults.unchecked", "broken", "[there]");
              });
      assertThatThrownBy(() -> faults.unchecked(null)).isInstanceOf(RpcException.RemoteFailure.class);
      assertThatThrownBy(() -> faults.unchecked("🙂".repeat(100_000)))
          .isInstanceOfSatisfying(
              RpcException.RemoteFailure.class, e -> assertThat(e.text()).startsWith("🙂").hasSizeLessThan(2000));
      assertThatThrownBy(faults::own)
          .isInstanceOfSatisfying(
              RpcException.RemoteFailure.class,
              e -> {
                assertThat(e.type()).endsWith("FailingContract$Refusal");
                assertThat(e.frames()).anyMatch(frame -> frame.contains("IllegalArgumentException: because"));
              });
      assertThatThrownBy(faults::error).isInstanceOf(RpcException.RemoteFailure.class);
      assertThatThrownBy(faults::deep)
          .isInstanceOfSatisfying(
              RpcException.RemoteFailure.class, e -> assertThat(e.type()).endsWith("StackOverflowError"));
      assertThat(faults.fine()).isEqualTo(1);
    }
  }

  @Test
  void aMethodThatDeclaresIoExceptionThrowsOne() throws Exception {
    try (Sides sides = serve(Faults.class, new Served())) {
      Faults faults = sides.remote(Faults.class);
      assertThatThrownBy(faults::io)
          .isInstanceOf(CallFailedException.class)
          .isInstanceOf(IpcException.class)
          .cause()
          .isInstanceOfSatisfying(
              RpcException.RemoteFailure.class,
              e -> {
                assertThat(e.type()).isEqualTo("java.nio.file.NoSuchFileException");
                assertThat(e.text()).isEqualTo("a.txt");
              });
    }
  }

  @Test
  void whatCannotBeEncodedIsABadArgumentHereAndAFailureThere() throws Exception {
    try (Sides sides = serve(Faults.class, new Served())) {
      Faults faults = sides.remote(Faults.class);
      assertThatThrownBy(() -> faults.anything("\ud800"))
          .isInstanceOfSatisfying(
              RpcException.BadArgument.class, e -> assertThat(e.mayHaveExecuted()).isFalse());
      assertThatThrownBy(() -> faults.anything("x".repeat((65 << 20))))
          .isInstanceOfAny(RpcException.LimitReached.class, RpcException.BadArgument.class);
      assertThat(faults.fine()).isEqualTo(1);
    }
  }

  @Test
  void aOneWayCallThatThrowsIsLoggedWhereItRan() throws Exception {
    try (Sides sides = serve(Faults.class, new Served())) {
      Faults faults = sides.remote(Faults.class);
      faults.silently();
      assertThat(faults.fine()).isEqualTo(1);
      warnings.await(text -> text.contains("Faults.silently") && text.contains("unheard"));
    }
  }

  @MessageName("files")
  interface Old {
    int size(String name);

    int gone();
  }

  @MessageName("files")
  interface New {
    int size(String name);

    int added(int value);

    long size(long more);
  }

  @Test
  void eitherSideMayBeNewerAsLongAsWhatIsUsedIsThere() throws Exception {
    New served =
        new New() {
          @Override
          public int size(String name) {
            return name.length();
          }

          @Override
          public int added(int value) {
            return value;
          }

          @Override
          public long size(long more) {
            return more;
          }
        };
    try (Sides sides = serve(New.class, served)) {
      Old old = sides.remote(Old.class);
      assertThat(old.size("four")).isEqualTo(4);
      assertThatThrownBy(old::gone)
          .isInstanceOfSatisfying(
              RpcException.UnknownMethod.class,
              e -> {
                assertThat(e).hasMessageContaining("gone()int");
                assertThat(e.mayHaveExecuted()).isFalse();
              });
      assertThat(sides.remote(New.class).size(5L)).isEqualTo(5);
    }
    Old olds =
        new Old() {
          @Override
          public int size(String name) {
            return -name.length();
          }

          @Override
          public int gone() {
            return 0;
          }
        };
    try (Sides sides = serve(Old.class, olds)) {
      New fresh = sides.remote(New.class);
      assertThat(fresh.size("four")).isEqualTo(-4);
      assertThatThrownBy(() -> fresh.added(1)).isInstanceOf(RpcException.UnknownMethod.class);
      assertThatThrownBy(() -> fresh.size(1L)).isInstanceOf(RpcException.UnknownMethod.class);
    }
  }

  @Test
  void whoServesNothingIsToldSoByUnknownMethods() throws Exception {
    try (Sides sides = serve(Faults.class, new Served())) {
      Faults none = sides.server().remote(Faults.class);
      assertThatThrownBy(none::fine).isInstanceOf(RpcException.UnknownMethod.class);
    }
  }

  interface Raw {
    void take(org.ferryipc.core.IpcSender<?> sender);
  }

  interface Open {
    <T> T any();
  }

  interface NotVoid {
    @OneWay
    int value();
  }

  @Remote
  interface ByReference {
    int value();
  }

  record Hiding(ByReference inside) {}

  interface Hides {
    void take(Hiding hiding);
  }

  @Test
  void whatCanNeverTravelIsRefusedBeforeAnythingIsServed() {
    for (Class<?> impossible : List.of(Raw.class, Open.class, NotVoid.class, Hides.class, String.class)) {
      assertThatThrownBy(() -> Rpc.serve(impossible, caller -> null))
          .as(impossible.getName())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(impossible.getSimpleName());
    }
    assertThatThrownBy(() -> Rpc.within(java.time.Duration.ZERO, "no proxy"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Rpc.release("no proxy")).isInstanceOf(IllegalArgumentException.class);
  }
}
