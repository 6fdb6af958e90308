package org.ferryipc.unix.socket;

import static org.assertj.core.api.Assertions.assertThat;

import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.ProcessCalls;
import org.junit.jupiter.api.Test;

class DescriptorPressureTest {
  @Test
  void whereTheKernelDoesNotCountTheHighestNumbersAreLookedAt() throws KernelException {
    assertThat(DescriptorPressure.isNearByNumbers((int) ProcessCalls.descriptorLimit().soft())).isFalse();
    assertThat(DescriptorPressure.isNearByNumbers(63)).isTrue(); // so many are not 64
  }
}
