package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.leak.Warnings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A peer that speaks by frames of its own making costs its own connection, and nobody else anything. */
abstract class HostileContract extends RpcContract {
  private static final Duration SHORT = Duration.ofMillis(50);

  @RegisterExtension final Warnings warnings = new Warnings();

  HostileContract(Fixture fixture) {
    super(fixture);
  }

  @Remote
  interface Ear {
    void heard(String what);
  }

  interface Front {
    int add(int a, int b);

    List<String> texts(List<String> given);

    IpcReceiver<String> open() throws IpcException;

    void listen(Ear ear);

    CompletableFuture<Integer> later();

    @OneWay
    void ring(int times);
  }

  private class Served implements Front {
    final AtomicInteger rung = new AtomicInteger();
    final AtomicReference<IpcChannel<String>> opened = new AtomicReference<>();
    final CompletableFuture<Integer> promise = new CompletableFuture<>();

    @Override
    public int add(int a, int b) {
      return a + b;
    }

    @Override
    public List<String> texts(List<String> given) {
      return given;
    }

    @Override
    public IpcReceiver<String> open() throws IpcException {
      opened.set(Ferry.channel(MessageType.of(String.class), fixture.options()));
      return opened.get().receiver();
    }

    @Override
    public void listen(Ear ear) {
      Rpc.release(ear);
    }

    @Override
    public CompletableFuture<Integer> later() {
      return promise;
    }

    @Override
    public void ring(int times) {
      rung.addAndGet(times);
    }
  }

  /** A server of ours and a raw client, or a client of ours and a raw server. */
  private record Facing(RpcConnection ours, RawSide raw) implements AutoCloseable {
    @Override
    public void close() throws InterruptedException {
      raw.close();
      ours.await();
    }
  }

  private Facing server(Front implementation, RpcOptions options) throws IpcException {
    DuplexPair<String, String> pair = pair();
    return new Facing(
        Rpc.serve(Front.class, caller -> implementation).with(options).over(pair.left()), new RawSide(pair.right()));
  }

  private Facing client(RpcOptions options) throws IpcException {
    DuplexPair<String, String> pair = pair();
    return new Facing(Rpc.over(pair.left(), options), new RawSide(pair.right()));
  }

  private static void add(RawSide raw, long id) throws IpcException {
    raw.send(
        out -> {
          RawSide.call(out, FrameCodec.CALL, id, 0, 0, RawSide.numberOf(Front.class, "add"));
          out.signed(2);
          out.signed(3);
        });
  }

  private static void answerAdd(RawSide raw, long id, int sum) throws IpcException {
    raw.send(
        out -> {
          out.octet(FrameCodec.RESULT);
          out.number(id);
          out.signed(sum);
        });
  }

  // The server still serves: nothing that came before has cost more than itself.
  private static void addsUp(RawSide raw, long id) throws Exception {
    add(raw, id);
    WireReader result = raw.next(FrameCodec.RESULT);
    assertThat(result.number()).isEqualTo(id);
    assertThat(result.signed()).isEqualTo(5);
  }

  private static Fault.Kind failureOf(RawSide raw, long id) throws Exception {
    WireReader failed = raw.next(FrameCodec.FAILED);
    assertThat(failed.number()).isEqualTo(id);
    return Fault.Kind.ALL.get(failed.octet());
  }

