package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.ReceivedLoan;

/** Short words for lending and for looking at what was lent. */
final class Loaned {
  /** More than a packet holds. */
  static final int SIZE = 300_000;

  private Loaned() {}

  static void send(BytesSender sender, int size, long seed) throws Exception {
    send(sender.loan(size), size, seed);
  }

  /** Writes into a loan and sends it. */
  static void send(LoanedMessage lent, int size, long seed) throws Exception {
    try (lent) {
      lent.segment().copyFrom(MemorySegment.ofArray(Contract.pattern(size, seed)));
      lent.send();
    }
  }

  static void holds(ReceivedLoan message, int size, long seed) {
    assertThat(message.length()).isEqualTo(size);
    assertThat(message.segment().mismatch(MemorySegment.ofArray(Contract.pattern(size, seed)))).isEqualTo(-1);
  }
}
