package org.ferryipc.unix.killing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Received;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.processes.DescriptorCount;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.processes.Signals;
import org.ferryipc.unix.processes.Strace;
import org.ferryipc.unix.socket.SocketPorts;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.ChildJvmLaunch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sender that is killed between two system calls of a send: the message has arrived whole or not at all, what was sent
 * before it is there, and nothing is left over here.
 *
 * <p>A first run lists the calls. Then the sender is killed as it is about to make the first of them, the second, and so on: in
 * each build at both ends of the row and in the middle, with {@code -Dferry.trials.full=true} at every one of them. Only {@code
 * fcntl} is left out, which looks for free numbers as often as the clock says, and once seals a new file. The sender forwards
 * what this process sends to it, so that no codec has to start in each of the many processes.
 */
@Timeout(1_800) // with every call: some 350 processes one after the other
class KilledBetweenTwoCallsTest {
  private static final Path FILE = Path.of("/dev/null");
  private static final int HANDLES = 1_000;
  private static final int BYTES = (64 << 20) - 1024; // the limit, less what the codec needs
  private static final int REUSED_BYTES = 8 << 20; // a file of that size is kept
  private static final int AT_EACH_END = Effort.of(5, Integer.MAX_VALUE);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int KILLED = 137;
  private static final int AFTER_COMMIT = 2; // calls, where a close of each handle follows
  private static final int LARGE = 8;
  private static final int WARM_UP = 7;
  private static final int WARM_UP_BYTES = 300_000; // more than a packet takes
  private static final int WARM_UP_HANDLES = 300; // likewise

  private enum Outcome {
    NOTHING,
    WHOLE,
    NOT_KILLED
  }

  record Load(int number, byte[] bytes, List<OwnedFd> files) {}

  @TempDir private Path directory;

  @Test
  void aMessageWithAThousandHandlesArrivesWholeOrNotAtAll() throws Exception {
    killEverywhere(List.of("socketpair", "sendmsg", "close"), new Cargo(0, HANDLES, false));
  }

  @Test
  void aMessageOf64MebibytesArrivesWholeOrNotAtAll() throws Exception {
    killEverywhere(List.of("memfd_create", "ftruncate", "pwrite64", "sendmsg", "close"), new Cargo(BYTES, 0, false));
  }

  @Test
  void aMessageInAFileThatIsUsedAgainArrivesWholeOrNotAtAll() throws Exception {
    List<String> calls = List.of("sendto", "sendmsg", "mmap", "madvise", "pwrite64", "munmap", "memfd_create");
    List<Point> all = killEverywhere(calls, new Cargo(REUSED_BYTES, 0, true));
    assertThat(all).as("the file is not made again").noneMatch(point -> point.call().equals("memfd_create"));
  }

  @Test
  void aLoanedMessageArrivesWholeOrNotAtAll() throws Exception {
    List<String> calls = List.of("madvise", "sendto", "sendmsg"); // all that it makes: LoanCallsTest
    List<Point> all = killEverywhere(calls, new Cargo(REUSED_BYTES, 0, false, true));
    assertThat(all).as("a commit and the message").extracting(Point::call).contains("madvise", "sendto");
  }

  /**
   * What is sent when the sender is killed, whether something like it was sent before, in a region that it kept, and whether
   * it is written into a loan.
   */
  private record Cargo(int bytes, int handles, boolean again, boolean loaned) {
    Cargo(int bytes, int handles, boolean again) {
      this(bytes, handles, again, false);
    }
  }

  private List<Point> killEverywhere(List<String> calls, Cargo cargo) throws Exception {
    int before = DescriptorCount.now();
    List<Point> all = rehearse(calls, cargo);
    Point commit = all.stream().filter(point -> point.call().startsWith("send")).toList().getLast();
    List<Point> points = points(all, calls.getFirst(), commit);
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    for (Point point : points) {
      outcomes.merge(killAt(point, cargo), 1, Integer::sum);
      assertThat(DescriptorCount.now()).as("descriptors after a kill at %s", point).isEqualTo(before);
    }
    outcomes.merge(killAfter(commit, cargo), 1, Integer::sum);
    assertThat(DescriptorCount.now()).as("descriptors after a kill behind %s", commit).isEqualTo(before);
    assertThat(outcomes).as("of kills at %s", points).containsOnlyKeys(Outcome.NOTHING, Outcome.WHOLE);
    return all;
  }

