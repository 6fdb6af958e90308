package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.util.UUID;
import org.newsclub.net.unix.AFUNIXServerSocketChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.AFUNIXSocketChannel;

/**
 * Two ends of a stream connection by listen, connect and accept, which is the way of junixsocket
 * that leaks nothing.
 */
record ProbeConnection(AFUNIXSocketChannel client, AFUNIXSocketChannel server)
    implements AutoCloseable {

  /**
   * Room for the control data of many descriptors; junixsocket makes 256 bytes of any size from 1.
   */
  private static final int CONTROL_BYTES = 4_096;

  static ProbeConnection open() throws IOException {
    AFUNIXSocketAddress address =
        AFUNIXSocketAddress.inAbstractNamespace("ferry-fact-" + UUID.randomUUID());
    try (AFUNIXServerSocketChannel listener = AFUNIXServerSocketChannel.open()) {
      listener.bind(address);
      AFUNIXSocketChannel client = AFUNIXSocketChannel.open(address);
      AFUNIXSocketChannel server = listener.accept();
      server.setAncillaryReceiveBufferSize(CONTROL_BYTES);
      return new ProbeConnection(client, server);
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
    server.close();
  }
}
