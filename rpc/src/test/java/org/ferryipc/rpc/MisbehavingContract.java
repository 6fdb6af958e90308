package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.leak.Warnings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program that does odd things in its calls, or loses what it was given, costs itself no more than that. */
abstract class MisbehavingContract extends RpcContract {
  @RegisterExtension final Warnings warnings = new Warnings();

  MisbehavingContract(Fixture fixture) {
    super(fixture);
  }

  @Remote
  interface Session extends AutoCloseable {
    int value();

    @Override
    void close();
  }

  record Letter(byte[] body, IpcSender<String> sender) {}

  interface Odd {
    int add(int a, int b);

    CompletionStage<IpcSender<String>> stubborn();

    int throwsWhatThrows();

    Session session();

    Letter letter(int bytes);

    int sessionsValue(Session session);

    int shutsDown();

    CompletableFuture<Integer> later();
  }

  private static final class Unspeakable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new StackOverflowError("in getMessage");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("in getStackTrace");
    }
  }

  private final class Served implements Odd, AutoCloseable {
    final CompletableFuture<IpcSender<String>> never = new CompletableFuture<>();
    final CompletableFuture<Integer> promise = new CompletableFuture<>();
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);
    final AtomicInteger sessionsClosed = new AtomicInteger();
    final CountDownLatch sessionClosed = new CountDownLatch(1);
    final AtomicReference<@Nullable IpcChannel<String>> sent = new AtomicReference<>();
    final AtomicReference<@Nullable RpcConnection> connection = new AtomicReference<>();
    final AtomicReference<@Nullable RpcServer> server = new AtomicReference<>();
    final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public int add(int a, int b) {
      return a + b;
    }

    @Override
    public CompletionStage<IpcSender<String>> stubborn() {
      begun.countDown();
      return never.minimalCompletionStage();
    }

    @Override
    public int throwsWhatThrows() {
      throw new Unspeakable();
    }

    @Override
    public Session session() {
      begun.countDown();
      boolean interrupted = false;
      while (true) {
        try {
          assertThat(go.await(HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
          break;
        } catch (InterruptedException on) {
          interrupted = true;
        }
      }
      return new Session() {
        @Override
        public int value() {
          return 7;
        }

        @Override
        public void close() {
          sessionsClosed.incrementAndGet();
          sessionClosed.countDown();
        }
      };
    }

    @Override
    public Letter letter(int bytes) {
      try {
        IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options());
        sent.set(channel);
        return new Letter(new byte[bytes], channel.sender());
      } catch (IpcException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public int sessionsValue(Session session) {
      try (session) {
        return session.value();
      }
    }

    @Override
    public int shutsDown() {
      begun.countDown();
      try {
        RpcServer whole = server.get();
        if (whole != null) {
          whole.shutdown(RpcOptions.UNLIMITED, "from within");
          whole.close();
        } else {
          java.util.Objects.requireNonNull(connection.get()).shutdown(RpcOptions.UNLIMITED, "from within");
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return 0;
    }

    @Override
    public CompletableFuture<Integer> later() {
      return promise;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  /** Cancelling it threw on the thread that receives, and the connection ended. */
  @ParameterizedTest
  @EnumSource
  void aFutureThatNobodyCanCancelCostsItsCallAlone(Mode mode) throws Exception {
    Served served = new Served();
    try (Sides sides = serve(Odd.class, served, mode);
        IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      Odd odd = sides.remote(Odd.class);
      CompletionStage<IpcSender<String>> stubborn = odd.stubborn();
      CallingContract.await(served.begun);
      assertThat(stubborn.toCompletableFuture().cancel(true)).isTrue();
      assertThat(odd.add(1, 2)).isEqualTo(3);
      served.never.complete(channel.sender());
      assertThatThrownBy(channel.receiver()::receive).isInstanceOf(DisconnectedException.class);
    }
    assertThat(warnings.texts()).noneMatch(text -> text.contains("fault"));
  }

  /** The connection waited for it for ever, and so did what was exported on it. */
  @Test
  void aFutureThatNeverCompletesDoesNotKeepAConnectionFromEnding() throws Exception {
    Served served = new Served();
    try (IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      try (Sides sides = serve(Odd.class, served)) {
        CompletionStage<IpcSender<String>> stubborn = sides.remote(Odd.class).stubborn();
        CallingContract.await(served.begun);
        sides.client().close();
        assertThatThrownBy(() -> stubborn.toCompletableFuture().join())
            .hasCauseInstanceOf(RpcException.MaybeExecuted.class);
      }
      CallingContract.await(served.closed);
      served.never.complete(channel.sender());
      assertThatThrownBy(channel.receiver()::receive).isInstanceOf(DisconnectedException.class);
    }
  }

  /** It ended the one thread on which ordered calls run. */
  @ParameterizedTest
  @EnumSource
  void anExceptionThatCannotBeAskedWhatItSaysFailsItsCall(Mode mode) throws Exception {
    try (Sides sides = serve(Odd.class, new Served(), mode)) {
      Odd odd = sides.remote(Odd.class);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(odd::throwsWhatThrows)
            .isInstanceOfSatisfying(
                RpcException.RemoteFailure.class, e -> assertThat(e.type()).endsWith("Unspeakable"));
      }
      assertThat(odd.add(1, 2)).isEqualTo(3);
    }
  }

  @Test
  void anExecutorThatFailsCostsTheCall() throws Exception {
    Execution failing =
        Execution.on(
            task -> {
              throw new IllegalStateException("no pool");
            });
    try (Sides sides = serve(Odd.class, caller -> new Served(), options().withExecution(failing), options())) {
      Odd odd = sides.remote(Odd.class);
      assertThatThrownBy(() -> odd.add(1, 1)).isInstanceOf(RpcException.LimitReached.class);
      assertThatThrownBy(() -> odd.add(1, 1)).isInstanceOf(RpcException.LimitReached.class);
    }
  }

  /** Its calls waited for an answer that they themselves should have received. */
  @Test
  void anExecutorThatRunsCallsOnTheThreadThatReceivesMayCallBack() throws Exception {
    RpcOptions inline = options().withExecution(Execution.on(Runnable::run));
    try (Sides sides = serve(Odd.class, caller -> new Served(), inline, inline)) {
      Odd odd = sides.remote(Odd.class);
      for (int i = 0; i < 50; i++) {
        int value = i;
        Session session =
            new Session() {
              @Override
              public int value() {
                return value;
              }

              @Override
              public void close() {}
            };
        assertThat(odd.sessionsValue(session)).isEqualTo(value);
      }
    }
  }

  /** It waited for itself. */
  @ParameterizedTest
  @EnumSource
  void aCallThatShutsItsOwnConnectionDownDoesNotWaitForItself(Mode mode) throws Exception {
    Served served = new Served();
    try (Sides sides = serve(Odd.class, served, mode)) {
      served.connection.set(sides.server());
      assertThatThrownBy(() -> sides.remote(Odd.class).shutsDown())
          .isInstanceOf(RpcException.MaybeExecuted.class)
          .hasMessageContaining("from within");
    }
    CallingContract.await(served.closed);
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatShutsItsServerDownDoesNotWaitForItself(Mode mode) throws Exception {
    Served served = new Served();
    try (RpcServer server = Rpc.serve(Odd.class, caller -> served).with(options(mode)).open()) {
      served.server.set(server);
      Odd odd = Rpc.connect(server.name(), Odd.class, options());
      assertThatThrownBy(odd::shutsDown)
          .isInstanceOf(RpcException.MaybeExecuted.class)
          .hasMessageContaining("from within");
      Rpc.connectionOf(odd).await();
      Rpc.release(odd);
      server.await();
      CallingContract.await(served.closed);
    }
    assertThat(warnings.texts()).noneMatch(text -> text.contains("does not end"));
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

  @Test
  void aSessionBeyondTheMostExportsIsClosedAndFailsItsCall() throws Exception {
    Served served = new Served();
    served.go.countDown();
    try (Sides sides = serve(Odd.class, served)) {
      Odd odd = sides.remote(Odd.class);
      List<Session> sessions = new ArrayList<>();
      for (int i = 0; i < Rpc.EXPORTS; i++) {
        sessions.add(odd.session());
      }
      assertThatThrownBy(odd::session)
          .isInstanceOf(RpcException.RemoteFailure.class)
          .hasMessageContaining("exports");
      assertThat(served.sessionsClosed).hasValue(1);
      sessions.forEach(Session::close);
      assertThat(odd.session().value()).isEqualTo(7);
    }
    assertThat(served.sessionsClosed).hasValue(Rpc.EXPORTS + 2);
  }

  @ParameterizedTest
  @EnumSource
  void aReplyLargerThanTheLimitsFailsItsCallAndItsHandlesClose(Mode mode) throws Exception {
    ChannelOptions channel = fixture.options();
    RpcOptions little =
        options(mode).withChannel(channel.withLimits(channel.limits().withMessageBytes(10_000)));
    Served served = new Served();
    for (boolean limitOfClient : new boolean[] {true, false}) {
      try (Sides sides =
          serve(
              Odd.class, caller -> served, limitOfClient ? options(mode) : little, limitOfClient ? little : options())) {
        Odd odd = sides.remote(Odd.class);
        try (IpcSender<String> fits = odd.letter(5_000).sender()) {
          fits.send("fits");
        }
        closeSent(served);
        assertThatThrownBy(() -> odd.letter(20_000))
            .isInstanceOfSatisfying(
                RpcException.RemoteFailure.class,
                e -> {
                  assertThat(e.type()).endsWith("LimitExceededException");
                  assertThat(e.mayHaveExecuted()).isTrue();
                });
        IpcChannel<String> sent = java.util.Objects.requireNonNull(served.sent.get());
        assertThatThrownBy(sent.receiver()::receive).isInstanceOf(DisconnectedException.class);
        closeSent(served);
        assertThat(odd.add(1, 2)).isEqualTo(3);
      }
    }
  }

  private static void closeSent(Served served) {
    java.util.Objects.requireNonNull(served.sent.get()).close();
  }

  /** And each call, and each answer that no thread waits for, sent the thread that receives to sleep for a moment. */
  @Test
  void tenThousandCallsMayBeInFlightAndNotOneMore() throws Exception {
    int many = 10_000;
    Served served = new Served();
    RpcOptions options = options(Mode.CONCURRENT).withCallsInFlight(many).withWhenFull(WhenFull.FAIL);
    try (Sides sides = serve(Odd.class, caller -> served, options, options)) {
      Odd odd = sides.remote(Odd.class);
      long begun = System.nanoTime();
      List<CompletableFuture<Integer>> all = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        all.add(odd.later());
      }
      assertThatThrownBy(() -> odd.add(1, 2)).isInstanceOf(RpcException.LimitReached.class);
      served.promise.complete(5);
      CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(HANG.toSeconds(), TimeUnit.SECONDS);
      assertThat(System.nanoTime() - begun).as("a nap for each").isLessThan(many * Pump.NAP_NANOS);
      for (CompletableFuture<Integer> one : all) {
        assertThat(one.join()).isEqualTo(5);
      }
      assertThat(odd.add(1, 2)).isEqualTo(3);
    }
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
}
