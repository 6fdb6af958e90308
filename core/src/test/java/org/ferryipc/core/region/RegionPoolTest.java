package org.ferryipc.core.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.ferryipc.core.RegionFigures;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a pool takes, keeps and gives back. */
class RegionPoolTest {
  private static final RegionPolicy ANY = new RegionPolicy(16, 3, Long.MAX_VALUE);

  private final List<Counted> givenBack = new ArrayList<>();
  private final long kept = KeptBytes.now();
  private RegionPool<Counted> pool = pool(ANY);

  /** A region of which a test is the receiver. */
  private static final class Counted extends Region {
    boolean released;
    boolean busy;

    Counted(long capacity) {
      super(capacity);
    }

    @Override
    protected boolean isReleased() {
      return released;
    }

    @Override
    protected boolean claim() {
      return !busy;
    }
  }

  private RegionPool<Counted> pool(RegionPolicy policy) {
    Ground ground = new Ground();
    ground.pool = new RegionPool<>(ground, policy);
    return ground.pool;
  }

  private final class Ground implements RegionGround<Counted> {
    RegionPool<Counted> pool;

    @Override
    public Counted make(long capacity) {
      Counted made = new Counted(capacity);
      pool.grew(made, capacity, 0);
      return made;
    }

    @Override
    public void giveBack(Counted region) {
      givenBack.add(region);
    }
  }

  private Counted take(long bytes) throws Exception {
    Counted taken = pool.take(bytes);
    assertThat(taken).isNotNull();
    taken.released = false;
    return taken;
  }

  private Counted sent(long bytes) throws Exception {
    Counted taken = take(bytes);
    pool.sent(taken);
    return taken;
  }

  @AfterEach
  void nothingIsCountedOfAPoolThatIsClosed() {
    pool.close();
    assertThat(KeptBytes.now()).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource({"0, 4096", "1, 4096", "4095, 4096", "4096, 4096", "4097, 8192", "8192, 8192", "2147482623, 2147483648"})
  void aRegionIsTheNextPowerOfTwo(long bytes, long capacity) {
    assertThat(RegionPool.capacityFor(bytes)).isEqualTo(capacity);
  }

  @Test
  void whatWasReleasedIsTakenAgainLastFirst() throws Exception {
    Counted first = sent(5000);
    Counted second = sent(5000);
    assertThat(second).isNotSameAs(first);
    first.released = true;
    second.released = true;
    assertThat(take(8192)).isSameAs(second);
    assertThat(take(4097)).isSameAs(first);
    assertThat(take(4096)).as("of another size").isNotIn(first, second);
  }

  @Test
  void whatIsNotReleasedIsFoundBehindHoweverMany() throws Exception {
    List<Counted> held = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      held.add(sent(1));
    }
    held.get(70).released = true;
    assertThat(take(1)).isSameAs(held.get(70));
    assertThat(pool.figures().out()).isEqualTo(99);
  }

  @Test
  void whatTheReceiverIsBusyWithIsNeitherTakenNorGivenBack() throws Exception {
    Counted busy = sent(1);
    busy.released = true;
    busy.busy = true;
    assertThat(take(1)).isNotSameAs(busy);
    pool.purge();
    assertThat(givenBack).isEmpty();
    busy.busy = false;
    assertThat(take(1)).isSameAs(busy);
  }

