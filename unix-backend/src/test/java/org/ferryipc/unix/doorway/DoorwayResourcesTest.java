package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.doorway.OneShotServer;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.LoadedClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the doorway takes of the process: descriptors that no child inherits, and no library before it is needed. */
@Timeout(60)
class DoorwayResourcesTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  record Hail(String text) {}

  @TempDir private Path directory;

  @Test
  void everyDescriptorIsCloseOnExec() throws Exception {
    OpenDescriptors before = OpenDescriptors.now();
    try (var server = OneShotServer.open(Hail.class);
        var listener = IpcListener.open(directory.resolve("name").toString(), Hail.class, Hail.class);
        var mute = Stranger.at(listener.name());
        Duplex<Hail, Hail> client = Ferry.connect(listener.name(), Hail.class, Hail.class, LONG);
        Duplex<Hail, Hail> served = listener.accept(LONG)) {
      SortedMap<Integer, String> ours = OpenDescriptors.now().since(before);
      // Of each name the socket, its epoll and its eventfd; both ends of the connection of a client that says nothing;
      // both ends of the channel, with a pidfd each.
      assertThat(ours.size()).isGreaterThanOrEqualTo(2 * 3 + 2 + 2 * 2);
      assertThat(ours.values()).filteredOn(link -> link.contains("pidfd")).hasSize(2);
      for (int number : ours.keySet()) {
        assertThat(Descriptors.closeOnExec(number)).as(number + " " + ours.get(number)).isTrue();
      }
    }
  }

  @Test
  void aProgramWithoutNamesDoesNotLoadTheLibrary() throws Exception {
    try (ChildJvm child = ChildJvm.of(Lazy.class).start()) {
      assertThat(child.finish(LONG)).containsExactly("with channels: false", "with a name: true");
    }
  }

  /** Uses channels, then a name. */
  static final class Lazy {
    public static void main(String[] arguments) throws Exception {
      try (var channel = Ferry.channel(Hail.class).sender();
          var pair = Ferry.duplex(Hail.class, Hail.class).left()) {
        System.out.println("with channels: " + isLoaded());
      }
      OneShotServer.open(Hail.class).close();
      System.out.println("with a name: " + isLoaded());
    }

    private static boolean isLoaded() throws IOException {
      return Files.readAllLines(Path.of("/proc/self/maps")).stream().anyMatch(line -> line.contains("junixsocket"));
    }
  }

  @Test
  void withoutADescriptorLeftCallsFailTypedAndLeaveNothing() throws Exception {
    Path tmp = Files.createDirectory(directory.resolve("tmp"));
    try (ChildJvm child =
        ChildJvm.of(Exhausted.class).descriptorLimit(100).jvmOptions("-Djava.io.tmpdir=" + tmp).start()) {
      assertThat(child.finish(LONG)).allSatisfy(line -> assertThat(line).endsWith("ResourceExhaustedException EMFILE"))
          .hasSize(2 * Exhausted.MOST_FREE);
    }
    try (Stream<Path> left = Files.list(tmp)) {
      assertThat(left).isEmpty();
    }
  }

  /** Opens and connects with 0, 1, 2, … descriptors to spare, as long as it fails. */
  static final class Exhausted {
    static final int MOST_FREE = 3;

    public static void main(String[] arguments) throws Exception {
      LoadedClasses.all();
      try (var target = IpcListener.open(Hail.class, Hail.class)) {
        Ferry.connect(target.name(), Hail.class, Hail.class, LONG).close();
        target.accept(LONG).close();
        List<FileInputStream> all = fill();
        for (int free = 0; free < MOST_FREE; free++) {
          fails(() -> OneShotServer.open(Hail.class));
          fails(() -> Ferry.connect(target.name(), Hail.class, Hail.class, Duration.ofSeconds(1)));
          all.removeLast().close();
        }
        for (FileInputStream one : all) {
          one.close();
        }
        Ferry.connect(target.name(), Hail.class, Hail.class, LONG).close();
      }
    }

    private interface Call {
      AutoCloseable make() throws Exception;
    }

    private static void fails(Call call) throws Exception {
      try (AutoCloseable made = call.make()) {
        System.out.println("made " + made);
      } catch (org.ferryipc.core.failure.ResourceExhaustedException e) {
        System.out.println(e.getClass().getSimpleName() + " " + e.errno());
      } catch (IpcException e) {
        System.out.println(e);
      }
    }
  }

  private static List<FileInputStream> fill() {
    List<FileInputStream> all = new ArrayList<>();
    try {
      while (true) {
        all.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException full) {
      return all;
    }
  }

  @Test
  void aServerWithoutDescriptorsKeepsClientsWaitingAndServesThemLater() throws Exception {
    Path name = directory.resolve("name");
    try (ChildJvm child = ChildJvm.of(FullServer.class, name.toString(), "0").descriptorLimit(100).start()) {
      child.awaitLine("full", LONG);
      assertThatThrownBy(() -> Ferry.connect(name.toString(), Hail.class, Hail.class, Duration.ofMillis(300)))
          .isInstanceOf(IpcTimeoutException.class);
      servesLater(child, name);
      assertThat(child.errors()).filteredOn(line -> line.contains("no client can be accepted")).hasSize(1);
    }
  }

  @Test
  void aServerWithoutDescriptorsForAChannelSaysSoAndServesLater() throws Exception {
    Path name = directory.resolve("name");
    try (ChildJvm child = ChildJvm.of(FullServer.class, name.toString(), "1").descriptorLimit(100).start()) {
      child.awaitLine("full", LONG);
      assertThatThrownBy(() -> Ferry.connect(name.toString(), Hail.class, Hail.class, LONG))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("cannot make a channel: socketpair: EMFILE");
      servesLater(child, name);
    }
  }

  private static void servesLater(ChildJvm child, Path name) throws Exception {
    child.send("empty");
    try (var channel = Ferry.connect(name.toString(), Hail.class, Hail.class, LONG)) {
      channel.send(new Hail("late"));
      assertThat(channel.receive()).isEqualTo(new Hail("late, but served"));
    }
    child.finish(LONG);
  }

  /** Has no descriptor, or few, left until it is told. */
  static final class FullServer {
    public static void main(String[] arguments) throws Exception {
      LoadedClasses.all();
      System.getLogger("org.ferryipc").log(System.Logger.Level.WARNING, "logging opens files when it is first used");
      try (var warm = IpcListener.open(Hail.class, Hail.class)) {
        Ferry.connect(warm.name(), Hail.class, Hail.class, LONG).close();
        warm.accept(LONG).close();
      }
      try (var listener = IpcListener.open(arguments[0], Hail.class, Hail.class)) {
        List<FileInputStream> all = fill();
        for (int free = Integer.parseInt(arguments[1]); free > 0; free--) {
          all.removeLast().close();
        }
        System.out.println("full");
        int told = System.in.read();
        assert told >= 0;
        for (FileInputStream one : all) {
          one.close();
        }
        while (true) {
          try (Duplex<Hail, Hail> channel = listener.accept(LONG)) {
            channel.send(new Hail(channel.receive().text() + ", but served"));
            return;
          } catch (org.ferryipc.core.failure.DisconnectedException e) {
            continue; // the client whose patience was shorter
          }
        }
      }
    }
  }
}
