package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.unix.processes.CallRecord;
import org.ferryipc.unix.processes.Signals;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many of the messages in a busy lane need a system call, by the kernel's record of a thread's calls: none, while its
 * receiver does not sleep and the ring is not full.
 */
class LaneCallsTest {
  private static final String BEGIN = "ferry is busy from here";
  private static final String END = "ferry is busy to here";
  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final int ROUNDS = 1_000;
  private static final int BATCH = 100; // of 64 bytes: a tenth of the first ring
  private static final int BYTES = 64;
  // All by which a message can be sent, received, waited for or woken for.
  private static final List<String> CALLS =
      List.of("sendto", "sendmsg", "recvfrom", "recvmsg", "poll", "ppoll", "epoll_wait", "epoll_pwait");
  private static final String WAKE = "FUTEX_WAKE,"; // of a word that processes share; the virtual machine's are private

  @TempDir private Path directory;

  @Test
  void aHundredThousandMessagesNeedNone() throws Exception {
    Path log = directory.resolve("calls");
    try (ChildJvm child = CallRecord.of(ChildJvm.of(Busy.class), log, "all").start()) {
      String thread = child.awaitLine("thread ", PATIENCE).substring("thread ".length());
      child.finish(PATIENCE);
      List<String> calls =
          CallRecord.read(log).between(BEGIN, END).lines().stream()
              .filter(line -> line.startsWith(thread + " "))
              .filter(line -> line.contains(WAKE) || CALLS.stream().anyMatch(call -> line.contains(" " + call + "(")))
              .toList();
      assertThat(calls).as("of %,d messages", ROUNDS * BATCH).isEmpty();
    }
  }

  /** Sends by a lane and receives, in one thread. */
  static final class Busy {
    public static void main(String[] arguments) throws Exception {
      System.out.println("thread " + Signals.threadId());
      try (Arena arena = Arena.ofConfined();
          BytesChannel channel = Ferry.bytes(ChannelOptions.defaults().withLanes(LanePolicy.AUTO))) {
        MemorySegment message = arena.allocate(BYTES);
        run(channel.sender(), channel.receiver(), message, 10);
        CallRecord.mark("warm");
        CallRecord.mark(BEGIN);
        run(channel.sender(), channel.receiver(), message, ROUNDS);
        CallRecord.mark(END);
      }
    }

    private static void run(BytesSender sender, BytesReceiver receiver, MemorySegment message, int rounds) throws Exception {
      for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < BATCH; i++) {
          sender.send(message);
        }
        for (int i = 0; i < BATCH; i++) {
          assertThat(receiver.receive(message)).isEqualTo(BYTES);
        }
      }
    }
  }
}
