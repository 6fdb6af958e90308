package org.ferryipc.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @Test
  void aDirectoryIsEnough() throws Settings.UsageException {
    assertThat(Settings.of("/d")).isEqualTo(new Settings(Path.of("/d"), Set.of(), OptionalInt.empty(), 10));
  }

  @Test
  void optionsStandAnywhere() throws Settings.UsageException {
    Settings settings =
        Settings.of("--leave-out", "a", "/d", "--largest", "0", "--worker-user", "7", "--leave-out", "b");

    assertThat(settings).isEqualTo(new Settings(Path.of("/d"), Set.of("a", "b"), OptionalInt.of(7), 0));
  }

  @ParameterizedTest
  @CsvSource({
    "'', no directory",
    "'a b', more than one directory",
    "'-x a', there is no option -x",
    "'a --largest', --largest needs a value",
    "'a --largest many', 'needs a number from 0, not many'",
    "'a --worker-user -1', 'needs a number from 0, not -1'",
    "'a --worker-user 4294967296', 'needs a number from 0, not 4294967296'",
  })
  void whatCannotBeIsSaid(String line, String problem) {
    String[] words = line.isEmpty() ? new String[0] : line.split(" ");

    assertThatThrownBy(() -> Settings.of(words))
        .isInstanceOf(Settings.UsageException.class)
        .hasMessageContaining(problem);
  }
}
