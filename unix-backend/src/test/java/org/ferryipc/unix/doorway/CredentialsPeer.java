package org.ferryipc.unix.doorway;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * A process that listens and connects by the JDK's own channels in the directory of its argument,
 * until it is killed.
 */
final class CredentialsPeer {

  static final String LISTENS_ON = "peer";
  static final String CONNECTS_TO = "probe";
  static final String READY = "ready";

  private CredentialsPeer() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(UnixDomainSocketAddress.of(directory.resolve(LISTENS_ON)));
      client.connect(UnixDomainSocketAddress.of(directory.resolve(CONNECTS_TO)));
      System.out.println(READY);
      System.in.read();
    }
  }
}
