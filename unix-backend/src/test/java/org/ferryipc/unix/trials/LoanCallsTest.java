package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.unix.processes.CallRecord;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A loaned message costs the two system calls of any message and no other, whatever its size: the kernel's record of the calls
 * of a thread is the proof. So does an ordinary large message behind the first ones.
 */
class LoanCallsTest {
  private static final String BEGIN = "ferry lends from here";
  private static final String END = "ferry lends to here";
  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final int ROUNDS = 50;
  // What making, passing, filling and giving back a region take. Not asked of: the mark's own calls, the virtual machine's for
  // its memory, and the probe of the descriptor limit, once in 4 ms whatever is received.
  private static final String[] OF_A_REGION = {
    "memfd_create", "ftruncate", "fallocate", "mmap", "mremap", "munmap", "madvise", "fcntl", "fstat", "lseek", "pread64",
    "pwrite64", "preadv2", "pwritev2", "sendmsg", "recvfrom", "ppoll", "close_range", "getsockopt", "setsockopt", "ioctl"
  };
  private static final List<Integer> SIZES = List.of(100, 300_000, 1 << 20);

  @TempDir private Path directory;

  @Test
  void inSteadyStateThereIsNoCallBesideThoseOfTheChannel() throws Exception {
    Path log = directory.resolve("calls");
    try (ChildJvm child = CallRecord.of(ChildJvm.of(Lender.class), log, "all").start()) {
      String lender = child.awaitLine("thread ", PATIENCE).substring("thread ".length());
      child.finish(PATIENCE);
      Map<String, Long> calls =
          new CallRecord(
                  CallRecord.read(log).between(BEGIN, END).of(lender).lines().stream()
                      .filter(line -> !line.contains("MAP_PRIVATE") && !line.contains("F_GETFD"))
                      .toList())
              .counts();
      long messages = (long) ROUNDS * SIZES.size() * 2;
      assertThat(calls.remove("sendto")).isEqualTo(messages);
      assertThat(calls.remove("recvmsg")).isEqualTo(messages);
      assertThat(calls.getOrDefault("close", 0L)).as("of a mark").isLessThanOrEqualTo(1);
      assertThat(calls).doesNotContainKeys(OF_A_REGION);
    }
  }

  /** Lends, and reads, in one thread. */
  static final class Lender {
    public static void main(String[] arguments) throws Exception {
      System.out.println("thread " + org.ferryipc.unix.processes.Signals.threadId());
      try (BytesChannel channel = Ferry.bytes(ChannelOptions.defaults().withLanes(LanePolicy.NEVER))) {
        run(channel, ROUNDS);
        CallRecord.mark("warm");
        CallRecord.mark(BEGIN);
        run(channel, ROUNDS);
        CallRecord.mark(END);
      }
    }

    private static void run(BytesChannel channel, int rounds) throws Exception {
      for (int round = 0; round < rounds; round++) {
        for (int size : SIZES) {
          try (LoanedMessage message = channel.sender().loan(size)) {
            message.segment().fill((byte) round);
            message.send();
          }
          try (ReceivedLoan message = channel.receiver().takeLoaned()) {
            assertThat(message.length()).isEqualTo(size);
          }
          channel.sender().send(MemorySegment.ofArray(new byte[size]));
          assertThat(channel.receiver().receive()).hasSize(size);
        }
      }
    }
  }
}
