package org.ferryipc.unix.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.ferryipc.core.region.RegionPolicy;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Mappings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where pages have 16 or 64 KiB, as some aarch64 kernels' do, regions of 4 KiB shared one, and to give one back took its whole page:
 * messages that lay beside it and were not read yet became zeros. Others were not given back at all, with a warning each.
 */
class PagesLargerThanRegionsTest {
  private static final long SMALL = 4096;
  private static final int REGIONS = 40; // more than smallest regions fit in a page of 64 KiB, and words of more than one page

  private static final RegionPolicy POLICY = RegionPolicy.defaults();

  @ParameterizedTest
  @ValueSource(longs = {4096, 16_384, 65_536})
  void noTwoRegionsShareAPage(long page) throws Exception {
    SendersGround ground = SendersGround.create(POLICY, page);
    try {
      long behind = 0;
      for (int i = 0; i < REGIONS; i++) {
        FileRegion region = Objects.requireNonNull(ground.make(SMALL));
        assertThat(region.at() % page).as("where region %d begins", i).isZero();
        assertThat(region.at()).isGreaterThanOrEqualTo(behind);
        region.begin(1);
        region.write(List.of(), new byte[] {1}, 1);
        assertThat(region.touched().byteSize()).as("whole pages of its own").isEqualTo(page);
        behind = region.at() + region.touched().byteSize();
      }
    } finally {
      ground.release();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {4096, 16_384, 65_536})
  void whatLiesBesideARegionThatIsGivenBackStays(long page) throws Exception {
    SendersGround ground = SendersGround.create(POLICY, page);
    try {
      List<FileRegion> regions = new ArrayList<>();
      for (int i = 0; i < REGIONS; i++) {
        FileRegion region = Objects.requireNonNull(ground.make(i % 3 == 2 ? 4 * SMALL : SMALL));
        region.begin(1);
        region.write(List.of(), new byte[] {(byte) (i + 1)}, 1);
        regions.add(region);
      }
      for (int i = 0; i < REGIONS; i += 2) {
        FileRegion gone = regions.get(i);
        long hole = gone.touched().byteSize();
        ground.giveBack(gone);
        assertThat(ground.file().asSlice(gone.at(), hole).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
        for (int beside = i + 1; beside < REGIONS; beside += 2) {
          FileRegion kept = regions.get(beside);
          assertThat(ground.file().get(ValueLayout.JAVA_BYTE, kept.at())).isEqualTo((byte) (beside + 1));
          boolean apart = kept.at() >= gone.at() + Mappings.wholePages(hole, page) || kept.at() < gone.at();
          assertThat(apart).as("region %d outside the pages of region %d", beside, i).isTrue();
        }
      }
    } finally {
      ground.release();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {4096, 16_384, 65_536})
  void aReceiverTakesTheFileWhateverItsSendersPageIs(long page) throws Exception {
    SendersGround ground = SendersGround.create(POLICY, page);
    try {
      Objects.requireNonNull(ReceivedGround.open(Descriptors.duplicate(ground.number()), "test")).forget();
      FileRegion largest = Objects.requireNonNull(ground.make(SendersGround.LARGEST_REGION));
      assertThat(largest.at() + largest.capacity()).isLessThanOrEqualTo(ground.file().byteSize());
    } finally {
      ground.release();
    }
  }
}
