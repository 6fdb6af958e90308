package org.ferryipc.peers;

import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a record cost that goes to another process and back by two Chronicle queues, both sides spinning? */
@State(Scope.Thread)
@Fork(
    jvmArgsAppend = {
      "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
      "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
      "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
      "--add-opens=java.base/java.lang=ALL-UNNAMED",
      "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
      "--add-opens=java.base/java.io=ALL-UNNAMED",
      "--add-opens=java.base/java.util=ALL-UNNAMED"
    })
public class ChronicleEcho {
  // What its documentation asks for on Java 17 and later, less what its compiler of generated code needs.
  private static final String[] OPTIONS = ChronicleEcho.class.getAnnotation(Fork.class).jvmArgsAppend();

  private static final String THERE = "there";
  private static final String BACK = "back";

  private final Note note = Note.any();
  private final Bytes<?> bytes = Bytes.elasticByteBuffer();

  @SuppressWarnings("NullAway.Init") // by open
  private PeerProcess server;

  @SuppressWarnings("NullAway.Init") // by open
  private ChronicleQueue there;

  @SuppressWarnings("NullAway.Init") // by open
  private ChronicleQueue back;

  @SuppressWarnings("NullAway.Init") // by open
  private ExcerptAppender appender;

  @SuppressWarnings("NullAway.Init") // by open
  private ExcerptTailer tailer;

  private static ChronicleQueue queue(Path folder, String name) {
    return SingleChronicleQueueBuilder.binary(folder.resolve(name)).build();
  }

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    server = PeerProcess.start(Echo.class, OPTIONS);
    there = queue(server.folder(), THERE);
    back = queue(server.folder(), BACK);
    appender = there.createAppender();
    tailer = back.createTailer();
  }

  /** Sends a record, and waits for it. */
  @Benchmark
  public Note note() {
    write(appender, bytes, note);
    return read(tailer, bytes);
  }

  private static void write(ExcerptAppender to, Bytes<?> bytes, Note note) {
    bytes.clear();
    bytes.write(Frames.encoded(note));
    to.writeBytes(bytes);
  }

  private static Note read(ExcerptTailer from, Bytes<?> bytes) {
    bytes.clear();
    while (!from.readBytes(bytes)) {
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("interrupted");
      }
      Thread.onSpinWait();
    }
    return Frames.decoded(bytes.toByteArray());
  }

  /** Ends the other process, and deletes the files. */
  @TearDown
  public void close() throws IOException, InterruptedException {
    appender.close();
    tailer.close();
    there.close();
    back.close();
    bytes.releaseLast();
    server.close();
  }

  /** Sends everything back. */
  static final class Echo {
    private Echo() {}

    public static void main(String[] arguments) throws Exception {
      PeerProcess.serve(arguments, Echo::begin);
    }

    private static AutoCloseable begin(Path folder, PeerProcess.Ready ready) throws Exception {
      Thread echoing = Thread.ofPlatform().daemon().start(() -> echo(folder));
      ready.say(THERE);
      return () -> {
        echoing.interrupt();
        echoing.join();
      };
    }

    private static void echo(Path folder) {
      Bytes<?> bytes = Bytes.elasticByteBuffer();
      try (ChronicleQueue there = queue(folder, THERE);
          ChronicleQueue back = queue(folder, BACK);
          ExcerptTailer tailer = there.createTailer();
          ExcerptAppender appender = back.createAppender()) {
        while (true) {
          write(appender, bytes, read(tailer, bytes));
        }
      } catch (IllegalStateException over) {
        bytes.releaseLast();
      }
    }
  }
}
