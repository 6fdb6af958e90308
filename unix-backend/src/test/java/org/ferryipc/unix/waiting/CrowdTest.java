package org.ferryipc.unix.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.processes.ProcessorTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many virtual threads that wait for the same thing. */
@Timeout(60)
class CrowdTest {
  private static final int SENDERS = Effort.of(10_000, 20_000);
  // Of processor time; it takes a third of this. When each waiter looked at all others it took 1 ms each at 10,000.
  private static final Duration FOR_EACH = Duration.ofNanos(500_000);

  record Note(int number) {}

  @Test
  void whatAWaiterCostsDoesNotGrowWithTheNumberOfTheOthers() throws Exception {
    try (IpcChannel<Note> channel = Ferry.channel(Note.class)) {
      channel.sender().send(new Note(0)); // makes the codec, once
      assertThat(channel.receiver().receive().number()).isZero();
      Duration before = ProcessorTime.ofProcess();
      List<Thread> senders = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        int number = i;
        senders.add(Thread.ofVirtual().start(() -> send(channel, number)));
      }
      senders.forEach(CrowdTest::awaitWaiting);
      BitSet came = new BitSet();
      for (int i = 0; i < SENDERS; i++) {
        came.set(channel.receiver().receive().number());
      }
      for (Thread sender : senders) {
        sender.join();
      }
      assertThat(came.cardinality()).isEqualTo(SENDERS);
      assertThat(ProcessorTime.ofProcess().minus(before)).isLessThan(FOR_EACH.multipliedBy(SENDERS));
    }
  }

  private static void send(IpcChannel<Note> channel, int number) {
    try {
      channel.sender().send(new Note(number));
    } catch (IpcException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitWaiting(Thread thread) {
    for (Thread.State now = thread.getState(); ; now = thread.getState()) {
      if (now == Thread.State.WAITING || now == Thread.State.TIMED_WAITING || now == Thread.State.TERMINATED) {
        return;
      }
      Thread.yield();
    }
  }
}
