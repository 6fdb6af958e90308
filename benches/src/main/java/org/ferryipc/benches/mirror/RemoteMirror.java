package org.ferryipc.benches.mirror;

import java.io.IOException;
import java.util.SplittableRandom;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.remotememory.MemoryOperation;
import org.ferryipc.core.remotememory.RemoteMemoryMessage;
import org.ferryipc.core.remotememory.RemoteMemoryOptions;
import org.ferryipc.core.remotememory.RemoteMemoryReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does the page cache save, and where it saves nothing, what does it cost? */
@State(Scope.Thread)
public class RemoteMirror {
  private static final int SCATTERED = 100;

  /** Whether there is a page cache. */
  @Param({"off", "on"})
  public String cache = "off";

  /** Whether requests go by a lane. */
  @Param({"off", "on"})
  public String lanes = "off";

  /** How long the other process works for each request, beside answering it, in nanoseconds. */
  @Param({"0", "20000"})
  public int cost;

  private final SplittableRandom random = new SplittableRandom(1);

  @SuppressWarnings("NullAway.Init") // by open
  private IpcProcess<RemoteMemoryMessage, RemoteMemoryMessage> target;

  @SuppressWarnings("NullAway.Init") // by open
  private RemoteMemoryReader reader;

  private long list;
  private long wide;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    LanePolicy policy = lanes.equals("on") ? LanePolicy.ALWAYS : LanePolicy.NEVER;
    RemoteMemoryOptions options =
        RemoteMemoryOptions.defaults().withChannel(ChannelOptions.defaults().withLanes(policy));
    target =
        IpcProcess.java(MirrorProcess.class, Integer.toString(cost), policy.name())
            .start(RemoteMemoryMessage.class, RemoteMemoryMessage.class);
    reader = RemoteMemoryReader.over(target.accept(), cache.equals("on") ? options : options.withCacheBytes(0));
    list = reader.segment(MirrorProcess.LIST).address();
    wide = reader.segment(MirrorProcess.WIDE).address();
  }

  /** Walks the list, in one operation. */
  @Benchmark
  public long walk() throws IpcException, InterruptedException {
    long nodes = 0;
    try (MemoryOperation op = reader.operation()) {
      for (long node = list; node != 0; node = op.getAddress(node)) {
        nodes++;
      }
    }
    if (nodes != MirrorProcess.NODES) {
      throw new IllegalStateException(nodes + " nodes");
    }
    return nodes;
  }

  /** Reads a hundred words anywhere in much memory, in one operation. */
  @Benchmark
  public long scattered() throws IpcException, InterruptedException {
    long sum = 1;
    try (MemoryOperation op = reader.operation()) {
      for (int i = 0; i < SCATTERED; i++) {
        sum += op.getLong(wide + random.nextLong(MirrorProcess.WIDE_BYTES / Long.BYTES) * Long.BYTES);
      }
    }
    return sum;
  }

  /** Ends the other process. */
  @TearDown
  public void close() {
    reader.close();
    target.close();
  }
}
