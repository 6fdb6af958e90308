package org.ferryipc.examples.logcollector;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * How many records of each log its worker was told had been sent: one number per log, in memory that the worker writes and
 * the collector reads, so that it is still there when the worker was killed.
 *
 * <p>A number is written by the thread that writes its log, after each send; it is read when the worker has ended.
 */
final class Told {
  /** How many logs a worker can open. */
  static final int LOGS = 65_536;

  /** How much memory that takes. */
  static final long BYTES = (long) LOGS * Long.BYTES;

  private static final VarHandle NUMBERS = ValueLayout.JAVA_LONG.arrayElementVarHandle();

  private final MemorySegment memory;

  /** A view of {@link #BYTES} bytes. */
  Told(MemorySegment memory) {
    this.memory = memory;
  }

  /** Says that a send of the log has returned. */
  void sent(int log, long records) {
    NUMBERS.setRelease(memory, 0L, (long) log, records);
  }

  /** {@return how many records of the log its worker was told had been sent} */
  long of(int log) {
    return (long) NUMBERS.getAcquire(memory, 0L, (long) log);
  }
}
