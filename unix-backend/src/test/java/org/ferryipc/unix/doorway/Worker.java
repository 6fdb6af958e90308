package org.ferryipc.unix.doorway;

import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.IpcException;

/** What children of the tests do. */
final class Worker {

  /** To a worker; the descriptor is there to be read. */
  record Ask(String text, OwnedFd file) {}

  /** From a worker. */
  record Answer(String text) {}

  private Worker() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "read" -> read();
      case "exit" -> System.exit(7);
      case "connect and exit" -> connectAndExit();
      case "say and exit" -> sayAndExit();
      case "wait" -> waitForEver();
      case "wrong types" -> wrongTypes();
      case "twice" -> twice();
      case "grandchild" -> grandchild();
      case "inherited channel" -> inheritedChannel();
      case "say, wait to be killed" -> sayAndWait();
      case "say goodbye" -> sayGoodbye();
      default -> throw new AssertionError(arguments[0]);
    }
  }

  private static Duplex<Answer, Ask> parent() throws Exception {
    return Ferry.parent(Answer.class, Ask.class);
  }

  private static void read() throws Exception {
    try (Duplex<Answer, Ask> parent = parent()) {
      while (parent.tryReceive(java.time.Duration.ofSeconds(60)) instanceof Received.Message<Ask>(Ask ask)) {
        try (var in = ask.file().inputStream()) {
          parent.send(new Answer(ask.text() + new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
      }
    }
  }

  private static void connectAndExit() throws Exception {
    parent();
    System.exit(0); // without a goodbye
  }

  private static void sayAndExit() throws Exception {
    parent().send(new Answer("short life"));
    Runtime.getRuntime().halt(0);
  }

  private static void sayAndWait() throws Exception {
    parent().send(new Answer("kill me"));
    waitForEver();
  }

  private static void sayGoodbye() throws Exception {
    parent().close(new CloseReason.Closed(4, "done here"));
    waitForEver();
  }

  private static void waitForEver() {
    System.out.println("waiting");
    while (true) {
      LockSupport.park();
    }
  }

  private static void wrongTypes() throws Exception {
    try {
      Ferry.parent(Ask.class, Ask.class).close();
    } catch (IpcException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
    try (Duplex<Answer, Ask> parent = parent()) {
      parent.send(new Answer("right at last"));
    }
  }

  private static void twice() throws Exception {
    try (Duplex<Answer, Ask> parent = parent()) {
      try {
        parent().close();
      } catch (IpcException e) {
        parent.send(new Answer(e.getClass().getSimpleName()));
      }
    }
  }

  private static void grandchild() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName(),
                "read")
            .inheritIO()
            .start();
    System.exit(process.waitFor());
  }

  private static void inheritedChannel() throws Exception {
    try (ByteChannel channel = (ByteChannel) System.inheritedChannel();
        Duplex<Answer, Ask> parent = parent()) {
      ByteBuffer bytes = ByteBuffer.allocate(100);
      channel.read(bytes);
      channel.write(ByteBuffer.wrap("pong".getBytes(StandardCharsets.UTF_8)));
      parent.send(new Answer(new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)));
    }
  }
}
