package org.ferryipc.receiverset.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.junit.jupiter.api.Test;

/** How routes and routers end, from outside and from inside a handler. */
public abstract class EndingRoutesContract extends RouterContract {
  protected EndingRoutesContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void removingGivesTheReceiverBackWithAllThatNoHandlerHadBegunWith() throws Exception {
    try (IpcChannel<String> channel = channel();
        IpcChannel<Parcel2> other = channel(Parcel2.class)) {
      CountDownLatch inside = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      BlockingQueue<String> seen = new LinkedBlockingQueue<>();
      Route<IpcReceiver<String>> route =
          router.route(
              channel.receiver(),
              message -> {
                inside.countDown();
                release.await();
                seen.add(message);
              });
      for (int i = 0; i < 10; i++) {
        channel.sender().send("m" + i);
      }
      await(inside);
      IpcReceiver<String> back = route.remove(); // while the handler runs
      assertThat(route.isRouted()).isFalse();
      assertThat(route.ended().toCompletableFuture()).isNotDone();
      assertThat(back.receive()).isEqualTo("m1");
      other.sender().send(new Parcel2(back)); // movable at once
      try (IpcReceiver<String> moved = other.receiver().receive().receiver()) {
        for (int i = 2; i < 10; i++) {
          assertThat(moved.receive()).isEqualTo("m" + i);
        }
        release.countDown();
        assertThat(end(route)).isEqualTo(new RouteEnd.Removed());
        assertThat(seen).containsExactly("m0");
        channel.sender().send("new");
        assertThat(moved.receive()).isEqualTo("new");
      }
      assertThatExceptionOfType(HandleMovedException.class).isThrownBy(route::remove);
      route.close();
    }
  }

  record Parcel2(IpcReceiver<String> receiver) {}

