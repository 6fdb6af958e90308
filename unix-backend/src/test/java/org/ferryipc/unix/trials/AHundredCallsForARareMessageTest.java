package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.unix.kernel.ProcessCalls;
import org.ferryipc.unix.processes.CallRecord;
import org.ferryipc.unix.processes.Signals;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whoever received a message now and then paid 65 system calls for it: the probe of the descriptor limit, at most one in a tick of
 * the kernel's clock, is one for each message then, and asked for each number whether it is free.
 */
class AHundredCallsForARareMessageTest {
  private static final String BEGIN = "ferry is rare from here";
  private static final String END = "ferry is rare to here";
  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final int MESSAGES = 40;
  private static final Duration APART = Duration.ofMillis(12); // longer than any kernel's tick

  @TempDir private Path directory;

  @Test
  void aMessageAfterAPauseCostsAsManyCallsAsAnyOtherAndTwoForTheLimit() throws Exception {
    Path log = directory.resolve("calls");
    try (ChildJvm child = CallRecord.of(ChildJvm.of(Rare.class), log, "all").start()) {
      String thread = child.awaitLine("thread ", PATIENCE).substring("thread ".length());
      child.finish(PATIENCE);
      Map<String, Long> calls = CallRecord.read(log).between(BEGIN, END).of(thread).counts();

      assertThat(calls.get("sendto")).isEqualTo(MESSAGES);
      assertThat(calls.get("recvmsg")).isEqualTo(MESSAGES);
      assertThat(calls.get("prlimit64")).isLessThanOrEqualTo(MESSAGES);
      if (ProcessCalls.openDescriptors() > 0) { // the kernel counts
        assertThat(calls.get("newfstatat")).isLessThanOrEqualTo(MESSAGES);
        assertThat(calls.get("fcntl")).isNull();
      }
    }
  }

  /** Sends and receives, and does nothing in between. */
  static final class Rare {
    public static void main(String[] arguments) throws Exception {
      System.out.println("thread " + Signals.threadId());
      try (IpcChannel<Long> channel = Ferry.channel(Long.class)) {
        run(channel, 2); // what is made once
        CallRecord.mark(BEGIN);
        run(channel, MESSAGES);
        CallRecord.mark(END);
      }
    }

    private static void run(IpcChannel<Long> channel, int messages) throws Exception {
      for (long i = 0; i < messages; i++) {
        LockSupport.parkNanos(APART.toNanos());
        channel.sender().send(i);
        assertThat(channel.receiver().receive()).isEqualTo(i);
      }
    }
  }
}
