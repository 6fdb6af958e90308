package org.ferryipc.benches.mirror;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.remotememory.RemoteMemoryMessage;
import org.ferryipc.core.remotememory.RemoteMemoryServer;

/** The process that is read: a list whose nodes lie in random order, and much memory in which nothing lies side by side. */
public final class MirrorProcess {
  static final String LIST = "list";
  static final String WIDE = "wide";
  static final int NODE = 16;
  // As many on a page as of a list of a million; a few pages, so that a walk takes no longer than an iteration should.
  static final int NODES = 4096;
  static final long WIDE_BYTES = 64L << 20;

  private MirrorProcess() {}

  /** Serves the process that started it: what it works for each request in nanoseconds, and whether there are lanes. */
  public static void main(String[] arguments) throws Exception {
    long cost = Long.parseLong(arguments[0]);
    ChannelOptions options = ChannelOptions.defaults().withLanes(LanePolicy.valueOf(arguments[1]));
    try (Arena arena = Arena.ofShared();
        RemoteMemoryServer server = new RemoteMemoryServer()) {
      server.export(LIST, list(arena));
      server.export(WIDE, arena.allocate(WIDE_BYTES, 1 << 12));
      if (cost > 0) {
        server.observe((address, size) -> work(cost));
      }
      CloseReason unused =
          server.serve(Ferry.parent(RemoteMemoryMessage.class, RemoteMemoryMessage.class), options);
    }
  }

  /** {@return nodes, of which the list begins with the first} */
  private static MemorySegment list(Arena arena) {
    MemorySegment nodes = arena.allocate((long) NODES * NODE, 1 << 12);
    SplittableRandom random = new SplittableRandom(1);
    long[] order = random.longs(0, Long.MAX_VALUE).distinct().limit(NODES - 1).toArray();
    long[] sorted = order.clone();
    java.util.Arrays.sort(sorted);
    long at = 0;
    for (long key : order) {
      long next = (java.util.Arrays.binarySearch(sorted, key) + 1L) * NODE;
      nodes.set(JAVA_LONG, at, nodes.address() + next);
      at = next;
    }
    return nodes;
  }

  private static void work(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }
}
