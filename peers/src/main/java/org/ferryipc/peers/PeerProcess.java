package org.ferryipc.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.doorway.IpcProcess;

/**
 * The other process of a peer, and a folder for the two. Ferry only starts it and hears that it is ready; it ends when this is
 * closed, or with the process that started it.
 */
final class PeerProcess implements AutoCloseable {
  private final IpcProcess<String, String> child;
  private final Duplex<String, String> line;
  private final Path folder;
  private final String said;

  private PeerProcess(IpcProcess<String, String> child, Duplex<String, String> line, Path folder, String said) {
    this.child = child;
    this.line = line;
    this.folder = folder;
    this.said = said;
  }

  /** What runs in the other process. */
  @FunctionalInterface
  interface Service {
    /**
     * Begins to serve.
     *
     * @param folder for sockets and files
     * @return what ends it
     */
    AutoCloseable begin(Path folder, Ready ready) throws Exception;
  }

  /** To be told when others may come. */
  @FunctionalInterface
  interface Ready {
    /** Says so, with something that they need. */
    void say(String what) throws IOException, InterruptedException;
  }

  /** {@return the process of {@code main}, which is ready}; its argument is the folder */
  static PeerProcess start(Class<?> main, String... options) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("ferry-peer");
    IpcProcess<String, String> child =
        IpcProcess.java(main, folder.toString()).jvmOptions(options).start(String.class, String.class);
    Duplex<String, String> line = child.accept();
    return new PeerProcess(child, line, folder, line.receive());
  }

  /** To be called by the main method of the other process: serves until the first one has gone. */
  static void serve(String[] arguments, Service service) throws Exception {
    try (Duplex<String, String> parent = Ferry.parent(String.class, String.class);
        AutoCloseable serving = service.begin(Path.of(arguments[0]), parent::send)) {
      java.util.Objects.requireNonNull(serving);
      String unused = parent.receive(); // it never says anything
    } catch (org.ferryipc.core.failure.DisconnectedException over) {
      // as it should
    }
  }

  /** {@return the folder} */
  Path folder() {
    return folder;
  }

  /** {@return what the process said when it was ready} */
  String said() {
    return said;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    line.close();
    int unused = child.process().waitFor();
    child.close();
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
