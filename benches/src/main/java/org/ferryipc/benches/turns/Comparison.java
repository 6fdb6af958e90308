package org.ferryipc.benches.turns;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.profile.JavaFlightRecorderProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Benchmarks measured side by side.
 *
 * <p>Each runs in a virtual machine of its own, forked by JMH, so that none is compiled with the profile of another;
 * and each iteration of the first is followed at once by one of the second, so that the machine's drift hits both. All
 * machines live at the same time, and those that have not the turn sleep.
 */
public final class Comparison {
  static {
    // JMH lets only one run at a time on a machine; here several take turns, and the referee sees to that.
    System.setProperty("jmh.ignoreLock", "true");
  }

  // He ends with the last player, whose process has ended by then.
  private static final int REFEREE_SECONDS = 60;
  private static final String ALLOCATED = "gc.alloc.rate.norm";
  private static final String[] JVM_ARGUMENTS = {
    "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-Xshare:auto"
  };

  private final List<Bench> benches;
  private final Effort effort;
  private final Path logs;
  private final boolean recorded;

  /**
   * A comparison that has not begun.
   *
   * @param logs a folder for what JMH says
   * @param recorded whether a flight recording of each benchmark is left there, which slows all a little
   */
  public Comparison(List<Bench> benches, Effort effort, Path logs, boolean recorded) {
    this.benches = List.copyOf(benches);
    this.effort = effort;
    this.logs = logs;
    this.recorded = recorded;
  }

  /**
   * Measures in one set of fresh virtual machines.
   *
   * @return the scores in the order of the benchmarks, with as many iterations in each
   * @throws MeasurementFailed if a benchmark fails
   */
  public List<Scores> measure() throws MeasurementFailed, InterruptedException {
    AtomicReference<Bench> culprit = new AtomicReference<>();
    ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("bench-", 0).factory());
    try (Referee referee = Referee.open(benches.size())) {
      Files.createDirectories(logs);
      Future<?> refereeing =
          threads.submit(
              () -> {
                referee.run();
                return null;
              });
      List<Future<Scores>> running = new ArrayList<>();
      for (int i = 0; i < benches.size(); i++) {
        Bench bench = benches.get(i);
        String place = referee.place(i);
        running.add(threads.submit(() -> run(bench, place, referee, culprit)));
      }
      List<Scores> scores = new ArrayList<>();
      for (Future<Scores> one : running) {
        scores.add(one.get());
      }
      Object unused = refereeing.get(REFEREE_SECONDS, TimeUnit.SECONDS);
      return scores;
    } catch (ExecutionException e) {
      Bench first = culprit.get();
      String what = first == null ? "taking turns failed" : first.fileName() + " failed, see " + log(first);
      throw new MeasurementFailed(what, e.getCause());
    } catch (IOException | TimeoutException e) {
      throw new MeasurementFailed("the benchmarks could not take turns: " + e, e);
    } finally {
      threads.shutdownNow();
    }
  }

  // Whoever fails before it has reached the referee must not leave him waiting, and the others with him. Those fail
  // then too, so the first one is remembered.
  private Scores run(Bench bench, String place, Referee referee, AtomicReference<Bench> culprit)
      throws RunnerException, IOException {
    boolean done = false;
    // JMH leaves a file open that it was told by name.
    try (PrintStream output = new PrintStream(log(bench).toFile(), StandardCharsets.UTF_8)) {
      OutputFormat format = OutputFormatFactory.createFormatInstance(output, VerboseMode.NORMAL);
      Scores scores = scores(new Runner(options(bench, place).build(), format).run());
      done = true;
      return scores;
    } finally {
      if (!done) {
        boolean unused = culprit.compareAndSet(null, bench);
        referee.close();
      }
    }
  }

  private ChainedOptionsBuilder options(Bench bench, String place) {
    TimeValue time = TimeValue.milliseconds(effort.millis());
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + bench.owner().getName().replace(".", "\\.") + "\\." + bench.method() + "$")
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .threads(1)
            .forks(1)
            .warmupIterations(effort.warmups())
            .warmupTime(time)
            .measurementIterations(effort.iterations())
            .measurementTime(time)
            .addProfiler(Player.class, place)
            .addProfiler(GCProfiler.class)
            .jvmArgs(JVM_ARGUMENTS)
            .shouldFailOnError(true);
    bench.parameters().forEach(options::param);
    if (recorded) {
      options.addProfiler(JavaFlightRecorderProfiler.class, "dir=" + logs);
    }
    return options;
  }

  private Path log(Bench bench) {
    return logs.resolve(bench.fileName() + ".log");
  }

  private static Scores scores(Collection<RunResult> runs) {
    if (runs.size() != 1) {
      throw new IllegalStateException(runs.size() + " benchmarks have that name and these parameters");
    }
    List<Double> nanos = new ArrayList<>();
    List<Double> allocated = new ArrayList<>();
    for (IterationResult iteration :
        runs.iterator().next().getBenchmarkResults().iterator().next().getIterationResults()) {
      nanos.add(iteration.getPrimaryResult().getScore());
      Result<?> bytes = iteration.getSecondaryResults().get(ALLOCATED);
      allocated.add(bytes == null ? Double.NaN : bytes.getScore());
    }
    return new Scores(nanos, allocated);
  }
}
