package org.ferryipc.unix.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.Received;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.unix.kernel.TestLimits;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.ChildJvmLaunch;
import org.junit.jupiter.api.Test;

/**
 * What helps the regions, and cannot work, cost the message that was just sent: its send failed, and a program that tried again
 * sent it twice.
 */
class HelplessRegionsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int SIZE = 10_000;
  private static final int ANOTHER_UID = 54_322; // root's threads are not limited

  @Test
  void aTraceThatCannotBeWrittenEndsAndNothingElse() throws Exception {
    try (ChildJvm child = ChildJvm.of(Traced.class).jvmOptions("-Dferry.regions.trace=/dev/full").start()) {
      assertThat(child.finish(LIMIT)).contains("sent");
      assertThat(child.errors()).filteredOn(line -> line.contains("the trace of regions ends here")).hasSize(1);
    }
  }

  @Test
  void withoutAThreadForIdleRegionsLoansAreSentAsEver() throws Exception {
    ChildJvmLaunch launch = ChildJvm.of(WithoutThreads.class).jvmOptions("-XX:+UseSerialGC");
    try (ChildJvm child = (ChildJvm.mayChangeUser() ? launch.asUser(ANOTHER_UID) : launch).start()) {
      assertThat(child.finish(LIMIT)).contains("sent");
    }
  }

  private static void sendOne(BytesChannel channel, int value) throws Exception {
    try (LoanedMessage message = channel.sender().loan(SIZE)) {
      message.segment().fill((byte) value);
      message.send();
    }
    try (ReceivedLoan message = channel.receiver().takeLoaned()) {
      assertThat(message.segment().get(ValueLayout.JAVA_BYTE, SIZE - 1)).isEqualTo((byte) value);
    }
    assertThat(channel.receiver().tryTakeLoaned()).isInstanceOf(Received.Empty.class);
  }

  static final class Traced {
    public static void main(String[] arguments) throws Exception {
      try (BytesChannel channel = Ferry.bytes()) {
        for (int i = 0; i < 3; i++) {
          sendOne(channel, i);
        }
      }
      System.out.println("sent");
    }
  }

  static final class WithoutThreads {
    public static void main(String[] arguments) throws Exception {
      BytesChannel channel = Ferry.bytes();
      channel.sender().send(MemorySegment.ofArray(new byte[] {1}));
      assertThat(channel.receiver().receive()).hasSize(1);
      TestLimits.noFurtherThreads();
      for (int i = 0; i < 3; i++) {
        sendOne(channel, i);
      }
      assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName).doesNotContain("ferry-regions");
      System.out.println("sent");
      System.out.flush();
      Runtime.getRuntime().halt(0); // an orderly end needs threads
    }
  }
}
