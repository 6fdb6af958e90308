package org.ferryipc.receiverset.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.Received;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many routes, and everything at once. */
@Timeout(value = 15, unit = TimeUnit.MINUTES) // with all effort, on two processors
public abstract class RouterCrowdContract extends RouterContract {
  protected RouterCrowdContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void aThousandRoutesAreEachServedAndEachEnd() throws Exception {
    int many = 1_000;
    AtomicIntegerArray handled = new AtomicIntegerArray(many);
    List<IpcChannel<Integer>> channels = new ArrayList<>();
    List<Route<?>> routes = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      IpcChannel<Integer> channel = channel(Integer.class);
      channels.add(channel);
      routes.add(router.route(channel.receiver(), handled::incrementAndGet));
    }
    assertThat(router.size()).isEqualTo(many);
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < many; i++) {
        channels.get(i).sender().send(i);
      }
    }
    channels.forEach(channel -> channel.sender().close());
    for (Route<?> route : routes) {
      assertThat(end(route)).isInstanceOf(RouteEnd.ChannelEnded.class);
    }
    for (int i = 0; i < many; i++) {
      assertThat(handled.get(i)).isEqualTo(5);
    }
    channels.forEach(IpcChannel::close);
  }

  @Test
  void manyFreshChannelsWithOneMessageEach() throws Exception {
    int rounds = Effort.of(5_000, 1_000_000);
    LongAdder handled = new LongAdder();
    for (int i = 0; i < rounds; i++) {
      try (IpcChannel<Integer> channel = channel(Integer.class)) {
        Route<?> route = router.route(channel.receiver(), message -> handled.increment());
        channel.sender().send(i);
        channel.sender().close();
        assertThat(end(route)).isInstanceOf(RouteEnd.ChannelEnded.class);
      }
    }
    assertThat(handled.sum()).isEqualTo(rounds);
  }

  @Test
  void ofEachMessageThereIsOneReaderWhileRoutesComeAndGo() throws Exception {
    int rounds = Effort.of(20_000, 1_000_000);
    AtomicInteger lastHandled = new AtomicInteger(-1);
    AtomicInteger outOfOrder = new AtomicInteger();
    LongAdder read = new LongAdder();
    try (IpcChannel<Integer> channel = channel(Integer.class)) {
      InBackground<Void> sender =
          InBackground.start(
              () -> {
                for (int i = 0; i < rounds; i++) {
                  channel.sender().send(i);
                }
                channel.sender().close();
                return null;
              });
      RouteHandler<Integer> handler =
          message -> {
            read.increment();
            if (lastHandled.getAndSet(message) >= message) {
              outOfOrder.incrementAndGet();
            }
          };
      IpcReceiver<Integer> receiver = channel.receiver();
      while (true) {
        Route<IpcReceiver<Integer>> route = router.route(receiver, handler);
        try {
          receiver = route.remove();
        } catch (HandleStateException ended) {
          break;
        }
        assertThat(end(route)).isEqualTo(new RouteEnd.Removed());
        Received<Integer> direct = receiver.tryReceive();
        if (direct instanceof Received.Message<Integer>(var message)) {
          handler.handle(message);
        } else if (direct instanceof Received.Closed) {
          receiver.close();
          break;
        }
      }
      assertThat(sender.result()).isNull();
      assertThat(router.drain(HANG)).isTrue();
    }
    assertThat(outOfOrder).hasValue(0);
    assertThat(read.sum()).isEqualTo(rounds);
  }

  @Test
  void handlersAddRemoveAndCloseRoutesAllAtOnce() throws Exception {
    int threads = 4;
    int rounds = Effort.of(2_000, 200_000);
    LongAdder handled = new LongAdder();
    List<InBackground<Void>> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Random random = new Random(t);
      all.add(
          InBackground.start(
              () -> {
                for (int i = 0; i < rounds; i++) {
                  comeAndGo(random.nextInt(5), handled);
                }
                return null;
              }));
    }
    for (InBackground<Void> one : all) {
      assertThat(one.result()).isNull();
    }
    assertThat(router.drain(HANG)).isTrue();
    assertThat(router.size()).isZero();
    assertThat(failures).isEmpty();
    assertThat(handled.sum()).isPositive();
  }

  private void comeAndGo(int how, LongAdder handled) throws Exception {
    try (IpcChannel<Integer> outer = channel(Integer.class);
        IpcChannel<Integer> inner = channel(Integer.class)) {
      Route<IpcReceiver<Integer>> route =
          router.route(
              outer.receiver(),
              message -> {
                handled.increment();
                if (message == 0) {
                  Route<?> nested = router.routeOnce(inner.receiver(), number -> handled.increment());
                  inner.sender().send(1);
                  if (how == 4) {
                    nested.close();
                  }
                }
                if (how == 3) {
                  Route.current().close();
                }
              });
      outer.sender().send(0);
      try {
        outer.sender().send(1);
      } catch (DisconnectedException closedByTheFirst) {
        assertThat(how).isEqualTo(3);
      }
      switch (how) {
        case 0 -> outer.sender().close();
        case 1 -> removeIfThere(route);
        case 2 -> route.close();
        default -> {}
      }
      if (how == 4) {
        outer.sender().close();
      }
      RouteEnd unused = end(route); // after it no handler uses the channels of this round
    }
  }

  private static void removeIfThere(Route<IpcReceiver<Integer>> route) {
    try {
      route.remove().close();
    } catch (HandleStateException ended) {
      // By itself, before.
    }
  }
}
