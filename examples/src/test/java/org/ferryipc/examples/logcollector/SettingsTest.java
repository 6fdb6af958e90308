package org.ferryipc.examples.logcollector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @Test
  void nothingNeedBeSaid() throws Settings.UsageException {
    assertThat(Settings.of()).isEqualTo(new Settings(8, 4, 2_000, 1_000, 1, Duration.ofSeconds(10), Duration.ofSeconds(1)));
  }

  @Test
  void everythingCanBeSaid() throws Settings.UsageException {
    String line = "--workers 1 --logs 2 --rate 3 --longest 4 --batch 5 --seconds 0 --kill-every 0";
    assertThat(Settings.of(line.split(" "))).isEqualTo(new Settings(1, 2, 3, 4, 5, Duration.ZERO, Duration.ZERO));
  }

  @ParameterizedTest
  @CsvSource({
    "'x', there is no option x",
    "'--workers', --workers needs a number",
    "'--workers 0', 'needs a number from 1, not 0'",
    "'--seconds -1', 'needs a number from 0, not -1'",
    "'--rate fast', 'needs a number from 1, not fast'",
  })
  void whatCannotBeIsSaid(String line, String problem) {
    assertThatThrownBy(() -> Settings.of(line.split(" ")))
        .isInstanceOf(Settings.UsageException.class)
        .hasMessageContaining(problem);
  }
}
