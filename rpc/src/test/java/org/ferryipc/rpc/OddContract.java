package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.leak.Warnings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the tests have in common in which a program does odd things. */
abstract class OddContract extends RpcContract {
  @RegisterExtension final Warnings warnings = new Warnings();

  OddContract(Fixture fixture) {
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

    int throwsFromFarBelow();

    int length(String text);

    Session session();

    Letter letter(int bytes);

    int sessionsValue(Session session);

    int shutsDown();

    CompletableFuture<Integer> later();

    CompletableFuture<Integer> asksOften(Session session, int times);
  }

  static final class Unspeakable extends RuntimeException {
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

  final class Served implements Odd, AutoCloseable {
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
    public int throwsFromFarBelow() {
      return below(100);
    }

    private int below(int levels) {
      if (levels == 0) {
        throw new IllegalStateException("from far below");
      }
      return below(levels - 1) + 1;
    }

    @Override
    public int length(String text) {
      return text.length();
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
      begun.countDown();
      return promise;
    }

    @Override
    public CompletableFuture<Integer> asksOften(Session session, int times) {
      try (session) {
        int sum = 0;
        for (int i = 0; i < times; i++) {
          sum += session.value();
        }
        return CompletableFuture.completedFuture(sum);
      }
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }
}
