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
import java.util.function.Function;
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
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * Benchmarks measured side by side.
 *
 * <p>Each iteration of the first is followed at once by one of the second, so that the machine's drift hits both. One that
 * runs in a virtual machine of its own, forked by JMH, is not compiled with the profile of another; those that share a
 * machine spare the start of many. All machines live at the same time, and whoever has not the turn sleeps.
 */
public final class Comparison {
  static {
    // JMH lets only one run at a time on a machine; here several take turns, and the referee sees to that.
    System.setProperty("jmh.ignoreLock", "true");
  }

  // He ends with the last player, whose process has ended by then.
  private static final int REFEREE_SECONDS = 60;
  private static final double PERCENT = 100;
  private static final String ALLOCATED = "gc.alloc.rate.norm";
  private static final List<String> JVM_ARGUMENTS =
      List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-Xshare:auto");

  private final List<List<Contender>> machines;
  private final Effort effort;
  private final Path logs;
  private final boolean recorded;

  /**
   * A comparison that has not begun.
   *
   * @param machines who runs in each virtual machine
   * @param logs a folder for what JMH says
   * @param recorded whether a flight recording of each benchmark is left there that has a machine of its own, which slows all
   *     a little
   */
  public Comparison(List<List<Contender>> machines, Effort effort, Path logs, boolean recorded) {
    this.machines = machines.stream().map(List::copyOf).toList();
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
    return inTurn(Mode.AverageTime, Comparison::scores);
  }

  /**
   * Measures likewise, and times single operations.
   *
   * @param quantiles which parts of the operations, from 0 to 1
   * @return the times in the order of the benchmarks
   * @throws MeasurementFailed if a benchmark fails
   */
  public List<Sampled> sample(List<Double> quantiles) throws MeasurementFailed, InterruptedException {
    return inTurn(Mode.SampleTime, runs -> sampled(runs, quantiles));
  }

