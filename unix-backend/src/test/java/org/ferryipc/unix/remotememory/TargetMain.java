package org.ferryipc.unix.remotememory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.remotememory.RemoteMemoryMessage;
import org.ferryipc.core.remotememory.RemoteMemoryServer;
import org.ferryipc.unix.processes.ConnectedChild;

/** The process that is read: a list of nodes of two words (next, value), a count of the questions, and a file if one is named. */
final class TargetMain {
  static final int NODES = 10_000;
  private static final int STRIDE = 7; // prime to NODES: each node once, and neighbours in the list lie apart

  private TargetMain() {}

  public static void main(String[] arguments) throws Exception {
    Thread serving =
        arguments[0].equals("virtual")
            ? Thread.ofVirtual().unstarted(() -> serve(arguments))
            : Thread.ofPlatform().unstarted(() -> serve(arguments));
    serving.start();
    serving.join();
  }

  private static void serve(String[] arguments) {
    ChannelOptions options = ChannelOptions.defaults().withLanes(LanePolicy.valueOf(arguments[1]));
    try (Arena arena = Arena.ofShared();
        RemoteMemoryServer server = new RemoteMemoryServer()) {
      MemorySegment nodes = arena.allocate(16L * NODES, 16);
      for (long i = 0; i < NODES; i++) {
        long node = i * STRIDE % NODES * 16;
        long next = (i + 1) * STRIDE % NODES * 16;
        nodes.set(JAVA_LONG, node, i + 1 < NODES ? nodes.address() + next : 0);
        nodes.set(JAVA_LONG, node + 8, i);
      }
      MemorySegment questions = arena.allocate(8, 8);
      server.export("nodes", nodes);
      server.export("questions", questions);
      if (arguments.length > 2) {
        server.export("file", Path.of(arguments[2]));
      }
      server.observe((address, size) -> questions.set(JAVA_LONG, 0, questions.get(JAVA_LONG, 0) + 1));
      CloseReason reason =
          server.serve(ConnectedChild.parent(RemoteMemoryMessage.class, RemoteMemoryMessage.class), options);
      System.out.println("ended: " + reason.describe());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
