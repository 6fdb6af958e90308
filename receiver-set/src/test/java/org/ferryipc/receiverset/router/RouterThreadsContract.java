package org.ferryipc.receiverset.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Test;

/** On which threads handlers run. */
public abstract class RouterThreadsContract extends RouterContract {
  protected RouterThreadsContract(Fixture fixture) {
    super(fixture);
  }

  private record Where(String name, boolean virtual, boolean daemon) {
    static Where here() {
      Thread thread = Thread.currentThread();
      return new Where(thread.getName(), thread.isVirtual(), thread.isDaemon());
    }
  }

  private Where whereItRuns(Router by) throws Exception {
    BlockingQueue<Where> seen = new LinkedBlockingQueue<>();
    try (IpcChannel<String> channel = channel();
        Route<?> route = by.route(channel.receiver(), message -> seen.add(Where.here()))) {
      channel.sender().send("where?");
      Where where = next(seen);
      route.close();
      // A closed route counts until its handler has returned, and what it saw is told before.
      assertThat(route.ended().toCompletableFuture().get(HANG.toNanos(), TimeUnit.NANOSECONDS)).isNotNull();
      return where;
    }
  }

  @Test
  void handlersRunOnVirtualThreadsAndTheWaitingThreadIsANamedDaemon() throws Exception {
    assertThat(whereItRuns(router)).isEqualTo(new Where("ferry-route", true, true));
    try (Router direct = new Router(options().withThreadName("my router").withExecutor(Runnable::run))) {
      assertThat(whereItRuns(direct)).isEqualTo(new Where("my router", false, true));
    }
  }

  @Test
  void theSharedRouterIsOneServesAndCannotBeClosed() throws Exception {
    assertThat(Router.shared()).isSameAs(Router.shared());
    assertThat(whereItRuns(Router.shared()).virtual()).isTrue();
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> Router.shared().close());
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> Router.shared().stop(HANG));
    assertThat(whereItRuns(Router.shared()).virtual()).isTrue();
    assertThat(Router.shared().size()).isZero();
  }

  @Test
  void onTheWaitingThreadItselfAFloodLeavesOthersTheirTurnAndDrainingIsExact() throws Exception {
    List<String> seen = new ArrayList<>(); // of one thread
    CountDownLatch begin = new CountDownLatch(1);
    try (Router direct = new Router(options().withExecutor(Runnable::run));
        IpcChannel<String> flood = channel();
        IpcChannel<String> calm = channel()) {
      Route<?> one =
          direct.route(
              flood.receiver(),
              message -> {
                begin.await();
                seen.add(message);
              });
      Route<?> two = direct.route(calm.receiver(), seen::add);
      for (int i = 0; i < 200; i++) {
        flood.sender().send("flood");
      }
      calm.sender().send("calm");
      begin.countDown();
      assertThat(direct.drain(HANG)).isTrue();
      assertThat(seen).hasSize(201);
      assertThat(seen.indexOf("calm")).as("how many of the flood came first").isLessThan(64);
      one.close();
      two.close();
    }
  }

  @Test
  void aPoolOfOneThreadServesManyRoutesInTurnsAndOneThatWasShutDownLosesNothing() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    List<IpcChannel<String>> channels = new ArrayList<>();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try (Router pooled = new Router(options().withExecutor(pool))) {
      for (int i = 0; i < 50; i++) {
        IpcChannel<String> channel = channel();
        channels.add(channel);
        Route<?> unused = pooled.route(channel.receiver(), seen::add);
      }
      for (IpcChannel<String> channel : channels) {
        for (int i = 0; i < 40; i++) {
          channel.sender().send("x");
        }
      }
      assertThat(pooled.drain(HANG)).isTrue();
      assertThat(seen).hasSize(2_000);
      pool.shutdown();
      channels.getFirst().sender().send("after the shutdown");
      assertThat(pooled.drain(HANG)).isTrue();
      assertThat(seen).hasSize(2_001);
    } finally {
      pool.shutdownNow();
      channels.forEach(IpcChannel::close);
    }
  }
}
