package org.ferryipc.examples.logcollector;

/** What arrived of one log. Used by the collector's thread. */
final class LogTally {
  private final WorkerTally worker;
  private final int number;
  private long received;
  private long outOfPlace;

  LogTally(WorkerTally worker, int number) {
    this.worker = worker;
    this.number = number;
  }

  WorkerTally worker() {
    return worker;
  }

  long received() {
    return received;
  }

  /** {@return how many records did not follow the one before them} */
  long outOfPlace() {
    return outOfPlace;
  }

  void add(LogBatch batch) {
    for (LogRecord record : batch.records()) {
      if (record.number() != received) {
        outOfPlace++;
      }
      received++;
    }
  }

  @Override
  public String toString() {
    return "log " + number + " of " + worker;
  }
}
