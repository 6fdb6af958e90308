package org.ferryipc.examples.logcollector;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.ferryipc.examples.terminal.StatusLine;
import org.ferryipc.receiverset.DuplexRegistration;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;

/** Collects logs; see {@link Settings#USAGE}. */
public final class CollectLogs {
  private static final int ALL_RECEIVED = 0;
  private static final int SOME_LOST = 1;
  private static final int USAGE = 2;
  private static final int NO_WORKER = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(20); // until a worker that was asked to stop is killed

  private final Settings settings;
  private final ReceiverSet set;
  private final Fleet fleet;
  private final Ledger ledger;
  private final List<Registration<?>> writing = new ArrayList<>(); // workers that are ready and have not ended
  private final StatusLine status = new StatusLine(System.out, StatusLine.isTerminal());
  private final long begin = System.nanoTime();
  private long records;
  private int openLogs;
  private int expected; // workers that were started and are not accounted for
  private int killed;
  private int failedStarts;
  private boolean ending;

  private CollectLogs(Settings settings, ReceiverSet set) {
    this.settings = settings;
    this.set = set;
    this.fleet = new Fleet(set, settings);
    this.ledger = new Ledger(settings.batch());
  }

  /** Runs, and exits with the status that {@link Settings#USAGE} promises. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.exit(run(arguments));
  }

  private static int run(String... arguments) throws IOException, InterruptedException {
    if (arguments.length == 1 && arguments[0].equals("--help")) {
      System.out.println(Settings.USAGE);
      return ALL_RECEIVED;
    }
    Settings settings;
    try {
      settings = Settings.of(arguments);
    } catch (Settings.UsageException e) {
      System.err.println("ferry-logs: " + e.getMessage() + "; --help tells more");
      return USAGE;
    }
    try (ReceiverSet set = new ReceiverSet()) {
      return new CollectLogs(settings, set).collect();
    }
  }

  private int collect() throws IOException, InterruptedException {
    for (int i = 0; i < settings.workers(); i++) {
      start();
    }
    while (writing.isEmpty() && failedStarts == 0) {
      turn(PATIENCE); // a JVM takes its time to start: there is nothing to measure or to kill before
    }
    Alarm end = Alarm.in(settings.time());
    Alarm kill = settings.betweenKills().isZero() ? Alarm.never() : Alarm.in(settings.betweenKills());
    while (!end.rings() && failedStarts == 0) {
      turn(end.earlier(kill).remaining());
      if (kill.rings()) {
        killOne();
        kill = Alarm.in(settings.betweenKills());
      }
    }
    stopAll();
    Alarm patience = Alarm.in(PATIENCE);
    while (expected > 0 && !patience.rings()) {
      turn(patience.remaining());
    }
    writing.forEach(worker -> worker.attachment(WorkerTally.class).kill());
    while (expected > 0) {
      turn(PATIENCE);
    }
    return report();
  }

  private void start() {
    expected++;
    fleet.start();
  }

  /** Waits for something, and handles a batch. */
  private void turn(Duration limit) throws IOException, InterruptedException {
    for (Selection selection : set.select(limit)) {
      switch (selection) {
        case Selection.Message m when m.as(LogBatch.class) instanceof LogBatch batch -> took(m.from(), batch);
        case Selection.Message m when m.as(FromWorker.class) instanceof FromWorker word -> heard(m.from(), word);
        case Selection.Message m -> m.close();
        case Selection.Closed(Registration<?> from, var reason) -> ended(from);
        case Selection.Failed(Registration<?> from, var error) -> complain(from + ": " + error.getMessage());
      }
    }
    for (Optional<IOException> failure = fleet.failure(); failure.isPresent(); failure = fleet.failure()) {
      expected--;
      failedStarts++;
      complain("a worker could not be started: " + failure.get().getMessage());
    }
    status.show(this::standing, false);
  }

  private void took(Registration<?> log, LogBatch batch) {
    log.attachment(LogTally.class).add(batch);
    records += batch.records().size();
  }

  private void heard(Registration<?> from, FromWorker word) throws IOException {
    WorkerTally worker = from.attachment(WorkerTally.class);
    switch (word) {
      case FromWorker.Ready(var told) -> {
        worker.ready(told);
        writing.add(from);
        if (ending) {
          stop(from);
        }
      }
      case FromWorker.Opened(int number, var receiver) -> {
        var unused = set.add(receiver.withOptions(LogBatch.OPTIONS), worker.opened(number));
        openLogs++;
      }
    }
  }

  private void ended(Registration<?> from) {
    WorkerTally worker;
    if (from.attachment() instanceof LogTally log) {
      worker = log.worker();
      worker.logEnded();
      openLogs--;
    } else {
      worker = from.attachment(WorkerTally.class);
      worker.ended();
      writing.remove(from);
      if (!ending && failedStarts == 0) {
        start(); // another in its place
      }
    }
    if (worker.isOver()) {
      worker.settle(ledger);
      expected--;
    }
  }

  private void killOne() {
    if (!writing.isEmpty()) {
      writing.get(ThreadLocalRandom.current().nextInt(writing.size())).attachment(WorkerTally.class).kill();
      killed++;
    }
  }

  private void stopAll() {
    ending = true;
    List.copyOf(writing).forEach(this::stop);
  }

  private void stop(Registration<?> worker) {
    @SuppressWarnings("unchecked") // what a WorkerTally is attached to, Fleet.bringIn
    DuplexRegistration<Stop, FromWorker> channel = (DuplexRegistration<Stop, FromWorker>) worker;
    try {
      boolean unused = channel.trySend(new Stop()); // the only message that way: there is room
    } catch (IOException alreadyGone) {
      // Its end is in the set.
    }
  }

  private String standing() {
    return String.format(
        Locale.ROOT, "%d workers, %d logs, %,d records, %d killed", writing.size(), openLogs, records, killed);
  }

  private void complain(String problem) {
    status.clear();
    System.err.println("ferry-logs: " + problem);
  }

  private int report() {
    status.clear();
    ledger.faults().forEach(this::complain);
    double seconds = (System.nanoTime() - begin) / 1e9;
    System.out.printf(
        Locale.ROOT,
        """
        logs      %,d, of %d workers at a time; %d workers killed
        told      %,d records had been sent
        received  %,d records, %,d of them from senders that did not live to be told; %,.0f a second
        lost      %,d
        """,
        ledger.logs(),
        settings.workers(),
        killed,
        ledger.told(),
        ledger.received(),
        ledger.untold(),
        ledger.received() / seconds,
        ledger.lost());
    if (failedStarts > 0) {
      return NO_WORKER;
    }
    return ledger.faults().isEmpty() ? ALL_RECEIVED : SOME_LOST;
  }
}