  @Test
  void removingAnIdleRouteGivesItsReceiverBackWhichMayBeRoutedAgain() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (IpcChannel<String> channel = channel()) {
      IpcReceiver<String> receiver = channel.receiver();
      for (int i = 0; i < 200; i++) {
        Route<IpcReceiver<String>> route = router.route(receiver, seen::add);
        channel.sender().send("m" + i);
        assertThat(next(seen)).isEqualTo("m" + i);
        receiver = route.remove();
        assertThat(end(route)).isEqualTo(new RouteEnd.Removed());
      }
      receiver.close();
    }
  }

  @Test
  void aHandlerMayRemoveItsOwnRoute() throws Exception {
    try (IpcChannel<String> channel = channel()) {
      CompletableFuture<IpcReceiver<String>> back = new CompletableFuture<>();
      AtomicReference<Route<IpcReceiver<String>>> own = new AtomicReference<>();
      CountDownLatch known = new CountDownLatch(1);
      Route<IpcReceiver<String>> route =
          router.route(
              channel.receiver(),
              message -> {
                known.await();
                assertThat(Route.current()).isSameAs(own.get());
                boolean unused = back.complete(own.get().remove());
              });
      own.set(route);
      known.countDown();
      channel.sender().send("one");
      channel.sender().send("two");
      try (IpcReceiver<String> receiver = back.get(HANG.toMillis(), TimeUnit.MILLISECONDS)) {
        assertThat(receiver.receive()).isEqualTo("two");
        assertThat(end(route)).isEqualTo(new RouteEnd.Removed());
      }
    }
    assertThat(Route.current()).isNull();
    assertThat(failures).isEmpty();
  }

  @Test
  void aHandlerThatClosesItsRouteHearsNothingOfAHundredQueuedMessagesWhoseHandlesClose() throws Exception {
    List<String> seen = new ArrayList<>();
    IpcChannel<String> replies = channel();
    try (IpcChannel<Parcel> channel = channel(Parcel.class)) {
      for (int i = 0; i < 100; i++) {
        channel.sender().send(new Parcel("m" + i, replies.sender().share()));
      }
      Route<?> route =
          router.route(
              channel.receiver(),
              parcel -> {
                seen.add(parcel.name());
                parcel.reply().close();
                Route.current().close();
              });
      assertThat(end(route)).isEqualTo(new RouteEnd.Closed());
      assertThat(seen).containsExactly("m0");
      assertThatExceptionOfType(DisconnectedException.class)
          .isThrownBy(() -> channel.sender().send(new Parcel("late", replies.sender())));
      replies.sender().close();
      assertThatExceptionOfType(DisconnectedException.class).isThrownBy(() -> replies.receiver().receive());
    } finally {
      replies.close();
    }
  }

  @Test
  void drainingWaitsForAllThatWasSentBefore() throws Exception {
    List<IpcChannel<String>> channels = new ArrayList<>();
    List<String> seen = java.util.Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 20; i++) {
      IpcChannel<String> channel = channel();
      channels.add(channel);
      Route<?> unused =
          router.route(
              channel.receiver(),
              message -> {
                Thread.yield();
                seen.add(message);
              });
    }
    for (int round = 1; round <= 20; round++) {
      for (IpcChannel<String> channel : channels) {
        for (int i = 0; i < 20; i++) {
          channel.sender().send("x");
        }
      }
      assertThat(router.drain(HANG)).isTrue();
      assertThat(seen).hasSize(400 * round);
    }
    channels.forEach(IpcChannel::close);
  }

  @Test
  void drainingEndsAtItsLimitAndIsRefusedInAHandler() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (IpcChannel<String> channel = channel()) {
      Route<?> unused =
          router.route(
              channel.receiver(),
              message -> {
                inside.countDown();
                release.await();
                router.drain(HANG);
              });
      channel.sender().send("x");
      await(inside);
      assertThat(router.drain(Duration.ofMillis(20))).isFalse();
      assertThat(router.drain(Duration.ZERO)).isFalse();
      release.countDown();
      assertThat(((RouteFailure.Thrown) next(failures)).thrown()).isInstanceOf(IllegalStateException.class);
      assertThat(router.drain(HANG)).isTrue();
    }
  }

  @Test
  void stoppingSaysWhatIsLeftAndGivesItBack() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    List<String> seen = new ArrayList<>();
    try (IpcChannel<String> busy = channel();
        IpcChannel<String> idle = channel()) {
      Route<IpcReceiver<String>> one =
          router.route(
              busy.receiver(),
              message -> {
                inside.countDown();
                release.await();
                seen.add(message);
              });
      Route<IpcReceiver<String>> two = router.route(idle.receiver(), seen::add);
      busy.sender().send("handled");
      busy.sender().send("unread");
      await(inside);
      Remainder left = router.stop(Duration.ofMillis(20));
      assertThat(left.handling()).containsExactly(one);
      assertThat(left.routes()).containsExactlyInAnyOrder(one, two);
      idle.sender().send("after the stop");
      release.countDown();
      assertThat(router.stop(HANG).handling()).isEmpty();
      try (IpcReceiver<String> first = one.remove();
          IpcReceiver<String> second = two.remove()) {
        assertThat(first.receive()).isEqualTo("unread");
        assertThat(second.receive()).isEqualTo("after the stop");
      }
      assertThat(seen).containsExactly("handled");
      assertThatExceptionOfType(HandleClosedException.class)
          .isThrownBy(() -> router.route(idle.receiver(), message -> {}));
    }
  }

  @Test
  void closingWaitsForHandlersThatRunAndNoneBeginsAfterwards() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (IpcChannel<String> channel = channel()) {
      Route<?> route =
          router.route(
              channel.receiver(),
              message -> {
                inside.countDown();
                release.await();
                seen.add(message);
              });
      channel.sender().send("one");
      channel.sender().send("two");
      await(inside);
      InBackground<Void> close =
          InBackground.start(
              () -> {
                router.close();
                return null;
              });
      while (route.isRouted()) {
        Thread.onSpinWait();
      }
      assertThat(close.isDone()).isFalse();
      release.countDown();
      assertThat(close.result()).isNull();
      assertThat(end(route)).isEqualTo(new RouteEnd.Closed());
      assertThat(seen).containsExactly("one");
      assertThatExceptionOfType(DisconnectedException.class).isThrownBy(() -> channel.sender().send("three"));
      router.close();
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void aHandlerThatOutstaysTheGraceIsInterruptedAndReported() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    ArrayBlockingQueue<String> full = new ArrayBlockingQueue<>(1);
    full.add("full");
    Router hasty = new Router(options().withGrace(Duration.ofMillis(20)));
    try (IpcChannel<String> one = channel();
        IpcChannel<String> two = channel()) {
      CountDownLatch inside = new CountDownLatch(1);
      Route<?> blocks =
          hasty.route(
              one.receiver(),
              message -> {
                inside.countDown();
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                  seen.add("interrupted");
                }
              });
      Route<?> puts = hasty.routeToQueue(two.receiver(), full);
      one.sender().send("x");
      two.sender().send("lost");
      await(inside);
      while (two.sender().trySend("more")) {
        Thread.yield(); // until the first is taken and waits at the queue's door, and the channel is full
      }
      hasty.close();
      assertThat(next(seen)).isEqualTo("interrupted");
      assertThat(end(blocks)).isEqualTo(new RouteEnd.Closed());
      assertThat(end(puts)).isEqualTo(new RouteEnd.Closed());
      assertThat(List.copyOf(failures))
          .filteredOn(RouteFailure.LeftRunning.class::isInstance)
          .hasSize(2);
      assertThat(List.copyOf(failures))
          .filteredOn(RouteFailure.Thrown.class::isInstance)
          .singleElement()
          .satisfies(thrown -> assertThat(((RouteFailure.Thrown) thrown).thrown()).isInstanceOf(InterruptedException.class));
    }
  }

  @Test
  void aReporterMayCloseTheRouterThatGivesAHandlerUp() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicReference<Router> own = new AtomicReference<>();
    RouteReporter closing =
        (route, failure) -> {
          failures.add(failure);
          own.get().close();
        };
    Router hasty = new Router(options().withGrace(Duration.ofMillis(20)).withReporter(closing));
    own.set(hasty);
    try (IpcChannel<String> channel = channel()) {
      Route<?> route =
          hasty.route(
              channel.receiver(),
              message -> {
                inside.countDown();
                awaitThroughInterrupts(release);
              });
      channel.sender().send("x");
      await(inside);
      InBackground<Void> close =
          InBackground.start(
              () -> {
                hasty.close();
                return null;
              });
      assertThat(close.result()).isNull();
      hasty.close(); // has nothing left to wait for, nor to say
      assertThat(failures).containsExactly(new RouteFailure.LeftRunning());
      release.countDown();
      assertThat(end(route)).isEqualTo(new RouteEnd.Closed());
    }
  }

  private static void awaitThroughInterrupts(CountDownLatch latch) {
    while (true) {
      try {
        latch.await();
        return;
      } catch (InterruptedException goesOn) {
        continue;
      }
    }
  }

  @Test
  void aHandlerMayCloseTheRouterAlsoTwoAtATime() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    List<IpcChannel<String>> channels = List.of(channel(), channel());
    List<Route<?>> routes = new ArrayList<>();
    for (IpcChannel<String> channel : channels) {
      routes.add(
          router.route(
              channel.receiver(),
              message -> {
                both.countDown();
                both.await();
                router.close();
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
              }));
    }
    for (IpcChannel<String> channel : channels) {
      channel.sender().send("close it");
    }
    for (Route<?> route : routes) {
      assertThat(end(route)).isEqualTo(new RouteEnd.Closed());
    }
    assertThat(failures).isEmpty();
    channels.forEach(IpcChannel::close);
  }

  @Test
  void aClosedRouterRefusesAReceiverWhichStaysAsItWas() throws Exception {
    router.close();
    try (IpcChannel<String> channel = channel()) {
      assertThatExceptionOfType(HandleClosedException.class)
          .isThrownBy(() -> router.route(channel.receiver(), message -> {}));
      assertThat(channel.receiver().state()).isEqualTo(HandleState.Open.INSTANCE);
      channel.sender().send("still mine");
      assertThat(channel.receiver().receive()).isEqualTo("still mine");
    }
  }
}
