package org.ferryipc.examples.inspector;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.SplittableRandom;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.remotememory.RemoteMemoryMessage;
import org.ferryipc.core.remotememory.RemoteMemoryServer;

/**
 * The process that is inspected: it has a linked list in its memory, lets its parent read it, and does nothing for that but
 * answer.
 *
 * <p>The segment {@link #HEAD} holds the address of the first node; a node is the address of the next one (0 at the end) and a
 * number, in memory that is the segment {@link #NODES}.
 */
public final class ListTarget {
  static final String HEAD = "head";
  static final String NODES = "nodes";
  static final long NEXT = 0;
  static final long VALUE = 8;
  static final long NODE = 16;

  private static final long SEED = 1;

  private ListTarget() {}

  /** Serves the process that started it. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Settings settings = Settings.ofTarget(arguments);
    try (Arena arena = Arena.ofShared();
        RemoteMemoryServer server = new RemoteMemoryServer()) {
      MemorySegment nodes = arena.allocate(NODE * settings.nodes(), NODE);
      MemorySegment head = arena.allocate(JAVA_LONG);
      head.set(JAVA_LONG, 0, link(nodes, order(settings)));
      server.export(NODES, nodes);
      server.export(HEAD, head);
      if (settings.cost().isPositive()) {
        server.observe((address, size) -> work(settings.cost()));
      }
      CloseReason unused =
          server.serve(Ferry.parent(RemoteMemoryMessage.class, RemoteMemoryMessage.class), settings.channel());
    }
  }

  /** Links all nodes in {@code order}. {@return the address of the first} */
  private static long link(MemorySegment nodes, int[] order) {
    long next = 0;
    for (int i = order.length - 1; i >= 0; i--) {
      long node = NODE * order[i];
      nodes.set(JAVA_LONG, node + NEXT, next);
      nodes.set(JAVA_LONG, node + VALUE, i);
      next = nodes.address() + node;
    }
    return next;
  }

  private static int[] order(Settings settings) {
    int[] order = new int[settings.nodes()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    if (settings.shuffled()) {
      SplittableRandom random = new SplittableRandom(SEED);
      for (int i = order.length - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        int kept = order[i];
        order[i] = order[other];
        order[other] = kept;
      }
    }
    return order;
  }

  /** What a target does that has to parse a question, look things up, or runs without optimization. */
  private static void work(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }
}
