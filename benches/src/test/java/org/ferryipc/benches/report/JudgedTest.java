package org.ferryipc.benches.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgedTest {

  @ParameterizedTest
  @CsvSource({
    "1.10, 1.05, 1.15, ok",
    "1.20, 1.15, 1.25, ok?",
    "1.21, 1.15, 1.25, MISS?",
    "1.30, 1.25, 1.35, MISS"
  })
  void judgesByTheMedianAndDoubtsWhenTheLimitIsInTheInterval(double median, double low, double high, String verdict) {
    Judged judged = new Judged(new Estimate(median, low, high), 1.2);

    assertThat(judged.verdict()).isEqualTo(verdict);
    assertThat(judged.holds()).isEqualTo(verdict.startsWith("ok"));
  }

  @Test
  void saysNothingWithoutALimit() {
    Judged judged = new Judged(new Estimate(99, 98, 100), null);

    assertThat(judged.verdict()).isEmpty();
    assertThat(judged.holds()).isTrue();
  }
}