  private <S> List<S> inTurn(Mode mode, Function<Collection<RunResult>, S> reading)
      throws MeasurementFailed, InterruptedException {
    AtomicReference<String> culprit = new AtomicReference<>();
    ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("bench-", 0).factory());
    try (Referee referee = Referee.open(machines.stream().mapToInt(List::size).sum())) {
      Files.createDirectories(logs);
      Future<?> refereeing =
          threads.submit(
              () -> {
                referee.run();
                return null;
              });
      List<Future<List<Collection<RunResult>>>> running = new ArrayList<>();
      int place = 0;
      for (List<Contender> machine : machines) {
        int first = place;
        running.add(threads.submit(() -> run(machine, mode, referee, first, culprit)));
        place += machine.size();
      }
      List<S> scores = new ArrayList<>();
      for (Future<List<Collection<RunResult>>> one : running) {
        one.get().stream().map(reading).forEach(scores::add);
      }
      Object unused = refereeing.get(REFEREE_SECONDS, TimeUnit.SECONDS);
      return scores;
    } catch (ExecutionException e) {
      String first = culprit.get();
      throw new MeasurementFailed(first == null ? "taking turns failed" : first, e.getCause());
    } catch (IOException | TimeoutException e) {
      throw new MeasurementFailed("the benchmarks could not take turns: " + e, e);
    } finally {
      threads.shutdownNow();
    }
  }

  // Whoever fails before it has reached the referee must not leave him waiting, and the others with him. Those fail
  // then too, so the first one is remembered.
  private List<Collection<RunResult>> run(
      List<Contender> machine, Mode mode, Referee referee, int place, AtomicReference<String> culprit)
      throws RunnerException, IOException, InterruptedException {
    boolean done = false;
    try {
      List<Collection<RunResult>> runs =
          machine.size() == 1
              ? List.of(alone(machine.getFirst(), mode, referee.place(place)))
              : together(machine, mode, referee, place);
      for (Collection<RunResult> of : runs) {
        if (of.size() != 1) {
          throw new IllegalStateException(of.size() + " benchmarks have that name and these parameters");
        }
      }
      done = true;
      return runs;
    } finally {
      if (!done) {
        boolean unused = culprit.compareAndSet(null, failure(machine));
        referee.close();
      }
    }
  }

  private String failure(List<Contender> machine) {
    Bench first = machine.getFirst().bench();
    return machine.size() == 1
        ? first.fileName() + " failed, see " + log(first)
        : first.fileName() + " or what takes turns with it failed, see " + logs.resolve(SharedMachine.LOG);
  }

  private Collection<RunResult> alone(Contender one, Mode mode, String place) throws RunnerException, IOException {
    ChainedOptionsBuilder options = options(one, mode, place).forks(1).jvmArgs(JVM_ARGUMENTS.toArray(String[]::new));
    if (recorded) {
      options.addProfiler(JavaFlightRecorderProfiler.class, "dir=" + logs);
    }
    // JMH leaves a file open that it was told by name.
    try (PrintStream output = new PrintStream(log(one.bench()).toFile(), StandardCharsets.UTF_8)) {
      OutputFormat format = OutputFormatFactory.createFormatInstance(output, VerboseMode.NORMAL);
      return new Runner(options.build(), format).run();
    }
  }

  private List<Collection<RunResult>> together(List<Contender> machine, Mode mode, Referee referee, int place)
      throws IOException, InterruptedException {
    List<Options> options = new ArrayList<>();
    List<Path> said = new ArrayList<>();
    for (int i = 0; i < machine.size(); i++) {
      options.add(options(machine.get(i), mode, referee.place(place + i)).forks(0).build());
      said.add(log(machine.get(i).bench()));
    }
    return SharedMachine.run(options, said, JVM_ARGUMENTS, logs);
  }

  private ChainedOptionsBuilder options(Contender one, Mode mode, String place) {
    Bench bench = one.bench();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + bench.owner().getName().replace(".", "\\.") + "\\." + bench.method() + "$")
            .mode(mode)
            .timeUnit(TimeUnit.NANOSECONDS)
            .threads(1)
            .warmupIterations(effort.warmups())
            .warmupTime(TimeValue.milliseconds(one.warmupMillis()))
            .measurementIterations(effort.iterations())
            .measurementTime(TimeValue.milliseconds(effort.millis()))
            .addProfiler(Player.class, place)
            .addProfiler(Usage.class)
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true);
    bench.parameters().forEach(options::param);
    return options;
  }

  private Path log(Bench bench) {
    return logs.resolve(bench.fileName() + ".log");
  }

  private static Scores scores(Collection<RunResult> runs) {
    List<Double> nanos = new ArrayList<>();
    List<Double> allocated = new ArrayList<>();
    List<Double> switches = new ArrayList<>();
    List<Double> resident = new ArrayList<>();
    for (IterationResult iteration : iterations(runs)) {
      nanos.add(iteration.getPrimaryResult().getScore());
      allocated.add(secondary(iteration, ALLOCATED));
      switches.add(secondary(iteration, Usage.SWITCHES));
      resident.add(secondary(iteration, Usage.RESIDENT));
    }
    return new Scores(nanos, allocated, switches, resident);
  }

  private static double secondary(IterationResult iteration, String label) {
    Result<?> found = iteration.getSecondaryResults().get(label);
    return found == null ? Double.NaN : found.getScore();
  }

  private static Sampled sampled(Collection<RunResult> runs, List<Double> quantiles) {
    List<List<Double>> iterations = new ArrayList<>();
    for (IterationResult iteration : iterations(runs)) {
      iterations.add(at(quantiles, iteration.getPrimaryResult().getStatistics()));
    }
    return new Sampled(
        at(quantiles, runs.iterator().next().getPrimaryResult().getStatistics()), iterations, scores(runs));
  }

  private static List<Double> at(List<Double> quantiles, Statistics times) {
    return quantiles.stream().map(quantile -> times.getPercentile(quantile * PERCENT)).toList();
  }

  private static Collection<IterationResult> iterations(Collection<RunResult> runs) {
    return runs.iterator().next().getBenchmarkResults().iterator().next().getIterationResults();
  }
}
