package org.ferryipc.unix.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenDescriptorsTest {
  private static final int MANY = 200;

  @Test
  void areCountedOrNotAtAll() throws KernelException {
    List<Integer> made = new ArrayList<>();
    try {
      for (int i = 0; i < MANY; i++) {
        made.add(EventFd.create());
      }
      long counted = ProcessCalls.openDescriptors();

      assertThat(counted).satisfiesAnyOf(
          none -> assertThat(none).isZero(), // before Linux 6.2
          all -> assertThat(all).isBetween((long) MANY, ProcessCalls.descriptorLimit().soft()));
    } finally {
      made.forEach(Descriptors::discard);
    }
  }
}
