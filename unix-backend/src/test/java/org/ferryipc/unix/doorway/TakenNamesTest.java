package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.doorway.OneShotServer;
import org.ferryipc.core.doorway.SocketAccess;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.newsclub.net.unix.AFUNIXServerSocket;

/** What is at a name already is left alone, unless it is what a server that is gone has left behind. */
@Timeout(60)
class TakenNamesTest {
  private static final MessageType<Hail> HAIL = MessageType.of(Hail.class);
  private static final Duration LONG = Duration.ofSeconds(20);

  record Hail(String text) {}

  @TempDir private Path directory;

  private OneShotServer<Hail> open(Path name) throws IOException {
    return OneShotServer.open(name.toString(), HAIL, DoorwayOptions.defaults());
  }

  private void isServed(OneShotServer<Hail> server) throws Exception {
    try (var sender = Ferry.connect(server.name(), Hail.class, LONG)) {
      sender.send(new Hail("served"));
      server.accept(LONG).close();
    }
  }

  private List<String> here() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aRegularFileIsNeverReplaced() throws Exception {
    Path name = Files.writeString(directory.resolve("name"), "precious");
    assertThatThrownBy(() -> open(name)).isInstanceOf(RefusedException.class).hasMessageContaining("no socket");
    assertThat(name).hasContent("precious");
    assertThat(here()).containsExactly("name");
  }

