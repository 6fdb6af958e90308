package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.RegionFigures;
import org.junit.jupiter.api.Test;

/** What becomes of the memory of loans. */
public abstract class LoanRegionsContract extends Contract {
  private static final int SIZE = Loaned.SIZE;

  protected LoanRegionsContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void areZeroWhateverWasThereBefore() throws Exception {
    try (BytesChannel bytes = bytes()) {
      for (int i = 0; i < 5; i++) {
        int size = 100_000 - i * 10_000;
        try (LoanedMessage message = bytes.sender().loan(size)) {
          assertThat(message.segment().mismatch(MemorySegment.ofArray(new byte[size]))).isEqualTo(-1);
          message.segment().fill((byte) 0x55);
          if (i % 2 == 0) {
            message.send();
            bytes.receiver().takeLoaned().close();
          }
        }
      }
    }
  }

  @Test
  void ofOneRegionBounceWithoutEnd() throws Exception {
    try (BytesChannel bytes = bytes()) {
      Loaned.send(bytes.sender(), SIZE, 0);
      bytes.receiver().takeLoaned().close();
      RegionFigures warm = bytes.sender().regions().figures();
      for (int i = 0; i < 500; i++) {
        Loaned.send(bytes.sender(), SIZE, i);
        try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
          Loaned.holds(message, SIZE, i);
        }
      }
      RegionFigures after = bytes.sender().regions().figures();
      assertThat(after.commits()).isEqualTo(warm.commits());
      assertThat(after.givenBack()).isEqualTo(warm.givenBack());
      assertThat(after.committedBytes()).isEqualTo(warm.committedBytes());
      assertThat(after.reused()).isEqualTo(warm.reused() + 500);
    }
  }

  @Test
  void arePurgedAndTheRingResizedAtAnyTime() throws Exception {
    try (BytesChannel bytes = bytes()) {
      for (int ring : new int[] {3, 0, 1, 1024, 2, 16}) {
        bytes.sender().regions().resize(ring);
        assertThat(bytes.sender().regions().ringSize()).isEqualTo(ring);
        List<ReceivedLoan> held = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
          Loaned.send(bytes.sender(), 5000, i);
          held.add(bytes.receiver().takeLoaned());
        }
        for (int i = 0; i < 5; i++) {
          Loaned.holds(held.get(i), 5000, i);
          held.get(i).close();
        }
        bytes.sender().regions().purge();
        RegionFigures figures = bytes.sender().regions().figures();
        assertThat(figures.committedBytes()).isZero();
        assertThat(figures.emptyBytes()).isZero();
        assertThat(figures.out()).isZero();
      }
      for (int ring : new int[] {-1, 1025}) {
        assertThatExceptionOfType(IllegalArgumentException.class)
            .isThrownBy(() -> bytes.sender().regions().resize(ring));
      }
    }
  }
}
