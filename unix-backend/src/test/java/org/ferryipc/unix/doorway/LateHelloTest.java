package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcListener;
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

  private static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
