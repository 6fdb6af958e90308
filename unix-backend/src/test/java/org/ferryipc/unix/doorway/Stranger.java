package org.ferryipc.unix.doorway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.newsclub.net.unix.AFUNIXSocket;

/** Connects to a server and sends what it likes, through junixsocket alone. For one thread. */
final class Stranger implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  // What stands in front of the reason in a refusal: header, and the reason's own length.
  private static final int BEFORE_REASON = 14;

  private final AFUNIXSocket socket;

  private Stranger(AFUNIXSocket socket) {
    this.socket = socket;
  }

  static Stranger at(String server) throws IOException {
    AFUNIXSocket socket = AFUNIXSocket.connectTo(SocketName.parse(server).address());
    socket.setSoTimeout((int) LIMIT.toMillis());
    return new Stranger(socket);
  }

  Stranger send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  Stranger send(byte[] bytes, FileDescriptor... descriptors) throws IOException {
    socket.setOutboundFileDescriptors(descriptors);
    return send(bytes);
  }

  /** Waits until the server closes. {@return why it says so; empty if it says nothing} */
  Optional<String> refusal() throws IOException {
    InputStream in = socket.getInputStream();
    byte[] all = new byte[HelloFormat.HEADER_BYTES + HelloFormat.MAX_BODY_BYTES];
    int filled = 0;
    int count;
    while ((count = in.read(all, filled, all.length - filled)) > 0) {
      filled += count;
    }
    return filled <= BEFORE_REASON
        ? Optional.empty()
        : Optional.of(new String(Arrays.copyOfRange(all, BEFORE_REASON, filled), UTF_8));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