  @Test
  void theCapIsAnEighthOfWhatIsCommitted() throws Exception {
    pool = pool(new RegionPolicy(1024, 3, 0));
    List<Counted> all = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      all.add(take(4096));
    }
    for (int i = 0; i < 10; i++) {
      pool.unsent(all.get(i));
    }
    assertThat(givenBack).as("ten of eighty").isEmpty();
    pool.unsent(all.get(10));
    assertThat(givenBack).as("to half of eleven").containsExactlyElementsOf(all.subList(0, 6));
    RegionFigures figures = pool.figures();
    assertThat(figures.committedBytes()).isEqualTo(74 * 4096);
    assertThat(figures.emptyBytes()).isEqualTo(5 * 4096);
    assertThat(figures.peakBytes()).isEqualTo(80 * 4096);
  }

  @Test
  void belowTheLeastCapAChannelKeepsItsOnlyRegion() throws Exception {
    pool = pool(new RegionPolicy(16, 3, 1 << 20));
    for (int i = 0; i < 100; i++) {
      sent(1 << 20).released = true;
    }
    assertThat(pool.figures().commits()).isEqualTo(1);
    sent(2 << 20).released = true;
    Counted unused = take(1);
    assertThat(givenBack).as("over it").isNotEmpty();
  }

  @Test
  void overTheLimitOfTheProcessAPoolKeepsNothing() throws Exception {
    pool = pool(new RegionPolicy(1024, 3, Long.MAX_VALUE));
    Counted large = take(KeptBytes.MOST);
    Counted small = take(4096);
    pool.unsent(large);
    assertThat(givenBack).isEmpty();
    pool.unsent(small);
    assertThat(givenBack).containsExactly(large, small);
  }

  @Test
  void aPurgeGivesBackWhatIsReleasedAndNothingElse() throws Exception {
    Counted released = sent(1);
    Counted held = sent(1);
    released.released = true;
    pool.purge();
    assertThat(givenBack).containsExactly(released);
    held.released = true;
    pool.purge();
    assertThat(givenBack).containsExactly(released, held);
    assertThat(pool.figures().committedBytes()).isZero();
  }

  @Test
  void aPoolThatIsNotUsedIsPurgedAtTheSecondTick() throws Exception {
    sent(1).released = true;
    assertThat(pool.tick()).as("it was used since").isTrue();
    assertThat(givenBack).isEmpty();
    assertThat(pool.tick()).as("nothing is left").isFalse();
    assertThat(givenBack).hasSize(1);
    Counted held = sent(1);
    assertThat(pool.tick()).isTrue();
    assertThat(pool.tick()).as("a receiver holds it").isTrue();
    held.released = true;
    assertThat(pool.tick()).isFalse();
    assertThat(givenBack).hasSize(2);
  }

  @Test
  void aClosedPoolGivesNothingAndTakesAnything() throws Exception {
    Counted one = take(1);
    Counted two = take(1);
    Counted three = take(1);
    pool.unsent(three);
    pool.close();
    pool.sent(one);
    pool.unsent(two);
    assertThat(pool.take(1)).isNull();
    assertThat(pool.tick()).isFalse();
    pool.purge();
    pool.resize(0);
    assertThat(givenBack).as("they end with the ground").isEmpty();
    pool.close();
  }

  /** However it is used, what is committed is what was made and not given back, and no region is two messages'. */
  @Test
  void theBooksAreRightWhateverHappens() throws Exception {
    Random random = new Random(7);
    pool = pool(new RegionPolicy(8, 3, 100_000));
    Deque<Counted> taken = new ArrayDeque<>();
    Deque<Counted> out = new ArrayDeque<>();
    for (int step = 0; step < 50_000; step++) {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          Counted region = take(random.nextInt(40_000));
          assertThat(taken.contains(region) || out.contains(region)).isFalse();
          taken.add(region);
        }
        case 3, 4 -> {
          if (!taken.isEmpty()) {
            pool.sent(taken.peek());
            out.add(taken.remove());
          }
        }
        case 5 -> {
          if (!taken.isEmpty()) {
            pool.unsent(taken.remove());
          }
        }
        case 6 -> {
          if (!out.isEmpty()) {
            out.remove().released = true;
          }
        }
        default -> {
          if (random.nextInt(50) == 0) {
            pool.resize(random.nextInt(12));
          } else if (random.nextInt(50) == 0) {
            pool.purge();
          }
        }
      }
      if (taken.size() > 40) {
        taken.forEach(pool::unsent);
        taken.clear();
      }
    }
    RegionFigures figures = pool.figures();
    assertThat(figures.commits() - figures.givenBack()).isEqualTo(givenBack.isEmpty() ? figures.commits() : live(figures));
    taken.forEach(pool::unsent);
    out.forEach(region -> region.released = true);
    pool.purge();
    assertThat(pool.figures().committedBytes()).isZero();
    assertThat(pool.figures().commits()).isEqualTo(givenBack.size());
  }

  private long live(RegionFigures figures) {
    return figures.commits() - givenBack.size();
  }
}
