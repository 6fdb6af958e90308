package org.ferryipc.unix.doorway;

import static org.ferryipc.unix.doorway.CarriedDescriptorProbe.isCloseOnExec;
import static org.ferryipc.unix.doorway.CarriedDescriptorProbe.numberOf;
import static org.ferryipc.unix.doorway.FactReport.report;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedMap;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.ChildJvmLaunch;
import org.newsclub.net.unix.AFUNIXServerSocket;
import org.newsclub.net.unix.AFUNIXServerSocketChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.AFUNIXSocketChannel;
import org.newsclub.net.unix.AFUNIXSocketCredentials;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * Sees what bind and accept do with paths, and what a connection is; its argument is an empty
 * directory that all users may write to.
 */
final class AddressProbe {

  /** Linux knows it as "nobody", but any number that is not ours would do. */
  private static final int ANOTHER_UID = 65_534;

  private static final Duration PEER_STARTS = Duration.ofSeconds(30);

  private AddressProbe() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    ProbeConnection.open().close(); // loads the native library, which may keep things open
    report(Fact.CONNECTIONS_ARE_CLOSE_ON_EXEC, () -> closeOnExec(directory.resolve("exec")));
    report(Fact.CAST_GIVES_THE_NUMBER, AddressProbe::number);
    report(Fact.BIND_REPLACES_A_FILE, () -> bindOverFile(directory.resolve("file")));
    report(Fact.BIND_STEALS_A_LIVE_PATH, () -> bindOverServer(directory.resolve("live")));
    report(Fact.ACCEPT_CLOSES_WHEN_THE_PATH_IS_GONE, () -> acceptWithoutPath(directory));
    report(
        Fact.INTERRUPT_CLOSES_THE_LISTENER,
        () -> acceptInterrupted(directory.resolve("interrupted")));
    credentials(directory);
  }

  private static String closeOnExec(Path path) throws IOException {
    try (AFUNIXServerSocketChannel listener = listenerAt(path);
        AFUNIXSocketChannel client = AFUNIXSocketChannel.open(AFUNIXSocketAddress.of(path));
        AFUNIXSocketChannel server = listener.accept()) {
      return isCloseOnExec(numberOf(listener.getFileDescriptor()))
          + ", "
          + isCloseOnExec(numberOf(client.getFileDescriptor()))
          + ", "
          + isCloseOnExec(numberOf(server.getFileDescriptor()));
    }
  }

  private static String number() throws IOException {
    OpenDescriptors before = OpenDescriptors.now();
    try (ProbeConnection connection = ProbeConnection.open()) {
      SortedMap<Integer, String> added = OpenDescriptors.now().since(before);
      int number =
          FileDescriptorCast.using(connection.client().getFileDescriptor()).as(Integer.class);
      return added.getOrDefault(number, "nothing").startsWith("socket:")
          ? "the number of a new socket"
          : "the number " + number;
    }
  }

  private static String bindOverFile(Path path) throws IOException {
    Files.writeString(path, "precious");
    try (AFUNIXServerSocket listener = AFUNIXServerSocket.newInstance()) {
      listener.setReuseAddress(false);
      listener.bind(AFUNIXSocketAddress.of(path));
      return "bound, the file is " + (Files.isRegularFile(path) ? "there" : "gone");
    }
  }

  private static String bindOverServer(Path path) throws IOException {
    try (AFUNIXServerSocketChannel first = listenerAt(path);
        AFUNIXServerSocketChannel second = listenerAt(path);
        AFUNIXSocketChannel client = AFUNIXSocketChannel.open(AFUNIXSocketAddress.of(path))) {
      second.configureBlocking(false);
      try (AFUNIXSocketChannel reached = second.accept()) {
        return "bound, the client reached the " + (reached != null ? "second" : "first");
      }
    }
  }

  private static String acceptWithoutPath(Path directory) throws IOException {
    Path path = directory.resolve("moving");
    Path elsewhere = directory.resolve("moved");
    try (AFUNIXServerSocketChannel listener = listenerAt(path)) {
      Files.move(path, elsewhere);
      try (AFUNIXSocketChannel client =
              AFUNIXSocketChannel.open(AFUNIXSocketAddress.of(elsewhere));
          AFUNIXSocketChannel server = listener.accept()) {
        return "accepted, open: " + listener.isOpen();
      } catch (ClosedChannelException e) {
        return e.getClass().getSimpleName() + ", open: " + listener.isOpen();
      }
    }
  }

  private static String acceptInterrupted(Path path) throws IOException {
    try (AFUNIXServerSocketChannel listener = listenerAt(path)) {
      Thread.currentThread().interrupt();
      try (AFUNIXSocketChannel server = listener.accept()) {
        return "accepted " + server;
      } catch (ClosedByInterruptException e) {
        return e.getClass().getSimpleName() + ", open: " + listener.isOpen();
      } finally {
        Thread.interrupted();
      }
    }
  }

  /**
   * The peer is another process, and of another user where we may start one, so that its
   * credentials cannot be mistaken for ours.
   */
  private static void credentials(Path directory) throws Exception {
    ChildJvmLaunch launch = ChildJvm.of(CredentialsPeer.class, directory.toString());
    boolean asAnother = ChildJvm.mayChangeUser();
    long uid =
        asAnother ? ANOTHER_UID : (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if (asAnother) {
      launch.asUser(ANOTHER_UID);
    }
    try (AFUNIXServerSocketChannel listener =
            listenerAt(directory.resolve(CredentialsPeer.CONNECTS_TO));
        ChildJvm peer = launch.start()) {
      peer.awaitLine(CredentialsPeer.READY, PEER_STARTS);
      report(
          Fact.CREDENTIALS_OF_A_CLIENT,
          () -> {
            try (AFUNIXSocketChannel accepted = listener.accept()) {
              return compare(accepted.getPeerCredentials(), peer.pid(), uid);
            }
          });
      report(
          Fact.CREDENTIALS_OF_A_SERVER,
          () -> {
            AFUNIXSocketAddress address =
                AFUNIXSocketAddress.of(directory.resolve(CredentialsPeer.LISTENS_ON));
            try (AFUNIXSocketChannel connected = AFUNIXSocketChannel.open(address)) {
              return compare(connected.getPeerCredentials(), peer.pid(), uid);
            }
          });
    }
  }

  private static String compare(AFUNIXSocketCredentials seen, long pid, long uid) {
    return "pid: " + (seen.getPid() == pid) + ", uid: " + (seen.getUid() == uid);
  }

  private static AFUNIXServerSocketChannel listenerAt(Path path) throws IOException {
    AFUNIXServerSocketChannel listener = AFUNIXServerSocketChannel.open();
    try {
      listener.bind(AFUNIXSocketAddress.of(path));
    } catch (IOException | RuntimeException | Error e) {
      listener.close();
      throw e;
    }
    return listener;
  }
}