  private void endsByTheProtocol(Facing facing) throws Exception {
    assertThat(facing.ours().ended().toCompletableFuture().get(HANG.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(CloseReason.ProtocolError.class);
    assertThat(warnings.texts()).noneMatch(text -> text.contains("fault of its own"));
  }

  @Test
  void methodsAndObjectsThatAreNotThereCostTheirCall() throws Exception {
    try (Facing facing = server(new Served(), options())) {
      RawSide raw = facing.raw();
      raw.hello("", 10, Map.of());
      raw.send(out -> RawSide.call(out, FrameCodec.CALL, 1, 0, 0, 9999));
      assertThat(failureOf(raw, 1)).isEqualTo(Fault.Kind.UNKNOWN_METHOD);
      raw.send(out -> RawSide.call(out, FrameCodec.CALL, 2, 0, 77, 0));
      assertThat(failureOf(raw, 2)).isEqualTo(Fault.Kind.LET_GO);
      raw.send(out -> RawSide.call(out, FrameCodec.CALL, 3, 99, Integer.MAX_VALUE, Integer.MAX_VALUE));
      assertThat(failureOf(raw, 3)).isEqualTo(Fault.Kind.LET_GO);
      raw.send(out -> RawSide.call(out, FrameCodec.ONE_WAY, 4, 0, 0, 9999));
      addsUp(raw, 5);
    }
  }

  @Test
  void argumentsOfOtherTypesCostTheirCallAndWhatCameWithThem() throws Exception {
    try (Facing facing = server(new Served(), options());
        IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      RawSide raw = facing.raw();
      raw.hello("", 10, Map.of());
      int texts = RawSide.numberOf(Front.class, "texts");
      int listen = RawSide.numberOf(Front.class, "listen");
      List<RawSide.Body> arguments =
          List.of(
              out -> {}, // none
              out -> out.octet(7), // neither there nor absent
              out -> { // longer than the frame
                out.octet(1);
                out.fixed(Integer.MAX_VALUE, 4);
              },
              out -> { // of negative length
                out.octet(1);
                out.fixed(-1, 4);
              },
              out -> { // no Smile
                out.octet(1);
                out.fixed(3, 4);
                out.fixed(0x010203, 3);
              },
              out -> { // one too many
                out.octet(0);
                out.octet(0);
              });
      long id = 0;
      for (RawSide.Body argument : arguments) {
        long call = ++id;
        raw.send(
            out -> {
              RawSide.call(out, FrameCodec.CALL, call, 0, 0, texts);
              argument.write(out);
            });
        assertThat(failureOf(raw, call)).as("arguments %s", call).isEqualTo(Fault.Kind.BAD_ARGUMENT);
      }
      raw.send( // a reference to an object of ours that is none, and a handle that nothing asks for
          out -> {
            RawSide.call(out, FrameCodec.CALL, 90, 0, 0, listen);
            out.octet(2);
            out.number(5);
          },
          channel.sender());
      assertThat(failureOf(raw, 90)).isEqualTo(Fault.Kind.BAD_ARGUMENT);
      assertThatThrownBy(channel.receiver()::receive).isInstanceOf(DisconnectedException.class);
      addsUp(raw, 91);
    }
  }

  @Test
  void handlesInFramesThatTakeNoneAreClosed() throws Exception {
    try (Facing facing = server(new Served(), options());
        IpcChannel<String> one = Ferry.channel(MessageType.of(String.class), fixture.options());
        IpcChannel<String> other = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      facing.raw().hello("", 10, Map.of());
      facing.raw().send(
          out -> {
            out.octet(FrameCodec.CANCEL);
            out.number(1);
          },
          one.sender());
      facing.raw().send( // an answer that nobody asked for
          out -> {
            out.octet(FrameCodec.RESULT);
            out.number(1);
          },
          other.sender());
      assertThatThrownBy(one.receiver()::receive).isInstanceOf(DisconnectedException.class);
      assertThatThrownBy(other.receiver()::receive).isInstanceOf(DisconnectedException.class);
      addsUp(facing.raw(), 1);
    }
  }

  @Test
  void aResultThatACallerDisownsIsLetGo() throws Exception {
    Served served = new Served();
    try (Facing facing = server(served, options())) {
      facing.raw().hello("", 10, Map.of());
      int open = RawSide.numberOf(Front.class, "open");
      facing.raw().send(out -> RawSide.call(out, FrameCodec.ONE_WAY, 1, 0, 0, open));
      addsUp(facing.raw(), 2);
      try (IpcChannel<String> opened = served.opened.get()) {
        assertThatThrownBy(() -> opened.sender().send("to nobody")).isInstanceOf(DisconnectedException.class);
      }
    }
  }

  @Test
  void twoCallsOfOneNumberEndTheConnection() throws Exception {
    try (Facing facing = server(new Served(), options(Mode.CONCURRENT))) {
      facing.raw().hello("", 10, Map.of());
      int later = RawSide.numberOf(Front.class, "later");
      facing.raw().send(out -> RawSide.call(out, FrameCodec.CALL, 1, 0, 0, later));
      facing.raw().send(out -> RawSide.call(out, FrameCodec.CALL, 1, 0, 0, later));
      endsByTheProtocol(facing);
      assertThat(facing.raw().untilTheEnd()).isNotNull();
    }
  }

  @Test
  void moreCallsThanMayBeInFlightCostThemselvesAndOneWayOnesTheConnection() throws Exception {
    Served served = new Served();
    try (Facing facing = server(served, options(Mode.CONCURRENT).withCallsInFlight(2))) {
      facing.raw().hello("", 10, Map.of());
      int later = RawSide.numberOf(Front.class, "later");
      for (int id = 1; id <= 3; id++) {
        int call = id;
        facing.raw().send(out -> RawSide.call(out, FrameCodec.CALL, call, 0, 0, later));
      }
      assertThat(failureOf(facing.raw(), 3)).isEqualTo(Fault.Kind.LIMIT);
      facing.raw().send(
          out -> {
            RawSide.call(out, FrameCodec.ONE_WAY, 4, 0, 0, RawSide.numberOf(Front.class, "ring"));
            out.signed(1);
          });
      endsByTheProtocol(facing);
    }
    assertThat(served.rung).hasValue(0);
  }

  @Test
  void aSecondHelloAnotherVersionAndHellosWithoutEndAreRefused() throws Exception {
    refused(raw -> raw.hello("", 10, Map.of()));
    refused(
        raw ->
            raw.send(
                out -> {
                  out.octet(FrameCodec.TABLES);
                  out.number(Integer.MAX_VALUE);
                }));
    refused( // each a byte here, and an object there
        raw ->
            raw.send(
                out -> {
                  out.octet(FrameCodec.TABLES);
                  out.number(1);
                  out.text("x");
                  out.number(1_000_000);
                  for (int i = 0; i < 1_000_000; i++) {
                    out.text("");
                  }
                }));
    refused(
        raw ->
            raw.send(
                out -> {
                  out.octet(FrameCodec.FAILED);
                  out.number(1);
                  out.octet(250);
                }));
    refused(
        raw -> {
          for (int i = 0; true; i++) {
            int number = i;
            boolean unused =
                raw.trySend(
                    out -> {
                      out.octet(FrameCodec.TABLES);
                      out.number(1);
                      out.text(number + "x".repeat(100_000));
                      out.number(0);
                    });
          }
        });
    try (Facing facing = server(new Served(), options())) {
      facing.raw().send(
          out -> {
            out.octet(FrameCodec.HELLO);
            out.octet(FrameCodec.VERSION + 1);
          });
      endsByTheProtocol(facing);
    }
  }

  private interface Attack {
    void on(RawSide raw) throws IpcException;
  }

  private void refused(Attack attack) throws Exception {
    try (Facing facing = server(new Served(), options())) {
      facing.raw().hello("", 10, Map.of());
      try {
        attack.on(facing.raw());
      } catch (DisconnectedException ended) {
        // As it should.
      }
      endsByTheProtocol(facing);
    }
  }

  /** Once there was a thread for each answer that found no room. */
  @Test
  void whoAsksWithoutEndAndReadsNothingEndsHisConnection() throws Exception {
    try (Facing facing = server(new Served(), options())) {
      facing.raw().hello("", 10, Map.of());
      assertThatThrownBy(
              () -> {
                for (long id = 1; true; id++) {
                  long call = id;
                  boolean unused =
                      facing.raw().trySend(out -> RawSide.call(out, FrameCodec.CALL, call, 0, 0, 9999));
                }
              })
          .isInstanceOf(DisconnectedException.class);
      endsByTheProtocol(facing);
    }
  }

  @Test
  void answersThatComeTwiceOrUnaskedOrLateAreNobodys() throws Exception {
    try (Facing facing = client(options());
        IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      RawSide raw = facing.raw();
      raw.helloOf(Front.class, 10);
      Front front = facing.ours().remote(Front.class);
      answerAdd(raw, 4711, 1);
      InBackground<Integer> first = InBackground.start(() -> front.add(1, 1));
      long id = raw.next(FrameCodec.CALL).number();
      answerAdd(raw, id, 2);
      answerAdd(raw, id, 3);
      raw.send(
          out -> {
            out.octet(FrameCodec.FAILED);
            out.number(id);
            out.octet(Fault.Kind.LIMIT.ordinal());
            out.text("");
            out.text("twice");
            out.number(0);
          });
      assertThat(first.result()).isEqualTo(2);
      assertThatThrownBy(() -> Rpc.within(SHORT, front).add(2, 2)).isInstanceOf(RpcException.TimedOut.class);
      long late = raw.next(FrameCodec.CALL).number();
      assertThat(raw.next(FrameCodec.CANCEL).number()).isEqualTo(late);
      raw.send(
          out -> {
            out.octet(FrameCodec.RESULT);
            out.number(late);
            out.signed(4);
          },
          channel.sender());
      InBackground<Integer> last = InBackground.start(() -> front.add(3, 3));
      answerAdd(raw, raw.next(FrameCodec.CALL).number(), 6);
      assertThat(last.result()).isEqualTo(6);
      assertThatThrownBy(channel.receiver()::receive).isInstanceOf(DisconnectedException.class);
    }
  }

  @Test
  void aResultThatDoesNotDecodeMayHaveBeenExecuted() throws Exception {
    try (Facing facing = client(options())) {
      RawSide raw = facing.raw();
      raw.helloOf(Front.class, 10);
      Front front = facing.ours().remote(Front.class);
      InBackground<List<String>> texts = InBackground.start(() -> front.texts(List.of("a")));
      long id = raw.next(FrameCodec.CALL).number();
      raw.send(
          out -> {
            out.octet(FrameCodec.RESULT);
            out.number(id);
            out.octet(1);
            out.fixed(2, 4);
            out.fixed(0, 2);
          });
      assertThat(texts.failure()).isInstanceOf(RpcException.MaybeExecuted.class);
      InBackground<Integer> next = InBackground.start(() -> front.add(3, 3));
      answerAdd(raw, raw.next(FrameCodec.CALL).number(), 6);
      assertThat(next.result()).isEqualTo(6);
    }
  }

  @Test
  void behindAGoodbyeRunningCallsAreAnsweredAndNewOnesAreNotSent() throws Exception {
    try (Facing facing = client(options())) {
      RawSide raw = facing.raw();
      raw.helloOf(Front.class, 10);
      Front front = facing.ours().remote(Front.class);
      InBackground<Integer> running = InBackground.start(() -> front.add(1, 1));
      long id = raw.next(FrameCodec.CALL).number();
      for (int twice = 0; twice < 2; twice++) {
        raw.send(
            out -> {
              out.octet(FrameCodec.GOODBYE);
              out.text("closing\u001b[2J");
            });
      }
      answerAdd(raw, id, 2);
      assertThat(running.result()).isEqualTo(2);
      assertThatThrownBy(() -> front.add(2, 2))
          .isInstanceOf(RpcException.ServerGone.class)
          .hasMessageContaining("closing [2J");
    }
  }

  /** A call that a peer nests runs on the thread that waits; more than one never came to look at its time. */
  @Test
  void callsNestedWithoutEndDoNotExtendTheLimit() throws Exception {
    DuplexPair<String, String> pair = pair();
    CountDownLatch second = new CountDownLatch(1);
    AtomicReference<@Nullable Thread> ranSecond = new AtomicReference<>();
    Served served =
        new Served() {
          @Override
          public int add(int limitPasses, int last) {
            if (last == 0) {
              long end = System.nanoTime() + SHORT.toNanos();
              while (System.nanoTime() < end) {
                Thread.onSpinWait();
              }
            } else {
              ranSecond.set(Thread.currentThread());
              second.countDown();
            }
            return 0;
          }
        };
    try (Facing facing =
        new Facing(
            Rpc.serve(Front.class, caller -> served).with(options()).over(pair.left()), new RawSide(pair.right()))) {
      RawSide raw = facing.raw();
      raw.helloOf(Front.class, 10);
      Front front = facing.ours().remote(Front.class);
      AtomicReference<@Nullable Thread> caller = new AtomicReference<>();
      InBackground<Integer> call =
          InBackground.start(
              () -> {
                caller.set(Thread.currentThread());
                return Rpc.within(SHORT, front).add(1, 1);
              });
      long id = raw.next(FrameCodec.CALL).number();
      for (int n = 0; n < 2; n++) {
        int nested = n;
        raw.send(
            out -> {
              RawSide.call(out, FrameCodec.CALL, 1 + nested, id, 0, RawSide.numberOf(Front.class, "add"));
              out.signed(1);
              out.signed(nested);
            });
      }
      assertThat(call.failure()).isInstanceOf(RpcException.TimedOut.class);
      CallingContract.await(second);
      assertThat(ranSecond.get()).isNotSameAs(caller.get());
    }
  }

  /** The place of a one-way call that was lost was never given back. */
  @Test
  void theLossOfAFrameGivesItsPlaceBack() throws Exception {
    try (Facing facing = client(options().withCallsInFlight(2).withWhenFull(WhenFull.FAIL))) {
      RawSide raw = facing.raw();
      raw.helloOf(Front.class, 10);
      Front front = facing.ours().remote(Front.class);
      for (int i = 0; i < 5; i++) {
        front.ring(i); // one place of two
        long unused = raw.next(FrameCodec.ONE_WAY).number();
        InBackground<List<String>> other = InBackground.start(() -> front.texts(List.of()));
        long call = raw.next(FrameCodec.CALL).number();
        assertThatThrownBy(() -> front.add(1, 1)).isInstanceOf(RpcException.LimitReached.class);
        raw.send(
            out -> {
              out.octet(FrameCodec.LOST);
              out.text("no descriptors");
            });
        assertThat(other.failure())
            .isInstanceOf(RpcException.MaybeExecuted.class)
            .hasMessageContaining("no descriptors");
        InBackground<Integer> sum = InBackground.start(() -> front.add(1, 1));
        long adding = raw.next(FrameCodec.CALL).number();
        raw.send( // it was not this one that was lost
            out -> {
              out.octet(FrameCodec.RESULT);
              out.number(call);
              out.octet(0);
            });
        answerAdd(raw, adding, 2);
        assertThat(sum.result()).isEqualTo(2);
      }
    }
  }
}
