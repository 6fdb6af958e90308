package org.ferryipc.examples.logcollector;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.doorway.IpcProcess;
import org.jspecify.annotations.Nullable;

/** What is known of one worker. Used by the collector's thread, once the worker is in its set. */
final class WorkerTally {
  private final IpcProcess<Stop, FromWorker> process;
  private final Map<Integer, LogTally> logs = new HashMap<>();
  private int openLogs;
  private @Nullable Told told; // there once the worker is ready
  private boolean ended;
  private boolean killed;

  WorkerTally(IpcProcess<Stop, FromWorker> process) {
    this.process = process;
  }

  /** Maps what the worker was told. */
  void ready(SharedMemory memory) throws IOException {
    try (memory) {
      told = new Told(memory.segment(Arena.ofAuto())); // mapped as long as somebody may ask
    }
  }

  /** {@return the tally of a log that begins} */
  LogTally opened(int number) {
    LogTally log = new LogTally(this, number);
    logs.put(number, log);
    openLogs++;
    return log;
  }

  /** A log's channel has ended, which it does once. */
  void logEnded() {
    openLogs--;
  }

  /** The worker's own channel has ended, and with it the worker. */
  void ended() {
    ended = true;
  }

  /** {@return whether nothing more can come of it} */
  boolean isOver() {
    return ended && openLogs == 0;
  }

  void kill() {
    killed = true;
    boolean unused = process.process().toHandle().destroyForcibly();
  }

  boolean wasKilled() {
    return killed;
  }

  /** Enters all its logs, and gives up what this process holds of it. */
  void settle(Ledger ledger) {
    Told counts = told;
    if (counts != null) {
      for (int log = 0; log < Told.LOGS; log++) {
        long sent = counts.of(log);
        LogTally tally = logs.get(log);
        if (tally == null && sent > 0) {
          tally = new LogTally(this, log); // it was never heard of: all of it is lost
        }
        if (tally != null) {
          ledger.enter(tally, sent);
        }
      }
    }
    process.close();
  }

  @Override
  public String toString() {
    return "worker " + process.process().pid();
  }
}
