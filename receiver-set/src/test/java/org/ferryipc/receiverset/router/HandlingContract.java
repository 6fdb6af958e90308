package org.ferryipc.receiverset.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.junit.jupiter.api.Test;

/** Which messages come to which handlers, when, and whose they are. */
public abstract class HandlingContract extends RouterContract {
  protected HandlingContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void aRouteOfArraysHasItsWholeName() throws Exception {
    try (IpcChannel<byte[]> channel = channel(byte[].class)) {
      try (Route<IpcReceiver<byte[]>> route = router.route(channel.receiver(), _ -> {})) {
        assertThat(route).asString().contains("IpcReceiver<byte[]>");
      }
    }
  }

  @Test
  void messagesSentBeforeAndAfterComeInOrderAndThenTheEnd() throws Exception {
    try (IpcChannel<String> channel = channel()) {
      List<String> seen = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        channel.sender().send("m" + i);
      }
      Route<IpcReceiver<String>> route = router.route(channel.receiver(), seen::add);
      assertThat(channel.receiver().state()).isInstanceOf(HandleState.Moved.class);
      for (int i = 100; i < 1000; i++) {
        channel.sender().send("m" + i);
      }
      channel.sender().close();
      assertThat(end(route)).isEqualTo(new RouteEnd.ChannelEnded(CloseReason.Closed.ORDERLY));
      assertThat(seen).hasSize(1000).startsWith("m0", "m1").endsWith("m998", "m999");
      assertThat(seen.stream().map(text -> Integer.valueOf(text.substring(1))).toList()).isSorted();
      assertThat(route.isRouted()).isFalse();
      assertThat(router.size()).isZero();
      assertThatExceptionOfType(HandleClosedException.class).isThrownBy(route::remove);
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void theEndComesWithTheLastSenderAndLetsTheHandlerGo() throws Exception {
    try (IpcChannel<String> channel = channel();
        IpcSender<String> second = channel.sender().share()) {
      Route<?> route = router.route(channel.receiver(), message -> {});
      channel.sender().close();
      second.send("still open");
      assertThat(router.drain(HANG)).isTrue();
      assertThat(route.isRouted()).isTrue();
      assertThat(route.course.handler).isNotNull();
      second.close();
      assertThat(end(route)).isInstanceOf(RouteEnd.ChannelEnded.class);
      assertThat(route.course.handler).as("what a route keeps that the program still knows").isNull();
    }
  }

  @Test
  void aLargeMessageComesToItsHandler() throws Exception {
    BlockingQueue<byte[]> seen = new LinkedBlockingQueue<>();
    try (IpcChannel<byte[]> channel = channel(byte[].class)) {
      Route<?> route = router.route(channel.receiver(), seen::add);
      channel.sender().send(new byte[3 << 20]);
      assertThat(next(seen)).hasSize(3 << 20);
      route.close();
    }
  }

  @Test
  void aChannelThatHasEndedAlreadyEndsItsRouteAfterItsMessages() throws Exception {
    try (IpcChannel<String> channel = channel()) {
      List<String> seen = new ArrayList<>();
      channel.sender().send("last");
      channel.sender().close();
      assertThat(end(router.route(channel.receiver(), seen::add))).isInstanceOf(RouteEnd.ChannelEnded.class);
      assertThat(seen).containsExactly("last");
    }
  }

  @Test
  void messagesOfOneRouteAreNeverHandledTwoAtATime() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (IpcChannel<String> channel = channel()) {
      Route<IpcReceiver<String>> route =
          router.route(
              channel.receiver(),
              message -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                Thread.yield();
                inside.decrementAndGet();
              });
      for (int i = 0; i < 5_000; i++) {
        channel.sender().send("x");
      }
      channel.sender().close();
      assertThat(end(route)).isInstanceOf(RouteEnd.ChannelEnded.class);
    }
    assertThat(most).hasValue(1);
  }

  @Test
  void eachKindOfReceiverIsRouted() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (BytesChannel bytes = Ferry.bytes(fixture.options());
        IpcChannel<String> opaque = channel()) {
      Route<?> ofBytes =
          router.route(bytes.receiver(), message -> seen.add(new String(message, StandardCharsets.UTF_8)));
      bytes.sender().send(ByteBuffer.wrap("bytes".getBytes(StandardCharsets.UTF_8)));
      assertThat(next(seen)).isEqualTo("bytes");
      Route<?> ofOpaque =
          router.route(
              opaque.receiver().opaque(),
              (OpaqueMessage message) -> {
                try (Delivery<String> text = message.decode(String.class)) {
                  seen.add(text.value());
                }
              });
      opaque.sender().send("opaque");
      assertThat(next(seen)).isEqualTo("opaque");
      ofBytes.close();
      ofOpaque.close();
    }
  }

  @Test
  void aTwoWayEndAnswersByItsRoute() throws Exception {
    MessageType<String> text = MessageType.of(String.class);
    try (DuplexPair<String, String> pair = Ferry.duplex(text, text, fixture.options())) {
      DuplexRoute<String, String> route =
          router.route(pair.right(), (request, answers) -> answers.send("re: " + request));
      pair.left().send("hello");
      assertThat(pair.left().receive()).isEqualTo("re: hello");
      assertThat(route.trySend("by the way")).isTrue();
      assertThat(pair.left().receive()).isEqualTo("by the way");
      route.remove().close();
      assertThatExceptionOfType(HandleMovedException.class).isThrownBy(() -> route.send("too late"));
    }
  }

  @Test
  void aHandlerThatBlocksForEverStopsItsOwnRouteAlone() throws Exception {
    // More of them than any machine has processors, and threads to carry virtual ones.
    int blocked = 300;
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch inside = new CountDownLatch(blocked);
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    List<IpcChannel<String>> channels = new ArrayList<>();
    try {
      for (int i = 0; i < blocked; i++) {
        IpcChannel<String> channel = channel();
        channels.add(channel);
        Route<?> unused =
            router.route(
                channel.receiver(),
                message -> {
                  inside.countDown();
                  release.await();
                  seen.add(message);
                });
        channel.sender().send("blocks");
      }
      await(inside);
      try (IpcChannel<String> free = channel()) {
        Route<?> unused = router.route(free.receiver(), seen::add);
        for (int i = 0; i < 100; i++) {
          free.sender().send("goes on " + i);
          assertThat(next(seen)).isEqualTo("goes on " + i);
        }
      }
    } finally {
      release.countDown();
      assertThat(router.drain(HANG)).isTrue();
      channels.forEach(IpcChannel::close);
    }
    assertThat(seen).hasSize(blocked);
  }

  @Test
  void aHandlerMayWaitForRoomInAChannelThatAnotherHandlerReads() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (IpcChannel<String> in = channel();
        IpcChannel<String> through = channel()) {
      CountDownLatch mayRead = new CountDownLatch(1);
      Route<?> first =
          router.route(
              in.receiver(),
              message -> {
                for (int i = 0; i < 1_000; i++) { // more than the channel holds
                  through.sender().send(message + i);
                }
                through.sender().close();
              });
      Route<?> second =
          router.route(
              through.receiver(),
              message -> {
                mayRead.await();
                seen.add(message);
              });
      in.sender().send("x");
      mayRead.countDown();
      assertThat(end(second)).isInstanceOf(RouteEnd.ChannelEnded.class);
      first.close();
    }
    assertThat(seen).hasSize(1_000);
  }

  @Test
  void aFloodOfOneRouteDoesNotKeepTheOthersWaiting() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    int floods = 2 * Runtime.getRuntime().availableProcessors();
    List<InBackground<Void>> senders = new ArrayList<>();
    List<IpcChannel<String>> channels = new ArrayList<>();
    CountDownLatch stop = new CountDownLatch(1);
    for (int i = 0; i < floods; i++) {
      IpcChannel<String> flood = channel();
      channels.add(flood);
      Route<?> unused = router.route(flood.receiver(), message -> {});
      senders.add(
          InBackground.start(
              () -> {
                while (stop.getCount() > 0) {
                  flood.sender().send("flood");
                }
                return null;
              }));
    }
    try (IpcChannel<String> calm = channel()) {
      Route<?> unused = router.route(calm.receiver(), seen::add);
      for (int i = 0; i < 50; i++) {
        calm.sender().send("calm " + i);
        assertThat(next(seen)).isEqualTo("calm " + i);
      }
    } finally {
      stop.countDown();
      for (InBackground<Void> sender : senders) {
        assertThat(sender.result()).isNull();
      }
      channels.forEach(IpcChannel::close);
    }
  }

  @Test
  void aFullQueueHoldsItsOwnChannelBackAndLosesNothing() throws Exception {
    ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(3);
    BlockingQueue<String> others = new LinkedBlockingQueue<>();
    try (IpcChannel<String> slow = channel();
        IpcChannel<String> other = channel()) {
      Route<?> route = router.routeToQueue(slow.receiver(), queue);
      Route<?> unused = router.route(other.receiver(), others::add);
      int sent = 0;
      int refusals = 0;
      while (refusals < 100) { // until the queue and the channel are full, and stay so while others are served
        if (slow.sender().trySend("m" + sent)) {
          sent++;
          refusals = 0;
        } else {
          refusals++;
          other.sender().send("served");
          assertThat(next(others)).isEqualTo("served");
        }
      }
      assertThat(sent).as("bounded").isLessThan(1_000);
      assertThat(queue).hasSize(3);
      for (int i = 0; i < sent; i++) {
        assertThat(next(queue)).isEqualTo("m" + i);
      }
      slow.sender().send("goes on");
      assertThat(next(queue)).isEqualTo("goes on");
      slow.sender().close();
      assertThat(end(route)).isInstanceOf(RouteEnd.ChannelEnded.class);
    }
  }

  @Test
  void manyRoutesMayFillOneQueue() throws Exception {
    ArrayBlockingQueue<Object> queue = new ArrayBlockingQueue<>(1);
    try (IpcChannel<String> text = channel();
        IpcChannel<Integer> number = channel(Integer.class)) {
      Route<?> one = router.routeToQueue(text.receiver(), queue);
      Route<?> two = router.routeToQueue(number.receiver(), queue);
      for (int i = 0; i < 10; i++) {
        text.sender().send("x");
        number.sender().send(i);
      }
      List<Object> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        all.add(next(queue));
      }
      assertThat(all.stream().filter(Integer.class::isInstance).toList()).isEqualTo(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
      one.close();
      two.close();
    }
  }

  @Test
  void routeOnceHandlesOneMessageAndClosesItsReceiverBefore() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (IpcChannel<String> channel = channel()) {
      CountDownLatch release = new CountDownLatch(1);
      channel.sender().send("one");
      channel.sender().send("two");
      Route<?> route =
          router.routeOnce(
              channel.receiver(),
              message -> {
                seen.add(message);
                release.await();
              });
      assertThat(next(seen)).isEqualTo("one");
      assertThatExceptionOfType(DisconnectedException.class).isThrownBy(() -> channel.sender().send("three"));
      assertThat(route.ended().toCompletableFuture()).isNotDone();
      release.countDown();
      assertThat(end(route)).isEqualTo(new RouteEnd.Done());
      assertThat(seen).isEmpty();
      assertThatExceptionOfType(HandleClosedException.class).isThrownBy(route::remove);
    }
  }

  @Test
  void routeOnceWaitsForTheFirstMessageThatDecodesOrTheEnd() throws Exception {
    BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
    try (IpcChannel<Integer> numbers = channel(Integer.class);
        IpcChannel<Integer> silent = channel(Integer.class)) {
      Route<?> route = router.routeOnce(numbers.receiver(), seen::add);
      try (var opaque = numbers.sender().opaque()) {
        opaque.send(OpaqueMessage.of("garbage".getBytes(StandardCharsets.UTF_8)));
        assertThat(next(failures)).isInstanceOf(RouteFailure.Lost.class);
        try (var typed = opaque.share().typed(Integer.class)) {
          typed.send(7);
        }
      }
      assertThat(end(route)).isEqualTo(new RouteEnd.Done());
      assertThat(seen).containsExactly(7);
      Route<?> none = router.routeOnce(silent.receiver(), seen::add);
      silent.sender().close();
      assertThat(end(none)).isInstanceOf(RouteEnd.ChannelEnded.class);
      assertThat(seen).hasSize(1);
    }
  }

  @Test
  void aReceiverThatIsInUseOrMovedIsNotRoutedAndGoesOn() throws Exception {
    try (IpcChannel<String> channel = channel()) {
      InBackground<String> receive = InBackground.start(() -> channel.receiver().receive()).untilItWaits();
      assertThatExceptionOfType(HandleInUseException.class)
          .isThrownBy(() -> router.route(channel.receiver(), message -> {}));
      channel.sender().send("mine");
      assertThat(receive.result()).isEqualTo("mine");
      assertThat(router.size()).isZero();
      Route<?> route = router.route(channel.receiver(), message -> {});
      assertThatExceptionOfType(HandleMovedException.class)
          .isThrownBy(() -> router.route(channel.receiver(), message -> {}))
          .withMessageContaining("Router");
      route.close();
    }
  }
}
