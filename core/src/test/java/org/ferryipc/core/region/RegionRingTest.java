package org.ferryipc.core.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the ring, one by one, and against a model. */
class RegionRingTest {
  private static final long NO_CAP = Long.MAX_VALUE;
  private static final long BYTES = 4096;

  private final List<Plain> givenBack = new ArrayList<>();

  /** A region that is nothing but its name. */
  static final class Plain extends Region {
    private final int name;

    Plain(int name) {
      super(BYTES);
      this.name = name;
      grow(BYTES);
    }

    @Override
    protected boolean isReleased() {
      return true;
    }

    @Override
    protected boolean claim() {
      return true;
    }

    @Override
    public String toString() {
      return "region " + name;
    }
  }

  private RegionRing<Plain> ring(int size) {
    return new RegionRing<>(size, givenBack::add);
  }

  private static List<Plain> regions(int count) {
    List<Plain> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(new Plain(i));
    }
    return made;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 126, 127, 128, 1024})
  void oneRegionThatBouncesEvictsNobody(int size) {
    RegionRing<Plain> ring = ring(size);
    List<Plain> others = regions(size - 1);
    others.forEach(region -> ring.emptied(region, NO_CAP));
    Plain bouncing = new Plain(-1);
    for (int i = 0; i < 2 * size; i++) {
      ring.emptied(bouncing, NO_CAP);
      assertThat(ring.dirty()).isEqualTo(size * BYTES);
      ring.used(bouncing);
    }
    assertThat(givenBack).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 126, 127, 128, 1024})
  void oneMoreThanThereAreplacesEvictsTheOldestAlone(int size) {
    RegionRing<Plain> ring = ring(size);
    List<Plain> all = regions(size + 1);
    all.forEach(region -> ring.emptied(region, NO_CAP));
    assertThat(givenBack).containsExactly(all.getFirst());
    assertThat(ring.dirty()).isEqualTo(size * BYTES);
  }

  @Test
  void evictingOneThatIsUsedAgainFreesNothing() {
    RegionRing<Plain> ring = ring(2);
    List<Plain> all = regions(4);
    ring.emptied(all.get(0), NO_CAP);
    ring.emptied(all.get(1), NO_CAP);
    ring.used(all.get(0));
    ring.emptied(all.get(2), NO_CAP);
    assertThat(givenBack).isEmpty();
    ring.emptied(all.get(0), NO_CAP);
    assertThat(givenBack).as("it had left the ring and enters it anew").containsExactly(all.get(1));
    ring.emptied(all.get(3), NO_CAP);
    assertThat(givenBack).containsExactly(all.get(1), all.get(2));
  }

  @Test
  void oneThatIsUsedAgainStaysAndSoGetsNoNewLife() {
    RegionRing<Plain> ring = ring(2);
    List<Plain> all = regions(3);
    ring.emptied(all.get(0), NO_CAP);
    ring.emptied(all.get(1), NO_CAP);
    ring.used(all.get(0));
    ring.emptied(all.get(0), NO_CAP);
    ring.emptied(all.get(2), NO_CAP);
    assertThat(givenBack).as("its place is as old as at first").containsExactly(all.get(0));
  }

  @Test
  void overTheCapItShrinksToHalfOrToTheCapWhicheverIsLessOldestFirst() {
    RegionRing<Plain> ring = ring(16);
    List<Plain> all = regions(8);
    all.subList(0, 7).forEach(region -> ring.emptied(region, 7 * BYTES));
    assertThat(givenBack).isEmpty();
    ring.emptied(all.get(7), 7 * BYTES);
    assertThat(givenBack).as("half of eight").containsExactlyElementsOf(all.subList(0, 4));
    ring.used(all.get(7));
    ring.emptied(all.get(7), BYTES);
    assertThat(givenBack).as("the cap").containsExactlyElementsOf(all.subList(0, 7));
    assertThat(ring.dirty()).isEqualTo(BYTES);
  }

  @Test
  void aWalkAroundTheWholeRingLeavesNothing() {
    RegionRing<Plain> ring = ring(16);
    List<Plain> all = regions(20);
    all.forEach(region -> ring.emptied(region, NO_CAP));
    ring.shrink(0);
    assertThat(ring.dirty()).isZero();
    assertThat(givenBack).containsExactlyElementsOf(all);
  }

  @Test
  void withoutPlacesEverythingIsGivenBackAtOnce() {
    RegionRing<Plain> ring = ring(0);
    Plain region = new Plain(0);
    for (int i = 1; i <= 3; i++) {
      ring.emptied(region, NO_CAP);
      assertThat(givenBack).hasSize(i);
      assertThat(ring.dirty()).isZero();
    }
    ring.shrink(0);
    ring.resize(0);
    assertThat(givenBack).hasSize(3);
  }

  @Test
  void aSmallerRingKeepsTheNewestAndALargerOneAll() {
    RegionRing<Plain> ring = ring(8);
    List<Plain> all = regions(11);
    all.subList(0, 10).forEach(region -> ring.emptied(region, NO_CAP));
    givenBack.clear();
    ring.used(all.get(3));
    ring.resize(3);
    assertThat(givenBack).as("but for the one in use").containsExactly(all.get(2), all.get(4), all.get(5), all.get(6));
    givenBack.clear();
    ring.resize(5);
    assertThat(givenBack).isEmpty();
    ring.emptied(all.get(3), NO_CAP);
    ring.emptied(all.get(10), NO_CAP);
    assertThat(givenBack).isEmpty();
    ring.shrink(0);
    assertThat(givenBack).containsExactly(all.get(7), all.get(8), all.get(9), all.get(3), all.get(10));
  }

  /** The same rules, said with a list of the places. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 16, 127})
  void itDoesWhatAListWouldDo(int size) {
    Random random = new Random(size);
    RegionRing<Plain> ring = ring(size);
    List<Plain> all = regions(3 * size);
    List<Plain> places = new ArrayList<>();
    List<Plain> empty = new ArrayList<>();
    List<Plain> expected = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      Plain region = all.get(random.nextInt(all.size()));
      if (empty.remove(region)) {
        ring.used(region);
      } else {
        empty.add(region);
        if (!places.contains(region)) {
          places.add(region);
          if (places.size() > size) {
            Plain oldest = places.removeFirst();
            if (empty.remove(oldest)) {
              expected.add(oldest);
            }
          }
        }
        ring.emptied(region, NO_CAP);
      }
      assertThat(ring.dirty()).isEqualTo(empty.size() * BYTES);
    }
    assertThat(givenBack).isEqualTo(expected);
  }
}