  @Test
  void directoriesAndLinksAreLeftAlone() throws Exception {
    Path target = Files.writeString(directory.resolve("target"), "precious");
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), target);
    Path dangling = Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("nowhere"));
    for (Path name : List.of(folder, link, dangling)) {
      assertThatThrownBy(() -> open(name)).isInstanceOf(RefusedException.class).hasMessageContaining("no socket");
    }
    assertThat(target).hasContent("precious");
    assertThat(here()).containsExactly("dangling", "folder", "link", "target");
  }

  @Test
  void aLinkToALiveSocketIsLeftAlone() throws Exception {
    try (var server = open(directory.resolve("name"))) {
      Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("name"));
      assertThatThrownBy(() -> open(link)).isInstanceOf(RefusedException.class);
      isServed(server);
    }
  }

  @Test
  void aMissingDirectoryIsSaid() {
    Path name = directory.resolve("missing").resolve("name");
    assertThatThrownBy(() -> open(name)).isInstanceOf(TransportException.class).hasMessageContaining("no such directory");
  }

  @Test
  void aLivingServerOfAnySortKeepsItsName() throws Exception {
    Path name = directory.resolve("name");
    try (AFUNIXServerSocket other = AFUNIXServerSocket.bindOn(SocketName.at(name).address())) {
      assertThatThrownBy(() -> open(name)).isInstanceOf(RefusedException.class).hasMessageContaining("running");
      assertThat(other.isClosed()).isFalse();
      assertThat(here()).containsExactly("name");
    }
  }

  @Test
  void theNameOfAKilledServerIsTakenOver() throws Exception {
    Path name = directory.resolve("name");
    leaveStale(name);
    assertThat(here()).hasSize(2).contains("name"); // with its private directory
    try (var server = open(name)) {
      assertThat(here()).hasSize(2); // the dead one's is gone, ours is there; and no lock file
      isServed(server);
    }
    assertThat(here()).isEmpty();
  }

  private void leaveStale(Path name) throws Exception {
    try (ChildJvm child = ChildJvm.of(Holder.class, name.toString()).start()) {
      child.awaitLine("open", LONG);
      assertThatThrownBy(() -> open(name)).isInstanceOf(RefusedException.class).hasMessageContaining("running");
      child.kill();
      assertThat(child.waitFor(LONG)).isEqualTo(137);
    }
    assertThatThrownBy(() -> Ferry.connect(name.toString(), Hail.class, LONG))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("nobody listens");
  }

  /** Holds a name until it is killed or told to end. */
  static final class Holder {
    public static void main(String[] names) throws Exception {
      for (String name : names) {
        OneShotServer.open(name, HAIL, DoorwayOptions.defaults());
      }
      OneShotServer.open(HAIL, DoorwayOptions.defaults());
      OneShotServer.open(HAIL, DoorwayOptions.defaults().withAccess(SocketAccess.EVERYONE));
      System.out.println("open");
      System.in.read();
      System.exit(3);
    }
  }

  @Test
  void ofManyTakersOneWins() throws Exception {
    Path name = directory.resolve("name");
    leaveStale(name);
    int takers = 16;
    List<OneShotServer<Hail>> winners = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(takers)) {
      CountDownLatch start = new CountDownLatch(takers);
      List<Future<OneShotServer<Hail>>> all = new ArrayList<>();
      for (int i = 0; i < takers; i++) {
        all.add(
            threads.submit(
                () -> {
                  start.countDown();
                  start.await();
                  return open(name);
                }));
      }
      for (Future<OneShotServer<Hail>> one : all) {
        try {
          winners.add(one.get());
        } catch (ExecutionException e) {
          assertThat(e.getCause()).isInstanceOf(RefusedException.class);
        }
      }
    }
    assertThat(winners).hasSize(1);
    isServed(winners.getFirst());
    winners.getFirst().close();
    assertThat(here()).isEmpty();
  }

  @Test
  void whileAnotherHoldsTheLockAStaleNameStays() throws Exception {
    Path name = directory.resolve("name");
    leaveStale(name);
    try (NameLock lock = NameLock.tryTake(name).orElseThrow()) {
      assertThat(lock.path()).exists();
      assertThat(NameLock.tryTake(name)).isEmpty();
      assertThatThrownBy(() -> open(name)).isInstanceOf(RefusedException.class).hasMessageContaining("another process");
    }
    assertThat(NameLock.of(name)).doesNotExist();
    open(name).close();
    assertThat(here()).isEmpty();
  }

  @Test
  void aLockFileOfAnotherProgramStays() throws Exception {
    Path name = directory.resolve("wayland-0");
    leaveStale(name);
    Path others = Files.writeString(directory.resolve("wayland-0.lock"), "of the compositor");
    open(name).close();
    assertThat(others).hasContent("of the compositor");
    assertThat(here()).containsExactly("wayland-0.lock");
  }

  @Test
  void aSymbolicLinkIsNoLockFile() throws Exception {
    Path name = directory.resolve("name");
    leaveStale(name);
    Path victim = directory.resolve("victim");
    Files.createSymbolicLink(NameLock.of(name), victim);
    assertThatThrownBy(() -> open(name)).isInstanceOf(TransportException.class).hasMessageContaining("ELOOP");
    assertThat(victim).doesNotExist();
  }

  @Test
  void closingLeavesWhatHasTakenItsPlace() throws Exception {
    Path name = directory.resolve("name");
    try (var first = open(name)) {
      Files.delete(name); // by an administrator, say
      try (var second = open(name)) {
        first.close();
        assertThat(name).exists();
        isServed(second);
      }
    }
    try (var server = open(name)) {
      Files.delete(name);
      Files.writeString(name, "precious");
      server.close();
      assertThat(name).hasContent("precious");
    }
  }

  @Test
  void anAbstractNameIsTakenOnce() throws Exception {
    String name = "@ferry-taken-" + ProcessHandle.current().pid();
    try (var server = OneShotServer.open(name, HAIL, DoorwayOptions.defaults())) {
      assertThatThrownBy(() -> OneShotServer.open(name, HAIL, DoorwayOptions.defaults()))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("taken");
      isServed(server);
    }
    OneShotServer.open(name, HAIL, DoorwayOptions.defaults()).close();
  }

  @Test
  void socketsAndDirectoriesAreOfTheAccessAskedFor() throws Exception {
    record Expected(SocketAccess access, String socket, String place) {}
    for (Expected expected :
        List.of(
            new Expected(SocketAccess.OWNER, "rw-------", "rwx------"),
            new Expected(SocketAccess.GROUP, "rw-rw----", "rwx--x---"),
            new Expected(SocketAccess.EVERYONE, "rw-rw-rw-", "rwx--x--x"))) {
      DoorwayOptions options = DoorwayOptions.defaults().withAccess(expected.access());
      try (var made = OneShotServer.open(HAIL, options);
          var named = OneShotServer.open(directory.resolve("name").toString(), HAIL, options)) {
        Path socket = Path.of(made.name());
        assertThat(mode(socket)).isEqualTo(expected.socket());
        assertThat(mode(socket.getParent())).isEqualTo(expected.place());
        assertThat(mode(Path.of(named.name()))).isEqualTo(expected.socket());
        String hidden = here().stream().filter(file -> file.startsWith(".")).findFirst().orElseThrow();
        assertThat(mode(directory.resolve(hidden))).isEqualTo("rwx------");
      }
    }
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void namesAreGoneWhenTheProcessEndsInOrder() throws Exception {
    for (boolean terminated : new boolean[] {false, true}) {
      Path tmp = Files.createDirectory(directory.resolve("tmp"));
      Path names = Files.createDirectory(directory.resolve("names"));
      try (ChildJvm child =
          ChildJvm.of(Holder.class, names.resolve("a").toString(), names.resolve("b").toString())
              .jvmOptions("-Djava.io.tmpdir=" + tmp)
              .start()) {
        child.awaitLine("open", LONG);
        assertThat(count(names)).isEqualTo(4);
        assertThat(count(tmp)).isEqualTo(2);
        if (terminated) {
          assertThat(ProcessHandle.of(child.pid()).orElseThrow().destroy()).isTrue();
        } else {
          child.endInput();
        }
        assertThat(child.waitFor(LONG)).isEqualTo(terminated ? 143 : 3);
        assertThat(child.errors()).isEmpty();
      }
      Files.delete(names);
      Files.delete(tmp);
    }
  }

  private static long count(Path place) throws IOException {
    try (Stream<Path> all = Files.list(place)) {
      return all.count();
    }
  }

  @Test
  void aServerWhosePrivateNameIsRemovedEndsAndSaysSo() throws Exception {
    Path name = directory.resolve("name");
    try (var listener = IpcListener.open(name.toString(), Hail.class, Hail.class)) {
      String hidden = here().stream().filter(file -> file.startsWith(".")).findFirst().orElseThrow();
      Files.delete(directory.resolve(hidden).resolve("s"));
      assertThatThrownBy(() -> Ferry.connect(name.toString(), Hail.class, Hail.class, LONG))
          .isInstanceOf(RefusedException.class);
      assertThatThrownBy(() -> listener.accept(LONG)).isInstanceOf(HandleClosedException.class);
    }
    assertThat(here()).isEmpty();
  }
}
