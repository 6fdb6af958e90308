package org.ferryipc.benches.crossing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.failure.DisconnectedException;

/**
 * The other process of {@link BytesPingPong} and {@link BytesOneWay}. Its arguments: the policy of lanes, where it runs, the
 * length of messages, and after how many it sends one back.
 */
public final class BytesPartner {
  /** What it gets: its ends of the two channels. */
  record Ends(BytesReceiver in, BytesSender out) {}

  private BytesPartner() {}

  /** Answers until the benchmark's end closes. */
  public static void main(String[] arguments) throws Exception {
    ChannelOptions options = Lanes.of(arguments[0]);
    Where.of(arguments[1]).there();
    int length = Integer.parseInt(arguments[2]);
    int each = Integer.parseInt(arguments[3]);
    Ends ends;
    try (Duplex<Boolean, Ends> parent = Ferry.parent(Boolean.class, Ends.class)) {
      ends = parent.receive();
    }
    MemorySegment message = Arena.global().allocate(length, 64);
    try (BytesReceiver in = ends.in().withOptions(options);
        BytesSender out = ends.out().withOptions(options)) {
      while (true) {
        for (int i = 0; i < each; i++) {
          int unused = in.receive(message);
        }
        out.send(message);
      }
    } catch (DisconnectedException over) {
      // The benchmark has ended.
    }
  }
}
