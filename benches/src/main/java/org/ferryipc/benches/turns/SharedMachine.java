package org.ferryipc.benches.turns;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.Serializable;
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
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.CompilerHints;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * A virtual machine in which several benchmarks take turns. It starts once where each would start one of its own, and is
 * compiled for all of them; so it is for benchmarks that have little code in common, and for passes that must be brief.
 */
final class SharedMachine {
  /** What the machine itself says, in the folder that it is given. */
  static final String LOG = "shared.log";

  private static final int FAILED = 70; // EX_SOFTWARE of sysexits.h

  private SharedMachine() {}

  /** What the machine runs: JMH's options, and a file for what it says meanwhile. */
  private record Run(Options options, String log) implements Serializable {}

  /**
   * Runs benchmarks in a fresh machine.
   *
   * @param all for each benchmark the options, which ask for no fork
   * @param logs where each says what it does; as many
   * @param arguments of the virtual machine
   * @param folder for the machine's own files
   * @return the results in that order
   * @throws IOException if one of them failed; its log says why
   */
  static List<Collection<RunResult>> run(List<Options> all, List<Path> logs, List<String> arguments, Path folder)
      throws IOException, InterruptedException {
    Path wanted = Files.createTempFile(folder, "shared", ".in");
    Path got = Files.createTempFile(folder, "shared", ".out");
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      runs.add(new Run(all.get(i), logs.get(i).toString()));
    }
    Process process = null;
    try {
      write(wanted, new ArrayList<>(runs));
      process = new ProcessBuilder(command(arguments, wanted, got)).redirectErrorStream(true)
          .redirectOutput(folder.resolve(LOG).toFile())
          .start();
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException("the machine that they share ended with status " + status);
      }
      @SuppressWarnings("unchecked") // what main below has written
      List<Collection<RunResult>> results = (List<Collection<RunResult>>) read(got);
      return results;
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
      Files.delete(wanted);
      Files.delete(got);
    }
  }

  private static List<String> command(List<String> arguments, Path wanted, Path got) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    // Which methods are never inlined, and which swallow results: what JMH tells machines of its own.
    CompilerHints.addCompilerHints(command);
    command.addAll(
        List.of(
            "-cp", System.getProperty("java.class.path"), SharedMachine.class.getName(), wanted.toString(), got.toString()));
    return command;
  }

  /** The machine. Its arguments: the file with what it is to run, and the one for results. */
  public static void main(String[] files) throws IOException, InterruptedException {
    System.setProperty("jmh.ignoreLock", "true");
    List<?> runs = (List<?>) read(Path.of(files[0]));
    try (ExecutorService threads = Executors.newFixedThreadPool(runs.size())) {
      List<Future<Collection<RunResult>>> running =
          runs.stream().map(one -> threads.submit(() -> run((Run) one))).toList();
      ArrayList<Collection<RunResult>> results = new ArrayList<>();
      for (Future<Collection<RunResult>> one : running) {
        results.add(new ArrayList<>(one.get()));
      }
      write(Path.of(files[1]), results);
    } catch (ExecutionException e) {
      throw new IOException(e); // not reached: who fails ends the machine
    }
    System.exit(0); // whatever threads a benchmark has left
  }

  // The others would wait for the turn of one who failed without end.
  private static Collection<RunResult> run(Run one) {
    try {
      return measured(one);
    } catch (IOException | RunnerException | RuntimeException | Error e) {
      e.printStackTrace();
      System.exit(FAILED);
      throw new AssertionError(e);
    }
  }

  private static Collection<RunResult> measured(Run one) throws IOException, RunnerException {
    try (PrintStream output = new PrintStream(one.log(), StandardCharsets.UTF_8)) {
      OutputFormat format = OutputFormatFactory.createFormatInstance(output, VerboseMode.NORMAL);
      return new Runner(one.options(), format).run();
    }
  }

  private static void write(Path file, ArrayList<?> objects) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeObject(objects);
    }
  }

  private static Object read(Path file) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      return in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }
}
