package org.ferryipc.examples.wordcount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.examples.terminal.StatusLine;

/** Counts the files of a directory in a worker process; see {@link Settings#USAGE}. */
public final class CountFiles {
  private static final int ALL_COUNTED = 0;
  private static final int SOME_NOT_READABLE = 1;
  private static final int USAGE = 2;
  private static final int WORKER_LOST = 3;
  private static final int SIGNAL_BASE = 128; // exit statuses above it: ended by a signal

  private final Settings settings;
  private final Report report;
  private final Progress progress = new Progress(System.out, StatusLine.isTerminal());

  private CountFiles(Settings settings) {
    this.settings = settings;
    this.report = new Report(settings.largest());
  }

  /** Runs, and exits with the status that {@link Settings#USAGE} promises. */
  public static void main(String[] arguments) throws InterruptedException {
    System.exit(run(arguments));
  }

  private static int run(String... arguments) throws InterruptedException {
    if (arguments.length == 1 && arguments[0].equals("--help")) {
      System.out.println(Settings.USAGE);
      return ALL_COUNTED;
    }
    Settings settings;
    try {
      settings = Settings.of(arguments);
    } catch (Settings.UsageException e) {
      complain(e.getMessage() + "; --help tells more");
      return USAGE;
    }
    Path directory = settings.directory();
    if (!Files.isDirectory(directory)) {
      String problem = Files.exists(directory) ? " is not a directory" : ": no such directory";
      complain(Words.printable(directory.toString()) + problem);
      return USAGE;
    }
    return new CountFiles(settings).count();
  }

  private int count() throws InterruptedException {
    WorkerProcess worker = new WorkerProcess();
    try (worker;
        IpcChannel<Job> jobs = Ferry.channel(Job.class);
        IpcChannel<Result> results = Ferry.channel(Result.class)) {
      worker.start(settings.workerUser());
      // This process's own sender would keep the results' channel alive when the worker is gone.
      worker.onExit(results.sender()::close);
      try {
        count(jobs, results, worker);
      } catch (DisconnectedException | HandleClosedException e) {
        complain(worker, howItEnded(worker));
        return WORKER_LOST;
      }
    } catch (IOException e) {
      complain(worker, Words.of(e));
      return WORKER_LOST;
    }
    return report.failures() == 0 ? ALL_COUNTED : SOME_NOT_READABLE;
  }

  private void count(IpcChannel<Job> jobs, IpcChannel<Result> results, WorkerProcess worker)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Duplex<Start, OpenDescriptors> channel = worker.accept();
    channel.send(new Start(jobs.receiver()));
    OpenDescriptors workerBefore = channel.receive();
    OpenDescriptors hereBefore = OpenDescriptors.now();
    System.out.printf(
        "Worker process %d counts %s%n%n", worker.pid(), Words.printable(settings.directory().toString()));

    RegularFiles tree = new RegularFiles(settings.directory(), settings.leftOut(), this::notReadable);
    Dispatch dispatch = new Dispatch(jobs.sender(), results, this::took);
    sendAll(tree, dispatch);
    dispatch.finish();

    OpenDescriptors hereAfter = OpenDescriptors.now();
    jobs.sender().close(); // there are no more: the worker has its last word and ends
    OpenDescriptors workerAfter = channel.receive();
    Duration time = Duration.ofNanos(System.nanoTime() - begin);
    int status = worker.awaitExit();
    progress.clear();
    report.print(
        System.out,
        tree,
        new Traffic(
            dispatch.sent(),
            dispatch.received(),
            new Traffic.BeforeAndAfter(workerBefore, workerAfter),
            new Traffic.BeforeAndAfter(hereBefore, hereAfter)),
        time);
    if (status != 0) {
      throw new IOException(
          "the worker process %d counted everything, and then ended with exit status %d".formatted(worker.pid(), status));
    }
  }

  private void sendAll(RegularFiles tree, Dispatch dispatch) throws IOException, InterruptedException {
    for (Optional<Path> next = tree.next(); next.isPresent(); next = tree.next()) {
      Path file = next.get();
      dispatch.awaitRoom();
      try {
        dispatch.send(file, tree.name(file));
      } catch (DisconnectedException workerGone) {
        throw workerGone;
      } catch (IOException e) {
        tree.failed(file, e);
      }
    }
  }

  private void took(Result result) {
    switch (result) {
      case Result.Counted counted -> {
        report.add(counted);
        progress.show(report.files(), report.bytes());
      }
      case Result.Failed(String name, String reason) -> notReadable(name, reason);
    }
  }

  private void notReadable(String name, String reason) {
    report.addFailure();
    progress.clear();
    complain("cannot read " + Words.printable(name) + ": " + reason);
  }

  private String howItEnded(WorkerProcess worker) throws InterruptedException {
    int status = worker.awaitExit();
    String signal = status > SIGNAL_BASE ? " (signal " + (status - SIGNAL_BASE) + ")" : "";
    return "the worker process %d ended early with exit status %d%s, when %d were counted"
        .formatted(worker.pid(), status, signal, report.files());
  }

  private void complain(WorkerProcess worker, String problem) {
    progress.clear();
    if (!worker.isEnding()) { // whoever ends this process knows what happens to the rest
      complain(problem);
    }
  }

  private static void complain(String problem) {
    System.err.println("ferry-job: " + problem);
  }
}
