package org.ferryipc.unix.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** The page size that regions go by is the kernel's own: a hole from anywhere else is refused, or takes what lies beside. */
class PageSizeTest {
  @Test
  void adviceIsTakenAtMultiplesOfThePageSizeAndNowhereElse() throws Exception {
    long page = Mappings.pageSize();
    assertThat(page).isBetween(4096L, Mappings.LARGEST_PAGE);
    assertThat(Long.bitCount(page)).isOne();
    int file = MemoryFiles.create("ferry-test");
    try (Arena arena = Arena.ofConfined()) {
      MemoryFiles.resize(file, 3 * page);
      MemorySegment mapped = Mappings.map(file, 0, 3 * page, Mappings.PROT_READ | Mappings.PROT_WRITE, arena);
      mapped.fill((byte) 1);
      Mappings.advise(mapped.asSlice(page, 1), Mappings.MADV_REMOVE);
      for (long at = 0; at < 3 * page; at++) {
        boolean hole = at >= page && at < 2 * page;
        assertThat(mapped.get(ValueLayout.JAVA_BYTE, at)).isEqualTo((byte) (hole ? 0 : 1));
      }
      assertThatThrownBy(() -> Mappings.advise(mapped.asSlice(page / 2, 1), Mappings.MADV_REMOVE))
          .hasMessageContaining("EINVAL");
    } finally {
      Descriptors.close(file);
    }
  }
}
