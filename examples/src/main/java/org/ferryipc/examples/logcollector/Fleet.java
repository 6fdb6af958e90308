package org.ferryipc.examples.logcollector;

import java.io.IOException;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.receiverset.ReceiverSet;

/**
 * Starts workers and brings them into the collector's set.
 *
 * <p>A JVM takes its time to start, so that each start has a thread of its own: the set is told of a worker when it has
 * connected, while the collector goes on selecting.
 */
final class Fleet {
  private final ReceiverSet set;
  private final String[] arguments;
  private final Queue<IOException> failures = new ConcurrentLinkedQueue<>();

  Fleet(ReceiverSet set, Settings settings) {
    this.set = set;
    this.arguments =
        IntStream.of(settings.logs(), settings.recordsPerSecond(), settings.longest(), settings.batch())
            .mapToObj(Integer::toString)
            .toArray(String[]::new);
  }

  /** Starts a worker; returns at once. */
  void start() {
    Thread unused = Thread.ofVirtual().name("start-worker").start(this::bringIn);
  }

  /** {@return why a worker could not be started}, once for each; a failure wakes the set */
  Optional<IOException> failure() {
    return Optional.ofNullable(failures.poll());
  }

  private void bringIn() {
    try {
      IpcProcess<Stop, FromWorker> process =
          IpcProcess.java(LogWorker.class, arguments)
              .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m")
              .jvmOptions("-XX:-UsePerfData") // a killed JVM leaves its file behind
              .start(Stop.class, FromWorker.class);
      boolean in = false;
      try {
        Duplex<Stop, FromWorker> channel = process.accept();
        var unused = set.add(channel, new WorkerTally(process));
        in = true;
      } finally {
        if (!in) {
          boolean unused = process.process().toHandle().destroyForcibly();
          process.close();
        }
      }
    } catch (IOException e) {
      fail(e);
    } catch (InterruptedException e) {
      fail(new IOException("interrupted", e));
    }
  }

  private void fail(IOException e) {
    failures.add(e);
    set.wakeup();
  }
}
