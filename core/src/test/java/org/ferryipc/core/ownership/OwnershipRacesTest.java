package org.ferryipc.core.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Resource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The same programs as in {@link EveryOrderOfEventsTest}, really at once: what that cannot show is a transition that is
 * not one, and a write that another processor does not see.
 */
class OwnershipRacesTest {
  // As many as run at once on the smallest machine that this is built on; more would take turns, not race.
  private static final int THREADS = 2;
  private static final int HANDLES = 40_000;
  private static final int PROGRAMS_EACH = 3;
  private static final int SPINS = 1000;

  @Test
  void threadsThatRaceForAHandleReleaseItOnceOrMoveIt() throws Exception {
    List<Raced> handles = Stream.generate(Raced::new).limit(HANDLES).toList();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      ExecutorCompletionService<Void> racers = new ExecutorCompletionService<>(pool);
      for (int t = 0; t < THREADS; t++) {
        Random random = new Random(t);
        racers.submit(() -> race(handles, random));
      }
      for (int t = 0; t < THREADS; t++) {
        racers.take().get();
      }
    } finally {
      pool.shutdownNow(); // one that failed leaves the other waiting
    }
    handles.forEach(Raced::finish);
  }

  private static @Nullable Void race(List<Raced> handles, Random random) throws IOException {
    Program[] all = Program.values();
    for (Raced handle : handles) {
      handle.meet();
      for (int i = 0; i < PROGRAMS_EACH; i++) {
        handle.run(all[random.nextInt(all.length)]);
      }
    }
    return null;
  }

  private static final class Raced implements Resource {
    private final Ownership owned = new Ownership(this);
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger commits = new AtomicInteger();
    private final AtomicInteger releases = new AtomicInteger();
    private final AtomicInteger releasedUnderACall = new AtomicInteger();

    /** Lets the racers begin at one moment. */
    void meet() {
      arrived.incrementAndGet();
      for (int spins = 0; arrived.get() < THREADS && !Thread.currentThread().isInterrupted(); spins++) {
        if (spins < SPINS) {
          Thread.onSpinWait();
        } else {
          Thread.yield(); // the other racer has no processor
        }
      }
    }

    void run(Program program) throws IOException {
      int begun = 0;
      boolean leased = false;
      for (Program.Step step : program.steps()) {
        try {
          switch (step) {
            case HOLD -> {
              owned.hold("raced");
              calls.incrementAndGet();
              begun++;
            }
            case DROP -> {
              if (begun > 0) {
                begun--;
                calls.decrementAndGet();
                owned.drop();
              }
            }
            case LEASE, LEASE_ALONE -> {
              owned.lease("raced", step == Program.Step.LEASE_ALONE);
              leased = true;
            }
            case COMMIT -> {
              if (leased) {
                leased = false;
                commits.incrementAndGet();
                owned.commit("a racer");
              }
            }
            case ROLLBACK -> {
              if (leased) {
                leased = false;
                owned.rollback();
              }
            }
            case CLOSE -> owned.close();
          }
        } catch (HandleStateException another) {
          // Another thread was first: that is the race.
        }
      }
    }

    void finish() {
      owned.closeQuietly();
      boolean moved = owned.state() instanceof HandleState.Moved;
      assertThat(commits).as("moves").hasValue(moved ? 1 : 0);
      assertThat(releases).as("releases").hasValue(moved ? 0 : 1);
      assertThat(releasedUnderACall).as("releases under a call").hasValue(0);
    }

    @Override
    public HandleKind kind() {
      return HandleKind.SENDER;
    }

    @Override
    public void wake() {}

    @Override
    public void release() {
      releases.incrementAndGet();
      if (calls.get() != 0) {
        releasedUnderACall.incrementAndGet();
      }
    }
  }
}
