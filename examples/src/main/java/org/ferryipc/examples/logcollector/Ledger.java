package org.ferryipc.examples.logcollector;

import java.util.ArrayList;
import java.util.List;

/**
 * Compares what arrived with what was said to be sent.
 *
 * <p>A worker that is killed between the return of a send and its entry in {@link Told} has sent one message more than it
 * knew: so a log may hold one message of records that nobody was told of, and no more. Everything else is named.
 */
final class Ledger {
  private final int batch;
  private final List<String> faults = new ArrayList<>();
  private int logs;
  private long told;
  private long received;
  private long untold;
  private long lost;

  /** An empty one, for messages of up to {@code batch} records. */
  Ledger(int batch) {
    this.batch = batch;
  }

  /** Enters a log that has ended. */
  void enter(LogTally log, long sent) {
    logs++;
    told += sent;
    received += log.received();
    long more = log.received() - sent;
    if (more < 0) {
      lost -= more;
      faults.add("%s: %,d of %,d records lost".formatted(log, -more, sent));
    } else {
      untold += more;
    }
    if (more > (log.worker().wasKilled() ? batch : 0)) {
      faults.add("%s: %,d records received, and only %,d sent".formatted(log, log.received(), sent));
    }
    if (log.outOfPlace() > 0) {
      faults.add("%s: %,d records out of place".formatted(log, log.outOfPlace()));
    }
  }

  int logs() {
    return logs;
  }

  long told() {
    return told;
  }

  long received() {
    return received;
  }

  /** {@return how many records arrived whose senders did not live to be told} */
  long untold() {
    return untold;
  }

  long lost() {
    return lost;
  }

  /** {@return what is wrong, a line each} */
  List<String> faults() {
    return List.copyOf(faults);
  }
}
