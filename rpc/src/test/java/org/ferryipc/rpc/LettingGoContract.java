package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a program was given and holds no more, or loses, is let go once, and not under the calls that use it. */
abstract class LettingGoContract extends OddContract {
  LettingGoContract(Fixture fixture) {
    super(fixture);
  }

  /** Nobody had a reference to it, so nobody ever closed it. */
  @ParameterizedTest
  @EnumSource
  void aSessionForAClientThatHasGoneIsClosed(Mode mode) throws Exception {
    Served served = new Served();
    try (Sides sides = serve(Odd.class, served, mode)) {
      Odd odd = sides.remote(Odd.class);
      InBackground<Session> session = InBackground.start(odd::session);
      CallingContract.await(served.begun);
      sides.client().close();
      assertThat(session.failure()).isInstanceOf(RpcException.MaybeExecuted.class);
      served.go.countDown();
      CallingContract.await(served.sessionClosed);
    }
    assertThat(served.sessionsClosed).hasValue(1);
  }

  /** What nobody holds any more is let go, and the log says so. */
  @Test
  void aProxyThatIsLostReleasesItsObject() throws Exception {
    Served served = new Served();
    served.go.countDown();
    try (Sides sides = serve(Odd.class, served)) {
      lose(sides.remote(Odd.class));
      while (served.sessionClosed.getCount() > 0) {
        System.gc();
        boolean unused = served.sessionClosed.await(5, TimeUnit.MILLISECONDS); // the net's thread must have its turn
      }
    }
    assertThat(served.sessionsClosed).hasValue(1);
    warnings.await(text -> text.contains("Session was lost without being closed"));
  }

  private static void lose(Odd odd) {
    assertThat(odd.session().value()).isEqualTo(7);
  }

  /** The net closed the connection under the call. */
  @Test
  void aProxyThatIsLostWhileItsCallIsUnderWayIsNotLostYet() throws Exception {
    Served served = new Served();
    List<RpcConnection> connections = new CopyOnWriteArrayList<>();
    try (RpcServer server =
        Rpc.serve(
                Odd.class,
                caller -> {
                  connections.add(caller.connection());
                  return served;
                })
            .with(options())
            .open()) {
      CompletableFuture<Integer> later = callAndForget(server.name());
      long end = System.nanoTime() + Duration.ofMillis(200).toNanos();
      while (connections.getFirst().isOpen() && System.nanoTime() < end) {
        System.gc();
      }
      served.promise.complete(5);
      assertThat(later.get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(5);
      later = CompletableFuture.completedFuture(0);
      while (connections.getFirst().isOpen()) { // now it is
        System.gc();
        Thread.sleep(Duration.ofMillis(1)); // the net's thread must have its turn
      }
      connections.getFirst().await();
      assertThat(later).isCompleted();
    }
  }

  private CompletableFuture<Integer> callAndForget(String name) throws Exception {
    return Rpc.connect(name, Odd.class, options()).later();
  }

  @Remote
  interface Lasting extends AutoCloseable {
    CompletableFuture<Integer> later();

    @Override
    void close();
  }

  interface Lender {
    Lasting lend();

    CompletableFuture<Integer> use(Lasting own);

    void nothing();
  }

  private static final class Lending implements Lasting {
    final CompletableFuture<Integer> called = new CompletableFuture<>();
    final CompletableFuture<Integer> used = new CompletableFuture<>();
    final CountDownLatch closing = new CountDownLatch(1);
    final CountDownLatch mayClose = new CountDownLatch(1);
    final AtomicInteger closes = new AtomicInteger();

    CompletableFuture<Integer> use(Lasting own) {
      assertThat(own).isSameAs(this);
      return used;
    }

    @Override
    public CompletableFuture<Integer> later() {
      return called;
    }

    @Override
    public void close() {
      closes.incrementAndGet();
      closing.countDown();
      CallingContract.await(mayClose);
    }
  }

  /** It was closed as soon as its client had released it. */
  @ParameterizedTest
  @EnumSource
  void anObjectIsNotClosedUnderTheCallsThatUseIt(Mode mode) throws Exception {
    for (boolean calledLast : new boolean[] {true, false}) {
      Lending lending = new Lending();
      lending.mayClose.countDown();
      Lender lender = onlyLends(lending);
      try (Sides sides = serve(Lender.class, lender, mode)) {
        Lender remote = sides.remote(Lender.class);
        Lasting lasting = remote.lend();
        CompletableFuture<Integer> called = lasting.later();
        CompletableFuture<Integer> used = remote.use(lasting);
        lasting.close();
        remote.nothing(); // behind the release
        remote.nothing();
        assertThat(lending.closes).hasValue(0);
        (calledLast ? lending.used : lending.called).complete(1);
        assertThat((calledLast ? used : called).get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1);
        remote.nothing();
        assertThat(lending.closes).hasValue(0);
        (calledLast ? lending.called : lending.used).complete(2);
        CallingContract.await(lending.closing);
        assertThat((calledLast ? called : used).get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(2);
      }
      assertThat(lending.closes).hasValue(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anObjectThatWasReleasedUnderACallIsClosedOnceWhenTheConnectionEnds(Mode mode) throws Exception {
    for (int i = 0; i < 20; i++) { // whichever of its threads comes to the end of the call first
      releaseUnderACall(mode);
    }
  }

  private void releaseUnderACall(Mode mode) throws Exception {
    Lending lending = new Lending();
    lending.mayClose.countDown();
    try (Sides sides = serve(Lender.class, onlyLends(lending), mode)) {
      Lender remote = sides.remote(Lender.class);
      Lasting lasting = remote.lend();
      CompletableFuture<Integer> called = lasting.later();
      lasting.close();
      remote.nothing();
      sides.client().close();
      assertThat(called).failsWithin(HANG);
    }
    assertThat(lending.closes).hasValue(1);
  }

  /** The connection was over before, and its program thought that nothing of it ran any more. */
  @ParameterizedTest
  @EnumSource
  void whatIsBeingLetGoIsClosedBeforeTheConnectionIsOver(Mode mode) throws Exception {
    Lending lending = new Lending();
    try (Sides sides = serve(Lender.class, onlyLends(lending), mode)) {
      sides.remote(Lender.class).lend().close();
      CallingContract.await(lending.closing);
      sides.client().close();
      sides.client().await();
      assertThat(sides.server().ended().toCompletableFuture()).isNotDone();
      lending.mayClose.countDown();
    } finally {
      lending.mayClose.countDown();
    }
    assertThat(lending.closes).hasValue(1);
  }

  // What is served is closed when the connection ends; only what was lent counts here.
  private static Lender onlyLends(Lending lending) {
    return new Lender() {
      @Override
      public Lasting lend() {
        return lending;
      }

      @Override
      public CompletableFuture<Integer> use(Lasting own) {
        return lending.use(own);
      }

      @Override
      public void nothing() {}
    };
  }
}
