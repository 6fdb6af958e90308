package org.ferryipc.receiverset.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** What a failing handler, a failing record and a failing reporter cost: one message. */
public abstract class FailingContract extends RouterContract {
  protected FailingContract(Fixture fixture) {
    super(fixture);
  }

  /** Fails as its text says when it is decoded. */
  record Brittle(String text, IpcSender<String> handle) {
    static final ThreadLocal<Boolean> SENDING = ThreadLocal.withInitial(() -> false);

    Brittle {
      if (!SENDING.get()) {
        switch (text) {
          case "error" -> throw new LinkageError("in a record");
          case "exception" -> throw new IllegalStateException("in a record");
          default -> {}
        }
      }
    }
  }

  @Test
  void aHandlerThatThrowsLosesItsMessageWithItsHandlesAndNothingElse() throws Exception {
    BlockingQueue<Parcel> seen = new LinkedBlockingQueue<>();
    try (IpcChannel<Parcel> channel = channel(Parcel.class);
        IpcChannel<String> replies = channel()) {
      Route<?> route =
          router.route(
              channel.receiver(),
              parcel -> {
                seen.add(parcel);
                switch (parcel.name()) {
                  case "exception" -> throw new Exception("thrown on purpose");
                  case "error" -> throw new StackOverflowError("thrown on purpose");
                  case "interrupted" -> {
                    Thread.currentThread().interrupt();
                    throw new InterruptedException();
                  }
                  default -> assertThat(Thread.currentThread().isInterrupted()).isFalse();
                }
              });
      for (String name : new String[] {"exception", "error", "interrupted", "good"}) {
        channel.sender().send(new Parcel(name, replies.sender().share()));
        IpcSender<String> handle = next(seen).reply();
        if (name.equals("good")) {
          assertThat(handle.state()).isEqualTo(HandleState.Open.INSTANCE);
          handle.close();
        } else {
          assertThat(next(failures)).isInstanceOf(RouteFailure.Thrown.class);
          assertThat(handle.state()).isEqualTo(HandleState.Closed.INSTANCE);
        }
      }
      assertThat(route.isRouted()).isTrue();
    }
  }

  @Test
  void aHandleThatTheHandlerHadMovedBeforeItThrewIsNotClosed() throws Exception {
    try (IpcChannel<Parcel> channel = channel(Parcel.class);
        IpcChannel<Parcel> onwards = channel(Parcel.class);
        IpcChannel<String> replies = channel()) {
      Route<?> unused =
          router.route(
              channel.receiver(),
              parcel -> {
                onwards.sender().send(parcel);
                throw new IllegalStateException("afterwards");
              });
      channel.sender().send(new Parcel("x", replies.sender().share()));
      assertThat(next(failures)).isInstanceOf(RouteFailure.Thrown.class);
      try (IpcSender<String> moved = onwards.receiver().receive().reply()) {
        moved.send("alive");
      }
      assertThat(replies.receiver().receive()).isEqualTo("alive");
    }
  }

  @Test
  void whatDoesNotDecodeIsReportedWithItsHandlesClosedAndTheNextMessageComes() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    IpcChannel<String> replies = channel();
    try (IpcChannel<Brittle> channel = channel(Brittle.class)) {
      Route<?> unused =
          router.route(
              channel.receiver(),
              brittle -> {
                seen.add(brittle.text());
                brittle.handle().close();
              });
      Brittle.SENDING.set(true);
      try {
        for (String text : new String[] {"exception", "error", "good"}) {
          channel.sender().send(new Brittle(text, replies.sender().share()));
        }
      } finally {
        Brittle.SENDING.remove();
      }
      assertThat(next(failures)).isInstanceOfSatisfying(
          RouteFailure.Lost.class, lost -> assertThat(lost.error()).isInstanceOf(SerializationException.class));
      assertThat(next(failures)).isInstanceOf(RouteFailure.Lost.class);
      assertThat(next(seen)).isEqualTo("good");
      replies.sender().close();
      assertThat(replies.receiver().tryReceive(HANG)).as("no sender is left").isInstanceOf(
          org.ferryipc.core.Received.Closed.class);
    } finally {
      replies.close();
    }
  }

  @Test
  void bytesThatAreNoMessageCostThemselves() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (IpcChannel<String> channel = channel()) {
      Route<?> unused = router.route(channel.receiver(), seen::add);
      try (OpaqueSender raw = channel.sender().share().opaque()) {
        for (int i = 0; i < 50; i++) {
          raw.send(OpaqueMessage.of("garbage".getBytes(StandardCharsets.UTF_8)));
        }
      }
      channel.sender().send("good");
      assertThat(next(seen)).isEqualTo("good");
      assertThat(failures).hasSize(50).allMatch(RouteFailure.Lost.class::isInstance);
    }
  }

  @Test
  void aReporterThatThrowsChangesNothing() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (Router strict =
            new Router(
                options()
                    .withReporter(
                        (route, failure) -> {
                          failures.add(failure);
                          throw new IllegalStateException("the reporter fails too, on purpose");
                        }));
        IpcChannel<String> channel = channel()) {
      Route<?> unused =
          strict.route(
              channel.receiver(),
              message -> {
                seen.add(message);
                throw new IllegalStateException("on purpose");
              });
      channel.sender().send("one");
      channel.sender().send("two");
      assertThat(next(seen)).isEqualTo("one");
      assertThat(next(seen)).isEqualTo("two");
      assertThat(next(failures)).isInstanceOf(RouteFailure.Thrown.class);
    }
  }
}
