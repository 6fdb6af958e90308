package org.ferryipc.benches.encode;

import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.ferryipc.core.failure.IpcException;

/**
 * Prints, for each message of the suite and each flavour, how many bytes it has and how many are allocated to write it, to read
 * it, and for both: what the virtual machine counts for this thread, when the compiler has done its work.
 */
public final class EncodedSizes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int WARM = 100_000;
  private static final int TIMES = 10_000;

  private EncodedSizes() {}

  /** Takes no arguments. */
  public static void main(String... words) throws IpcException {
    print(System.out);
  }

  static void print(PrintStream out) throws IpcException {
    out.printf("%-24s %-9s %6s %10s %12s %12s%n", "message", "flavour", "bytes", "Serialize", "Deserialize", "both");
    for (String message : List.of("SendMsgMeta", "RecvMsgMeta")) {
      for (String address : List.of("IPv4", "IPv6")) {
        for (String fill : List.of("Empty", "Full")) {
          for (String flavour : List.of("segments", "records", "smile")) {
            UdpSerde bench = made(message, address, fill, flavour);
            out.printf(
                "%-24s %-9s %6d %10d %12d %12d%n",
                message + "/" + address + "/" + fill,
                flavour,
                bench.encoded().length,
                allocated(bench::serialize),
                allocated(bench::deserialize),
                allocated(bench::serializeThenDeserialize));
          }
        }
      }
    }
  }

  /** {@return the benchmark of a message in a flavour, ready} */
  static UdpSerde made(String message, String address, String fill, String flavour) throws IpcException {
    UdpSerde bench = new UdpSerde();
    bench.message = message;
    bench.address = address;
    bench.fill = fill;
    bench.flavour = flavour;
    bench.make();
    return bench;
  }

  @SuppressWarnings("UnusedVariable") // so that what is measured is not left out
  private static volatile Object sink = "";

  private static long allocated(Operation operation) throws IpcException {
    for (int i = 0; i < WARM; i++) {
      sink = operation.run();
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < TIMES; i++) {
      sink = operation.run();
    }
    return (THREADS.getCurrentThreadAllocatedBytes() - before) / TIMES;
  }

  @FunctionalInterface
  private interface Operation {
    Object run() throws IpcException;
  }
}
