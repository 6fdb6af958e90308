package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.transport.Greeting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Of 64 programs that started at once on a machine with two processors one was refused: it took more than five seconds
 * from its connection to its hello, since it loaded the classes for that in between.
 */
@Timeout(60)
class LateHelloTest {
  private static final MessageType<String> TEXT = MessageType.of(String.class);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration LIMIT = Duration.ofSeconds(1);

  @Test
  void aClientThatWasSlowComesAgainAndIsAdmitted() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    DoorwayOptions slowAtFirst =
        DoorwayOptions.defaults()
            .withPolicy( // asked between the connection and the hello
                (peer, self) -> {
                  if (attempts.getAndIncrement() == 0) {
                    pass(LIMIT.plus(LIMIT.dividedBy(2)));
                  }
                  return true;
                });
    try (var listener = IpcListener.open(TEXT, TEXT, DoorwayOptions.defaults().withHelloLimit(LIMIT));
        var client = Ferry.connect(listener.name(), TEXT, TEXT, slowAtFirst, LONG);
        var server = listener.accept(LONG)) {
      client.send("in");
      assertThat(server.receive()).isEqualTo("in");
    }
  }

  /** It was sent away though it had said its hello at once: the server was busy with the next client, and looked too late. */
  @Test
  void aClientIsNotLateBecauseItsServerIsBusy() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch on = new CountDownLatch(1);
    DoorwayOptions slowWithTheSecond =
        DoorwayOptions.defaults()
            .withHelloLimit(LIMIT)
            .withPolicy(
                (peer, self) -> {
                  if (asked.getAndIncrement() == 1) {
                    busy.countDown();
                    await(on);
                  }
                  return true;
                });
    byte[] hello = HelloFormat.hello("", Greeting.duplex(TEXT, TEXT, DoorwayOptions.defaults()));
    try (var listener = IpcListener.open(TEXT, TEXT, slowWithTheSecond);
        Stranger first = Stranger.at(listener.name());
        Stranger second = Stranger.at(listener.name())) {
      await(busy);
      first.send(hello);
      pass(LIMIT);
      on.countDown();
      try (var admitted = listener.accept(LONG)) {
        assertThat(admitted.peer().pid()).hasValue(ProcessHandle.current().pid());
      }
      assertThat(first.refusal()).isEmpty();
      assertThat(second.refusal()).isNotEmpty();
    } finally {
      on.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
