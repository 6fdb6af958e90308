package org.ferryipc.benches.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ScaleTest {

  @Test
  void putsEqualRatiosAtEqualDistances() {
    Scale scale = new Scale(1, 10_000, 100, 500);

    assertThat(scale.at(1)).isEqualTo(100);
    assertThat(scale.at(100)).isCloseTo(300, within(1e-9));
    assertThat(scale.at(10_000)).isCloseTo(500, within(1e-9));
  }

  @Test
  void keepsWhatItCannotShowAtItsEnds() {
    Scale scale = new Scale(1, 10, 500, 100);

    assertThat(scale.at(0)).isEqualTo(500);
    assertThat(scale.at(-3)).isEqualTo(500);
    assertThat(scale.at(1e9)).isEqualTo(100);
  }

  @Test
  void hasRoundMarksAndNotTooMany() {
    assertThat(new Scale(0.9, 11, 0, 1).marks()).containsExactly(1.0, 2.0, 5.0, 10.0);
    assertThat(new Scale(0.9, 1.1e6, 0, 1).marks()).containsExactly(1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6);
  }

  @Test
  void isALineAlsoForOneValueOrNone() {
    assertThat(Scale.over(DoubleStream.of(5), 0, 10).at(5)).isCloseTo(5, within(1e-9));
    assertThat(Scale.over(DoubleStream.of(0, Double.NaN), 0, 10).at(1)).isCloseTo(5, within(1e-9));
  }
}
