package org.ferryipc.receiverset.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.IpcException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What all contract classes of routers have: the transport, a router, and short words. */
abstract class RouterContract {
  /** After which something that should happen at once does not happen. */
  static final Duration HANG = Duration.ofSeconds(20);

  final Fixture fixture;
  final BlockingQueue<RouteFailure> failures = new LinkedBlockingQueue<>();
  Router router;

  RouterContract(Fixture fixture) {
    this.fixture = fixture;
  }

  record Parcel(String name, IpcSender<String> reply) {}

  @BeforeEach
  void openRouter() throws IpcException {
    router = new Router(options());
  }

  @AfterEach
  void closeRouter() {
    router.close();
    assertThat(router.size()).isZero();
  }

  /** {@return options under which a failure is kept, and a test that leaves a handler behind ends soon} */
  final RouterOptions options() {
    return RouterOptions.defaults()
        .withReporter((route, failure) -> failures.add(failure))
        .withGrace(Duration.ofSeconds(20));
  }

  final IpcChannel<String> channel() throws IpcException {
    return channel(String.class);
  }

  final <T> IpcChannel<T> channel(Class<T> type) throws IpcException {
    return Ferry.channel(MessageType.of(type), fixture.options());
  }

  /** {@return the next element}, which must come at once */
  static <E> E next(BlockingQueue<E> queue) throws InterruptedException {
    E element = queue.poll(HANG.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(element).as("nothing came").isNotNull();
    return Objects.requireNonNull(element);
  }

  static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(HANG.toMillis(), TimeUnit.MILLISECONDS)).as("it happened").isTrue();
  }

  static RouteEnd end(Route<?> route) throws Exception {
    return route.ended().toCompletableFuture().get(HANG.toMillis(), TimeUnit.MILLISECONDS);
  }
}
