package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A server that sends frames of its own making costs its clients their calls, and nobody else anything. */
abstract class HostileServerContract extends RawPeerContract {
  HostileServerContract(Fixture fixture) {
    super(fixture);
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

  /** It was lost, and every call waited for it as long as a call may take. */
  @Test
  void aHelloLongerThanTheLimitsEndsTheConnectionAtOnce() throws Exception {
    ChannelOptions channel = fixture.options();
    try (Facing facing = client(options().withChannel(channel.withLimits(channel.limits().withMessageBytes(1_000))))) {
      Front front = facing.ours().remote(Front.class);
      facing.raw().hello("long", 10, Map.of("x".repeat(2 * Wire.LEAST_TAKEN), List.of()));
      assertThatThrownBy(() -> front.add(1, 1))
          .isInstanceOf(RpcException.NotDelivered.class)
          .hasMessageContaining("hello");
    }
  }
}
