package org.ferryipc.unix.doorway;

import static org.ferryipc.unix.doorway.CarriedDescriptorProbe.bytes;
import static org.ferryipc.unix.doorway.CarriedDescriptorProbe.read;
import static org.ferryipc.unix.doorway.FactReport.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.ferryipc.core.leak.OpenDescriptors;
import org.newsclub.net.unix.AFUNIXSelectorProvider;

/** Sees how junixsocket waits: its selector, and a read with nothing to read. */
final class WaitingProbe {

  /**
   * What an idle thread must never use. The start of a JVM's own threads costs far less; a busy
   * thread has used it in as many milliseconds.
   */
  private static final Duration BUSY = Duration.ofMillis(300);

  /**
   * How long an idle thread is watched. A thread that turned busy in it would have reached {@link
   * #BUSY}.
   */
  private static final Duration CONTROL = Duration.ofMillis(500);

  /**
   * How long a thread that should be busy may take to reach {@link #BUSY}; long, as other work on
   * the machine slows it down.
   */
  private static final Duration AT_MOST = Duration.ofSeconds(10);

  /** How often the processor time is looked at, so that the first {@link #BUSY} is seen soon. */
  private static final Duration SAMPLE = Duration.ofMillis(20);

  private WaitingProbe() {}

  public static void main(String[] arguments) throws Exception {
    ProbeConnection.open().close(); // loads the native library, which may keep things open
    report(Fact.SELECTOR_IS_POLL, WaitingProbe::selectorDescriptors);
    report(Fact.SELECTOR_LOSES_THE_TAIL, WaitingProbe::tailAtHangUp);
    report(
        Fact.IDLE_VIRTUAL_READ_BURNS,
        () ->
            "platform thread: "
                + idleRead(Thread.ofPlatform(), CONTROL)
                + ", virtual thread: "
                + idleRead(Thread.ofVirtual(), AT_MOST));
  }

  private static String selectorDescriptors() throws IOException {
    try (ProbeConnection connection = ProbeConnection.open()) {
      OpenDescriptors before = OpenDescriptors.now();
      try (Selector selector = AFUNIXSelectorProvider.provider().openSelector()) {
        connection.server().configureBlocking(false);
        connection.server().register(selector, SelectionKey.OP_READ);
        selector.selectNow();
        return "only " + kinds(OpenDescriptors.now().since(before));
      }
    }
  }

  /**
   * {@return what was opened, without the inode numbers; "anon_inode:[eventpoll]" keeps its name}
   */
  private static String kinds(SortedMap<Integer, String> links) {
    return links.values().stream()
        .map(link -> link.replaceFirst(":\\[\\d+\\]$", ""))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static String tailAtHangUp() throws IOException {
    try (ProbeConnection connection = ProbeConnection.open();
        Selector selector = AFUNIXSelectorProvider.provider().openSelector()) {
      connection.server().configureBlocking(false);
      SelectionKey key = connection.server().register(selector, SelectionKey.OP_READ);
      connection.client().write(bytes("tail"));
      connection.client().close();
      String first =
          "selected " + selector.select(AT_MOST.toMillis()) + ", valid: " + key.isValid();
      String second = "selected " + selector.selectNow() + ", keys " + selector.keys().size();
      return first + "; then " + second + "; unread: \"" + read(connection.server()) + "\"";
    }
  }

  /** {@return whether a thread that reads where nothing comes makes this process busy} */
  private static String idleRead(Thread.Builder kind, Duration limit) throws Exception {
    try (ProbeConnection connection = ProbeConnection.open()) {
      long cpuBefore = cpuNanos();
      long end = System.nanoTime() + limit.toNanos();
      Thread reader = kind.start(() -> readOne(connection));
      while (System.nanoTime() < end) {
        if (reader.join(SAMPLE)) {
          return "returned";
        }
        if (cpuNanos() - cpuBefore >= BUSY.toNanos()) {
          return "busy";
        }
      }
      return "idle";
    }
  }

  private static void readOne(ProbeConnection connection) {
    try {
      connection.server().read(ByteBuffer.allocate(1));
    } catch (IOException e) {
      // Closed by the other thread, which has seen enough.
    }
  }

  /**
   * {@return the processor time of all threads of this process, as those that carry virtual threads
   * are in no thread list}
   */
  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
