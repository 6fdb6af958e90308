package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.CallFailedException;
import org.ferryipc.rpc.PeerMain.Bench;
import org.ferryipc.unix.processes.DescriptorCount;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.processes.Stopped;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.ChildJvmLaunch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server is stopped for a while and then killed, anywhere in the calls of several callers: each call has its result,
 * or an error that is true, within its limit, and no descriptor is left.
 */
@Timeout(1_800) // of all kills; each call and each wait has its own limit
class KilledAtAnyPointTest {
  private static final int KILLS = Integer.getInteger("ferry.rpc.kills", Effort.of(6, 334));
  private static final int STOPS = 2; // before each kill
  private static final int CALLERS = 10; // of each server; so many calls are cut off by each kill
  private static final long SEED = Long.getLong("ferry.rpc.seed", 20_261_130);

  private static final Duration LIMIT = Duration.ofMillis(200);
  private static final Duration HANG = Duration.ofSeconds(60);
  // Of a machine that is busy with other things: what a thread may wait for its turn when a call has ended.
  private static final Duration GENEROUS = Duration.ofSeconds(20);
  private static final int LONGEST_MOMENT_NANOS = 10_000_000;

  private final AtomicLong results = new AtomicLong();
  private final AtomicLong late = new AtomicLong();
  private final AtomicLong cut = new AtomicLong();

  /** One call of some sort. */
  private interface Call {
    int make(Bench bench) throws IOException, InterruptedException;
  }

  @Test
  void everyCallEndsRightlyAndInTime(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("a.txt"), "content");
    List<Call> sorts =
        List.of(
            bench -> bench.add(6, 1),
            bench -> {
              try (OwnedFd opened = bench.open(file.toString())) {
                return (int) bench.length(opened);
              }
            },
            bench -> bench.ask(value -> value + 1, 6),
            bench -> bench.later(6).join());
    Random random = new Random(SEED);
    int before = -1;
    for (int kill = 0; kill < KILLS; kill++) {
      stopAndKill(sorts, random);
      if (before < 0) { // what is opened once for all is open now
        before = DescriptorCount.now();
      }
      assertThat(PeerMain.settled(before)).as("descriptors after kill %s, seed %s", kill, SEED).isEqualTo(before);
    }
    System.out.printf(
        "seed %d: %d kills, %d stops; calls: %d with results, %d late, %d cut off%n",
        SEED, KILLS, KILLS * STOPS, results.get(), late.get(), cut.get());
    assertThat(cut.get()).isEqualTo((long) KILLS * CALLERS);
    assertThat(results.get()).isGreaterThanOrEqualTo((long) KILLS * CALLERS);
  }

  private void stopAndKill(List<Call> sorts, Random random) throws Exception {
    ChildJvmLaunch launch =
        ChildJvm.of(PeerMain.class, "serve").jvmOptions("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"); // starts sooner
    try (ChildJvm server = launch.start()) {
      String name = server.awaitLine("at ", HANG).substring("at ".length());
      CountDownLatch calling = new CountDownLatch(CALLERS);
      List<InBackground<RpcException>> callers = new ArrayList<>();
      for (int c = 0; c < CALLERS; c++) {
        Call first = sorts.get(c % sorts.size());
        Call second = sorts.get((c + 1) % sorts.size());
        callers.add(InBackground.start(() -> callUntilKilled(name, first, second, calling)));
      }
      CallingContract.await(calling);
      for (int s = 0; s < STOPS; s++) {
        burn(random.nextInt(LONGEST_MOMENT_NANOS));
        try (Stopped unused = Stopped.process(server.pid())) {
          burn(random.nextInt(LONGEST_MOMENT_NANOS));
        }
      }
      burn(random.nextInt(LONGEST_MOMENT_NANOS));
      server.kill();
      for (InBackground<RpcException> caller : callers) {
        assertThat(caller.result()).isInstanceOfAny(RpcException.MaybeExecuted.class, RpcException.ServerGone.class);
        cut.incrementAndGet();
      }
    }
  }

  private RpcException callUntilKilled(String name, Call first, Call second, CountDownLatch calling)
      throws IOException, InterruptedException {
    try (Bench bench = Rpc.connect(name, Bench.class)) {
      Bench limited = Rpc.within(LIMIT, bench);
      boolean right = false;
      for (long n = 0; true; n++) {
        long begun = System.nanoTime();
        RpcException failure = failureOf(n % 2 == 0 ? first : second, limited);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LIMIT.plus(GENEROUS));
        if (failure == null) {
          results.incrementAndGet();
          if (!right) {
            right = true;
            calling.countDown();
          }
        } else if (failure instanceof RpcException.TimedOut timedOut) {
          assertThat(timedOut.limit()).isEqualTo(LIMIT);
          late.incrementAndGet();
        } else {
          return failure;
        }
      }
    }
  }

  private static @Nullable RpcException failureOf(Call call, Bench bench) throws IOException, InterruptedException {
    try {
      assertThat(call.make(bench)).isEqualTo(7);
      return null;
    } catch (CallFailedException e) {
      return (RpcException) e.getCause();
    } catch (CompletionException e) {
      return (RpcException) e.getCause();
    } catch (RpcException e) {
      return e;
    }
  }

  // The place in a call is what differs; a sleep would end with the scheduler's tick.
  private static void burn(int nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
