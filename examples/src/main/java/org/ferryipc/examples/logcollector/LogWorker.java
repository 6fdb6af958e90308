package org.ferryipc.examples.logcollector;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.failure.DisconnectedException;

/** A process that writes logs, several at a time, one after the other. Started by {@link Fleet}. */
public final class LogWorker {
  private static final int FAILED = 1;
  private static final int SHORTEST = 20; // times as long is the longest log
  private static final int BURST = 20; // records between two pauses
  private static final CloseReason.Closed COMPLETE = new CloseReason.Closed(0, "complete");

  private final Duplex<FromWorker, Stop> collector;
  private final Told told;
  private final long pauseNanos;
  private final int longest;
  private final int batch;
  private final AtomicInteger nextLog = new AtomicInteger();
  private volatile boolean stopped;

  private LogWorker(Duplex<FromWorker, Stop> collector, Told told, int recordsPerSecond, int longest, int batch) {
    this.collector = collector;
    this.told = told;
    this.pauseNanos = TimeUnit.SECONDS.toNanos(BURST) / recordsPerSecond;
    this.longest = longest;
    this.batch = batch;
  }

  /**
   * Writes until the collector says stop, or is gone. Arguments: logs at a time, records a second of each, of the longest, and
   * in a message.
   */
  public static void main(String[] arguments) throws InterruptedException {
    int logs = Integer.parseInt(arguments[0]);
    int recordsPerSecond = Integer.parseInt(arguments[1]);
    int longest = Integer.parseInt(arguments[2]);
    int batch = Integer.parseInt(arguments[3]);
    try (Arena arena = Arena.ofShared();
        Duplex<FromWorker, Stop> collector = Ferry.parent(FromWorker.class, Stop.class);
        SharedMemory memory = SharedMemory.allocate(Told.BYTES)) {
      Told told = new Told(memory.segment(arena)); // before it is sent: only its maker may write it
      collector.send(new FromWorker.Ready(memory));
      new LogWorker(collector, told, recordsPerSecond, longest, batch).work(logs);
    } catch (DisconnectedException collectorGone) {
      // Nobody is left to write for.
    } catch (IOException e) {
      System.err.println("ferry-logs: worker: " + e.getMessage());
      System.exit(FAILED);
    }
  }

  private void work(int logs) throws IOException, InterruptedException {
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < logs; i++) {
      writers.add(Thread.ofVirtual().name("log-writer ", i).start(this::writeLogs));
    }
    try {
      Stop unused = collector.receive();
    } finally {
      stopped = true;
      for (Thread writer : writers) {
        writer.join();
      }
    }
  }

  private void writeLogs() {
    try {
      for (int log = nextLog.getAndIncrement(); log < Told.LOGS && !stopped; log = nextLog.getAndIncrement()) {
        write(log, ThreadLocalRandom.current().nextInt((longest + SHORTEST - 1) / SHORTEST, longest + 1));
      }
    } catch (DisconnectedException collectorGone) {
      // The main thread hears of it too.
    } catch (IOException | InterruptedException e) {
      System.err.println("ferry-logs: worker: " + e.getMessage());
    }
  }

  private void write(int log, int records) throws IOException, InterruptedException {
    try (IpcChannel<LogBatch> channel = Ferry.channel(MessageType.of(LogBatch.class), LogBatch.OPTIONS)) {
      collector.send(new FromWorker.Opened(log, channel.receiver()));
      List<LogRecord> unsent = new ArrayList<>();
      for (int i = 0; i < records && !stopped; i++) {
        unsent.add(new LogRecord(i, System.nanoTime(), "request " + i + " of log " + log + " served"));
        if (unsent.size() == batch) {
          send(unsent, channel.sender(), log);
        }
        if ((i + 1) % BURST == 0) {
          LockSupport.parkNanos(pauseNanos);
        }
      }
      if (!unsent.isEmpty()) {
        send(unsent, channel.sender(), log);
      }
      channel.sender().close(COMPLETE);
    }
  }

  private void send(List<LogRecord> unsent, IpcSender<LogBatch> sender, int log) throws IOException, InterruptedException {
    sender.send(new LogBatch(unsent));
    told.sent(log, unsent.getLast().number() + 1);
    unsent.clear();
  }
}
