package org.ferryipc.unix.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/** A loan that a program loses is given back by the cleanup net, but not under a segment that is still in use. */
class LostLoanTest {
  private static final int SIZE = 10_000;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void isGivenBackWhenNobodyCanUseItsMemory() throws Exception {
    try (ChildJvm child = ChildJvm.of(Loser.class).start()) {
      assertThat(child.finish(LIMIT)).containsExactly("all is back");
      assertThat(child.errors())
          .anyMatch(line -> line.contains("LoanedMessage"))
          .anyMatch(line -> line.contains("ReceivedLoan"));
    }
  }

  /** Loses loans. */
  static final class Loser {
    public static void main(String[] arguments) throws Exception {
      try (BytesChannel channel = Ferry.bytes()) {
        MemorySegment kept = keepOnlyTheMemory(channel);
        loseBoth(channel);
        while (channel.sender().regions().figures().emptyBytes() < 2 * 12_288) { // three pages each
          System.gc();
          channel.sender().loan(1).close();
        }
        for (int i = 0; i < 10; i++) {
          System.gc();
        }
        assertThat(kept.get(ValueLayout.JAVA_BYTE, SIZE - 1)).as("in use").isEqualTo((byte) 5);
        System.out.println("all is back");
      }
    }

    private static MemorySegment keepOnlyTheMemory(BytesChannel channel) throws Exception {
      LoanedMessage message = channel.sender().loan(SIZE);
      return message.segment().fill((byte) 5);
    }

    private static void loseBoth(BytesChannel channel) throws Exception {
      LoanedMessage sent = channel.sender().loan(SIZE);
      sent.send();
      ReceivedLoan received = channel.receiver().takeLoaned();
      LoanedMessage lost = channel.sender().loan(SIZE);
      assertThat(received.length()).isEqualTo(lost.size());
    }
  }
}
