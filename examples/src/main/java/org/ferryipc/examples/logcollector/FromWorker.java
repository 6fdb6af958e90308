package org.ferryipc.examples.logcollector;

import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.SharedMemory;

/** What a worker tells its collector, beside its logs. */
sealed interface FromWorker {

  /**
   * The first message.
   *
   * @param told see {@link Told}; the worker goes on writing it
   */
  record Ready(SharedMemory told) implements FromWorker {}

  /**
   * A log begins.
   *
   * @param number of this log, from 0; no two of a worker have the same
   * @param records where its records come from
   */
  record Opened(int number, IpcReceiver<LogBatch> records) implements FromWorker {}
}