  /** A system call of the sender: the {@code nth} of its name. */
  private record Point(String call, int nth) {}

  private static List<Point> points(List<Point> calls, String first, Point commit) {
    int begin = calls.indexOf(new Point(first, 1));
    int end = calls.indexOf(commit);
    int last = calls.size() > end + HANDLES ? end + AFTER_COMMIT : end;
    return IntStream.rangeClosed(begin, last)
        .filter(i -> i - begin < AT_EACH_END || i == (begin + last) / 2 || last - i < AT_EACH_END)
        .mapToObj(calls::get)
        .toList();
  }

  /** {@return the calls that the sender makes for a small message and the one in question} */
  private List<Point> rehearse(List<String> calls, Cargo cargo) throws Exception {
    Path log = directory.resolve("calls");
    try (ConnectedChild<Load, Load> child = start(cargo)) {
      warmUp(child, cargo);
      try (Strace watching = Strace.watch(senderThread(child), calls, log)) {
        post(child, 0, 0, 0);
        post(child, 1, cargo.bytes(), cargo.handles());
        assertThat(arrives(child, 0, 0, 0)).isTrue();
        assertThat(arrives(child, 1, cargo.bytes(), cargo.handles())).isTrue();
        child.line().close();
        child.jvm().finish(PATIENCE);
      }
    }
    Map<String, Integer> counts = new HashMap<>();
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains("("))
        .map(line -> line.substring(0, line.indexOf('(')))
        .map(call -> new Point(call, counts.merge(call, 1, Integer::sum)))
        .toList();
  }

  private Outcome killAt(Point point, Cargo cargo) throws Exception {
    try (ConnectedChild<Load, Load> child = start(cargo)) {
      warmUp(child, cargo);
      try (Strace killer = Strace.killAt(senderThread(child), point.call(), point.nth(), directory.resolve("kill"))) {
        post(child, 0, 0, 0);
        post(child, 1, cargo.bytes(), cargo.handles());
        post(child, 2, 0, 0);
        boolean first = arrives(child, 0, 0, 0);
        boolean whole = first && arrives(child, 1, cargo.bytes(), cargo.handles());
        if (whole && arrives(child, 2, 0, 0)) {
          child.jvm().kill();
          assertThat(child.jvm().waitFor(PATIENCE)).isEqualTo(KILLED);
          return Outcome.NOT_KILLED;
        }
        assertThat(child.jvm().waitFor(PATIENCE)).as("exit status after a kill at %s", point).isEqualTo(KILLED);
        for (int i = 0; i < 2; i++) {
          assertThat(child.line().tryReceive()).isInstanceOf(Received.Closed.class);
        }
        return whole ? Outcome.WHOLE : Outcome.NOTHING;
      }
    }
  }

  /** The sender gets to no further call. */
  private Outcome killAfter(Point commit, Cargo cargo) throws Exception {
    try (ConnectedChild<Load, Load> child = start(cargo)) {
      warmUp(child, cargo);
      boolean whole;
      try (Strace holder =
          Strace.holdAfter(senderThread(child), commit.call(), commit.nth(), directory.resolve("hold"))) {
        post(child, 0, 0, 0);
        post(child, 1, cargo.bytes(), cargo.handles());
        whole = arrives(child, 0, 0, 0) && arrives(child, 1, cargo.bytes(), cargo.handles());
        child.jvm().kill(); // it ends when it is held no more
      }
      assertThat(child.jvm().waitFor(PATIENCE)).isEqualTo(KILLED);
      assertThat(child.line().tryReceive()).isInstanceOf(Received.Closed.class);
      return whole ? Outcome.WHOLE : Outcome.NOTHING;
    }
  }

  private static ConnectedChild<Load, Load> start(Cargo cargo) throws IOException {
    ChildJvmLaunch launch =
        ChildJvm.of(cargo.loaned() ? Lender.class : Forwarder.class).jvmOptions("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx400m");
    return ConnectedChild.start(launch, Load.class, Load.class);
  }

  // Loads the classes that both ways of sending need, so that the calls that follow are those of sending and no others.
  private static void warmUp(ConnectedChild<Load, Load> child, Cargo cargo) throws Exception {
    int handles = cargo.loaned() ? 0 : WARM_UP_HANDLES;
    post(child, WARM_UP, WARM_UP_BYTES, handles);
    assertThat(arrives(child, WARM_UP, WARM_UP_BYTES, handles)).isTrue();
    if (cargo.again()) {
      // The first large message has a file of its own; the second has a region, which is kept.
      post(child, LARGE, cargo.bytes(), 0);
      assertThat(arrives(child, LARGE, cargo.bytes(), 0)).isTrue();
    }
  }

  private static int senderThread(ConnectedChild<Load, Load> child) throws InterruptedException {
    return Integer.parseInt(child.jvm().awaitLine("thread ", PATIENCE).substring("thread ".length()));
  }

  private static void post(ConnectedChild<Load, Load> child, int number, int bytes, int handles) throws Exception {
    List<OwnedFd> files = new ArrayList<>();
    for (int i = 0; i < handles; i++) {
      files.add(OwnedFd.open(FILE));
    }
    byte[] content = new byte[bytes];
    Arrays.fill(content, (byte) number);
    try {
      child.line().send(new Load(number, content, files));
    } catch (DisconnectedException killedAlready) {
      for (OwnedFd file : files) {
        file.close();
      }
    }
  }

  private static boolean arrives(ConnectedChild<Load, Load> child, int number, int bytes, int handles)
      throws Exception {
    try (Delivery<Load> delivery = child.line().take()) {
      Load load = delivery.value();
      assertThat(load.number()).isEqualTo(number);
      assertThat(load.bytes()).hasSize(bytes);
      for (byte b : load.bytes()) {
        if (b != number) {
          throw new AssertionError("a byte is " + b);
        }
      }
      assertThat(load.files()).hasSize(handles);
      for (OwnedFd file : load.files()) {
        assertThat(file.size()).isZero();
      }
      return true;
    } catch (DisconnectedException never) {
      return false;
    }
  }

  /** Sends back each message, without decoding it. */
  static final class Forwarder {
    public static void main(String[] arguments) throws Exception {
      MessageType<Load> any = MessageType.of(Load.class);
      ChannelOptions options = ChannelOptions.defaults();
      EndAccess ends = EndAccess.get();
      // One socket as two ends; neither is ever closed.
      OpaqueReceiver in = ends.receiver(SocketPorts.receiver(0, null), any, options).opaque();
      OpaqueSender out = ends.sender(SocketPorts.sender(0), any, options).opaque();
      System.out.println("thread " + Signals.threadId());
      try {
        while (true) {
          out.send(in.receive());
        }
      } catch (DisconnectedException over) {
        Runtime.getRuntime().halt(0);
      }
    }
  }

  /** Sends back each message, in a loan. */
  static final class Lender {
    public static void main(String[] arguments) throws Exception {
      MessageType<Load> any = MessageType.of(Load.class);
      EndAccess ends = EndAccess.get();
      // One socket as two ends; neither is ever closed.
      IpcReceiver<Load> in = ends.receiver(SocketPorts.receiver(0, null), any, ChannelOptions.defaults());
      IpcSender<Load> out = ends.sender(SocketPorts.sender(0), any, ChannelOptions.defaults());
      System.out.println("thread " + Signals.threadId());
      try {
        while (true) {
          try (ReceivedLoan received = in.takeLoaned();
              LoanedMessage message = out.loan(received.length())) {
            message.segment().copyFrom(received.segment());
            message.send();
          }
        }
      } catch (DisconnectedException over) {
        Runtime.getRuntime().halt(0);
      }
    }
  }
}
