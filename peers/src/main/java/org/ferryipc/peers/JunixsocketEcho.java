package org.ferryipc.peers;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.ferryipc.benches.floor.NewDescriptor;
import org.newsclub.net.unix.AFUNIXServerSocketChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.AFUNIXSocketChannel;
import org.newsclub.net.unix.FileDescriptorCast;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a record cost that goes to another process and back by junixsocket, alone or with a descriptor? */
@State(Scope.Thread)
public class JunixsocketEcho {
  // What junixsocket's own demo sets aside for descriptors.
  private static final int ANCILLARY_BYTES = 1024;

  private final Frames frames = new Frames();
  private final Note note = Note.any();

  @SuppressWarnings("NullAway.Init") // by open
  private PeerProcess server;

  @SuppressWarnings("NullAway.Init") // by open
  private AFUNIXSocketChannel channel;

  @SuppressWarnings("NullAway.Init") // by open
  private FileDescriptor descriptor;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    server = PeerProcess.start(Echo.class);
    channel = AFUNIXSocketChannel.open(AFUNIXSocketAddress.of(server.folder().resolve(StreamEcho.SOCKET)));
    channel.setAncillaryReceiveBufferSize(ANCILLARY_BYTES);
    descriptor = FileDescriptorCast.unsafeUsing(NewDescriptor.make()).as(FileOutputStream.class).getFD();
  }

  /** Sends a record, and waits for it. */
  @Benchmark
  public Note note() throws IOException {
    frames.write(channel, note);
    return frames.read(channel);
  }

  /** Sends a record with a descriptor, which is closed here, and waits for both. */
  @Benchmark
  public Note parcel() throws IOException {
    channel.setOutboundFileDescriptors(descriptor);
    frames.write(channel, note);
    close(descriptor);
    Note back = frames.read(channel);
    descriptor = received(channel);
    return back;
  }

  private static FileDescriptor received(AFUNIXSocketChannel channel) throws IOException {
    FileDescriptor[] came = channel.getReceivedFileDescriptors();
    if (came == null || came.length != 1) {
      throw new IOException("no descriptor came");
    }
    return came[0];
  }

  private static void close(FileDescriptor descriptor) throws IOException {
    new FileOutputStream(descriptor).close();
  }

  /** Ends the other process. */
  @TearDown
  public void close() throws IOException, InterruptedException {
    close(descriptor);
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
      AFUNIXServerSocketChannel door = AFUNIXServerSocketChannel.open();
      door.bind(AFUNIXSocketAddress.of(folder.resolve(StreamEcho.SOCKET)));
      return StreamEcho.begin(door, ready, caller -> answer((AFUNIXSocketChannel) caller));
    }

    private static void answer(AFUNIXSocketChannel caller) throws IOException {
      caller.setAncillaryReceiveBufferSize(ANCILLARY_BYTES);
      Frames frames = new Frames();
      while (true) {
        Note came = frames.read(caller);
        FileDescriptor[] with = caller.getReceivedFileDescriptors();
        if (with != null && with.length > 0) {
          caller.setOutboundFileDescriptors(with);
        }
        frames.write(caller, came);
        if (with != null) {
          for (FileDescriptor one : with) {
            close(one);
          }
        }
      }
    }
  }
}
