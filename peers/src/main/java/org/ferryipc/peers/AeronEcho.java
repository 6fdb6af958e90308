package org.ferryipc.peers;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a record cost that goes to another process and back by Aeron's IPC, both sides spinning? */
@State(Scope.Thread)
@Fork(jvmArgsAppend = {"--add-opens", AeronEcho.OPENED})
public class AeronEcho {
  // Agrona reaches into the JDK, as its documentation says.
  static final String OPENED = "java.base/jdk.internal.misc=ALL-UNNAMED";

  private static final String CHANNEL = "aeron:ipc";
  private static final int THERE = 10;
  private static final int BACK = 11;
  private static final int BYTES = 64 << 10;

  private final Note note = Note.any();
  private final UnsafeBuffer out = new UnsafeBuffer(new byte[BYTES]);
  private @Nullable Note came;
  private final FragmentHandler handler = (buffer, offset, length, header) -> came = decoded(buffer, offset, length);

  @SuppressWarnings("NullAway.Init") // by open
  private MediaDriver driver;

  @SuppressWarnings("NullAway.Init") // by open
  private Aeron aeron;

  @SuppressWarnings("NullAway.Init") // by open
  private Publication there;

  @SuppressWarnings("NullAway.Init") // by open
  private Subscription back;

  @SuppressWarnings("NullAway.Init") // by open
  private PeerProcess server;

  private static MediaDriver.Context driving() {
    // One thread for all of the driver's work: it has none while messages go in memory, and there are few processors.
    return new MediaDriver.Context().threadingMode(ThreadingMode.SHARED).dirDeleteOnStart(true).dirDeleteOnShutdown(true);
  }

  /** Starts the driver here, and the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    driver = MediaDriver.launchEmbedded(driving());
    aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
    there = aeron.addPublication(CHANNEL, THERE);
    back = aeron.addSubscription(CHANNEL, BACK);
    server = PeerProcess.start(Echo.class, "--add-opens", OPENED, "-Dferry.peers.aeron=" + driver.aeronDirectoryName());
    while (!there.isConnected() || !back.isConnected()) {
      Thread.onSpinWait();
    }
  }

  /** Sends a record, and waits for it. */
  @Benchmark
  public Note note() {
    offer(there, out, note);
    came = null;
    while (came == null) {
      if (back.poll(handler, 1) == 0) {
        Thread.onSpinWait();
      }
    }
    return came;
  }

  private static Note decoded(org.agrona.DirectBuffer buffer, int offset, int length) {
    byte[] bytes = new byte[length];
    buffer.getBytes(offset, bytes);
    return Frames.decoded(bytes);
  }

  private static void offer(Publication to, UnsafeBuffer out, Note note) {
    byte[] bytes = Frames.encoded(note);
    out.putBytes(0, bytes);
    while (to.offer(out, 0, bytes.length) < 0) {
      Thread.onSpinWait();
    }
  }

  /** Ends the other process, then the driver. */
  @TearDown
  public void close() throws IOException, InterruptedException {
    server.close();
    aeron.close();
    driver.close();
  }

  /** Sends everything back. */
  static final class Echo {
    private Echo() {}

    public static void main(String[] arguments) throws Exception {
      PeerProcess.serve(arguments, Echo::begin);
    }

    private static AutoCloseable begin(Path folder, PeerProcess.Ready ready) throws Exception {
      Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(System.getProperty("ferry.peers.aeron")));
      Subscription there = aeron.addSubscription(CHANNEL, THERE);
      Publication back = aeron.addPublication(CHANNEL, BACK);
      Thread echoing = Thread.ofPlatform().daemon().start(() -> echo(there, back));
      ready.say(CHANNEL);
      return () -> {
        echoing.interrupt();
        echoing.join();
        aeron.close();
      };
    }

    private static void echo(Subscription there, Publication back) {
      UnsafeBuffer out = new UnsafeBuffer(new byte[BYTES]);
      FragmentHandler handler = (buffer, offset, length, header) -> offer(back, out, decoded(buffer, offset, length));
      while (!Thread.currentThread().isInterrupted()) {
        if (there.poll(handler, 1) == 0) {
          Thread.onSpinWait();
        }
      }
    }
  }
}
