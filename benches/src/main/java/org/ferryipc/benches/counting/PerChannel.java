package org.ferryipc.benches.counting;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.typed.Empty;
import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;

/**
 * The process in which {@link Footprint} has channels made: prints how many descriptors, bytes of the heap and bytes of other
 * resident memory they take, together. Its arguments: {@code off} or {@code on} for lanes, or {@code bare} for pairs of sockets;
 * and how many.
 */
public final class PerChannel {
  // The heap is resident from the start, so what comes to be resident is not its.
  static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch");

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final long KIBI = 1024;

  private PerChannel() {}

  private record Taken(long descriptors, long heap, long resident) {
    static Taken now() throws IOException {
      System.gc();
      Runtime machine = Runtime.getRuntime();
      long heap = machine.totalMemory() - machine.freeMemory();
      try (Stream<Path> open = Files.list(DESCRIPTORS)) {
        return new Taken(open.count(), heap, nowResident());
      }
    }

    private static long nowResident() throws IOException {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) * KIBI;
        }
      }
      throw new IOException("no VmRSS in " + STATUS);
    }
  }

  /** Makes, and prints. */
  public static void main(String[] arguments) throws IOException, InterruptedException, KernelException {
    int count = Integer.parseInt(arguments[1]);
    List<Object> first = make(arguments[0], 1); // what is made once is there from now on
    Taken before = Taken.now();
    List<Object> made = make(arguments[0], count);
    Taken after = Taken.now();
    System.out.println(
        after.descriptors() - before.descriptors()
            + " "
            + (after.heap() - before.heap())
            + " "
            + (after.resident() - before.resident()));
    // Nothing may be collected, and so closed, before it was counted.
    Reference.reachabilityFence(first);
    Reference.reachabilityFence(made);
  }

  // A channel that has a lane has one only from its first message on.
  private static List<Object> make(String kind, int count) throws IOException, InterruptedException, KernelException {
    List<Object> made = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      if (kind.equals("bare")) {
        made.add(Sockets.pair(Sockets.SOCK_SEQPACKET));
      } else {
        IpcChannel<Empty> channel = Ferry.channel(Ends.EMPTY, Lanes.of(kind));
        channel.sender().send(new Empty());
        Empty unused = channel.receiver().receive();
        made.add(channel);
      }
    }
    return made;
  }
}
