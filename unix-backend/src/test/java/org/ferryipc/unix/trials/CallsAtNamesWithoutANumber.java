package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.doorway.OneShotServer;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.unix.processes.Scarcity;

/** The part of {@link CallsWithoutANumber} that opens names and connects to them. */
final class CallsAtNamesWithoutANumber {
  private static final Duration LONG = Duration.ofSeconds(20);
  // A server without a number accepts nobody; the client waits for it.
  private static final Duration SHORT = Duration.ofSeconds(2);

  private CallsAtNamesWithoutANumber() {}

  static void run() throws Exception {
    Path directory = Files.createTempDirectory("ferry-scarcity");
    try {
      System.setProperty("java.io.tmpdir", directory.toString());
      int oneShot = Scarcity.needs("a one-shot server", () -> OneShotServer.open(Note.class).close());
      assertThat(Scarcity.needs("a listener", () -> IpcListener.open(Note.class, Note.class).close())).isEqualTo(oneShot);
      Scarcity.needs("a listener at a name", () -> IpcListener.open(directory + "/name", Note.class, Note.class).close());
      Scarcity.needs("an abstract name", () -> IpcListener.open("@ferry-" + directory, Note.class, Note.class).close());
      staleName(directory.resolve("stale"));
      Scarcity.needs("connecting and accepting", () -> IpcListener.open(Note.class, Note.class), listener -> {
        try (var client = connect(listener);
            var server = listener.accept(LONG)) {
          client.send(new Note(1));
          assertThat(server.receive()).isEqualTo(new Note(1));
        }
      });
      try (Stream<Path> left = Files.list(directory)) {
        assertThat(left).isEmpty();
      }
    } finally {
      Files.delete(directory);
    }
  }

  // Java's own start closed number 0 when it found too few, twice, whatever it stood for: the count of open ones shows it.
  static void startChildren() throws Exception {
    Scarcity.needs("a child with pipes", () -> start(new ProcessBuilder("true")));
    Scarcity.needs("a child with these streams", () -> start(new ProcessBuilder("true").inheritIO()));
    Scarcity.needs("a child whose input is a handle", Input::new, Input::start);
    Scarcity.needs("a child with files", () -> {
      File nothing = new File("/dev/null");
      start(new ProcessBuilder("true").redirectInput(nothing).redirectOutput(nothing).redirectError(nothing));
    });
  }

  private static void start(ProcessBuilder builder) throws Exception {
    try (var child = IpcProcess.of(builder).start(Note.class, Note.class)) {
      assertThat(child.process().waitFor()).isZero();
    }
  }

  /** A handle that is to be a child's standard input: still open if there were no numbers for a start. */
  private static final class Input implements AutoCloseable {
    final OwnedFd handle = OwnedFd.open(Path.of("/dev/null"));

    Input() throws IOException {}

    void start() throws Exception {
      try (var child = IpcProcess.of(new ProcessBuilder("true")).stdin(handle).start(Note.class, Note.class)) {
        assertThat(child.process().waitFor()).isZero();
      } catch (ResourceExhaustedException e) {
        assertThat(handle.state()).isEqualTo(HandleState.Open.INSTANCE);
        assertThat(e).hasMessageContaining("limit 200");
        throw e;
      }
      assertThat(handle.state()).isInstanceOf(HandleState.Moved.class);
    }

    @Override
    public void close() throws IOException {
      handle.close();
    }
  }

  private static Duplex<Note, Note> connect(IpcListener<Note, Note> listener) throws Exception {
    try {
      return Ferry.connect(listener.name(), Note.class, Note.class, SHORT);
    } catch (RefusedException | IpcTimeoutException serverHadNone) {
      throw new ResourceExhaustedException(serverHadNone.getMessage(), "EMFILE", 0);
    }
  }

  private static void staleName(Path name) throws Exception {
    int unused = Scarcity.needs("a name that is stale", () -> {
      try (var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        channel.bind(UnixDomainSocketAddress.of(name)); // the JDK leaves its file
      }
      return () -> Files.deleteIfExists(name);
    }, nothing -> IpcListener.open(name.toString(), Note.class, Note.class).close());
  }
}
