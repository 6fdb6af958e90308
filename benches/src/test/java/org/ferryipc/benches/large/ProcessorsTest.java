package org.ferryipc.benches.large;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessorsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0 | {0}", "0-1 | {0, 1}", "0,2-3,7 | {0, 2, 3, 7}", "64-65 | {64, 65}"})
  void readsListsAsTheKernelWritesThem(String list, String numbers) {
    assertThat(Processors.parse(list)).hasToString(numbers);
  }
}
