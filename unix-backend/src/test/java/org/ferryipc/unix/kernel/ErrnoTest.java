package org.ferryipc.unix.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrnoTest {

  @Test
  void everyConstantHasItsOwnName() throws IllegalAccessException {
    for (Field constant : Errno.class.getFields()) {
      assertThat(Errno.name(constant.getInt(null))).isEqualTo(constant.getName());
    }
  }

  @ParameterizedTest
  @CsvSource({"1, EPERM", "43, EIDRM", "84, EILSEQ", "133, EHWPOISON"})
  void theTableHasNoSlip(int errno, String name) {
    assertThat(Errno.name(errno)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"-1", "0", "41", "58", "134", "4095"})
  void aNumberWithoutNameIsShownAsNumber(int errno) {
    assertThat(Errno.name(errno)).isEqualTo("errno " + errno);
  }
}
