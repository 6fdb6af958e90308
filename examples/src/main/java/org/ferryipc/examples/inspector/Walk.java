package org.ferryipc.examples.inspector;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Locale;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.remotememory.MemoryOperation;
import org.ferryipc.core.remotememory.ReaderStatistics;
import org.ferryipc.core.remotememory.RemoteMemoryMessage;
import org.ferryipc.core.remotememory.RemoteMemoryOptions;
import org.ferryipc.core.remotememory.RemoteMemoryReader;
import org.ferryipc.core.remotememory.RemoteSegment;

/**
 * One walk through the list of a fresh process, and what it took.
 *
 * @param cache size of the reader's cache in bytes
 * @param nodes how many nodes it came by
 * @param sum of their values
 * @param statistics of the reader
 * @param wall how long it took
 * @param cpu how long processors worked for the other process meanwhile
 */
record Walk(int cache, long nodes, long sum, ReaderStatistics statistics, Duration wall, Duration cpu) {
  private static final Duration START = Duration.ofSeconds(60);

  /** Starts a process and walks. */
  static Walk of(Settings settings, int cache) throws IOException, InterruptedException {
    RemoteMemoryOptions options =
        RemoteMemoryOptions.defaults().withCacheBytes(cache).withChannel(settings.channel());
    try (IpcProcess<RemoteMemoryMessage, RemoteMemoryMessage> target =
            IpcProcess.java(ListTarget.class, settings.toTarget())
                .start(RemoteMemoryMessage.class, RemoteMemoryMessage.class);
        RemoteMemoryReader reader = RemoteMemoryReader.over(target.accept(START), options)) {
      RemoteSegment head = reader.segment(ListTarget.HEAD);
      RemoteSegment nodes = reader.segment(ListTarget.NODES);
      Duration before = cpu(target.process());
      long begun = System.nanoTime();
      Walk walk;
      try (MemoryOperation op = reader.operation()) {
        walk = walk(op, op.getAddress(head.address()), nodes);
      }
      Duration wall = Duration.ofNanos(System.nanoTime() - begun);
      return new Walk(
          cache, walk.nodes, walk.sum, reader.statistics(), wall, cpu(target.process()).minus(before));
    }
  }

  // What is read is the other process's: an address may lead anywhere, and a list back into itself.
  private static Walk walk(MemoryOperation op, long first, RemoteSegment nodes)
      throws IpcException, InterruptedException {
    long most = nodes.size() / ListTarget.NODE;
    long count = 0;
    long sum = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment node = arena.allocate(ListTarget.NODE, ListTarget.NODE);
      for (long at = first; at != 0 && count <= most; at = node.get(ValueLayout.JAVA_LONG, ListTarget.NEXT)) {
        op.read(at, node);
        sum += node.get(ValueLayout.JAVA_LONG, ListTarget.VALUE);
        count++;
      }
    }
    return new Walk(0, count, sum, new ReaderStatistics(0, 0, 0, 0, 0, 0, 0), Duration.ZERO, Duration.ZERO);
  }

  private static Duration cpu(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO); // in ticks of 10 ms
  }

  boolean isWhole(Settings settings) {
    long n = settings.nodes();
    return nodes == n && sum == n * (n - 1) / 2;
  }

  /** {@return a line for the table} */
  String line() {
    return String.format(
        Locale.ROOT,
        "%-10s %,12d %,14d %,14d %10.3f s %9.2f s",
        cache == 0 ? "off" : cache + " B",
        statistics.requests(),
        statistics.bytesSent(),
        statistics.bytesReceived(),
        seconds(wall),
        seconds(cpu));
  }

  static String title() {
    return String.format(
        Locale.ROOT, "%-10s %12s %14s %14s %12s %11s", "cache", "requests", "bytes sent", "bytes read", "wall", "target CPU");
  }

  static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}
