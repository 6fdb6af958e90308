package org.ferryipc.peers;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a record cost that goes to another process and back by the JDK's own channel on a Unix address? */
@State(Scope.Thread)
public class SocketEcho {
  private final Frames frames = new Frames();
  private final Note note = Note.any();

  @SuppressWarnings("NullAway.Init") // by open
  private PeerProcess server;

  @SuppressWarnings("NullAway.Init") // by open
  private SocketChannel channel;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    server = PeerProcess.start(Echo.class);
    channel = SocketChannel.open(UnixDomainSocketAddress.of(server.folder().resolve(StreamEcho.SOCKET)));
  }

  /** Sends a record, and waits for it. */
  @Benchmark
  public Note note() throws IOException {
    frames.write(channel, note);
    return frames.read(channel);
  }

  /** Ends the other process. */
  @TearDown
  public void close() throws IOException, InterruptedException {
    channel.close();
    server.close();
  }

  /** Sends everything back. */
  static final class Echo {
    private Echo() {}

    public static void main(String[] arguments) throws Exception {
      PeerProcess.serve(arguments, Echo::begin);
    }

    private static AutoCloseable begin(Path folder, PeerProcess.Ready ready) throws IOException, InterruptedException {
      ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      door.bind(UnixDomainSocketAddress.of(folder.resolve(StreamEcho.SOCKET)));
      return StreamEcho.begin(door, ready, Echo::answer);
    }

    private static void answer(SocketChannel caller) throws IOException {
      Frames frames = new Frames();
      while (true) {
        frames.write(caller, frames.read(caller));
      }
    }
  }
}
