package org.ferryipc.peers;

import java.io.IOException;
import java.nio.file.Path;
import org.freedesktop.dbus.connections.impl.DirectConnection;
import org.freedesktop.dbus.connections.impl.DirectConnectionBuilder;

/** The process that dbus-java calls: peer to peer, without a bus. */
final class DbusServer {
  static final String OBJECT = "/adder";

  private DbusServer() {}

  private static final class Service implements RemoteDbusAdder {
    @Override
    public int add(int a, int b) {
      return a + b;
    }

    @Override
    public boolean isRemote() {
      return false;
    }

    @Override
    public String getObjectPath() {
      return OBJECT;
    }
  }

  static String address(Path folder) {
    return "unix:path=" + folder.resolve("dbus");
  }

  public static void main(String[] arguments) throws Exception {
    PeerProcess.serve(arguments, DbusServer::begin);
  }

  // Listening is accepting: it returns when somebody has come. The other side tries until the path is there.
  private static AutoCloseable begin(Path folder, PeerProcess.Ready ready) throws Exception {
    DirectConnection connection =
        DirectConnectionBuilder.forAddress(address(folder) + ",listen=true").build();
    connection.exportObject(OBJECT, new Service());
    Thread unused = Thread.ofPlatform().daemon().start(() -> listen(connection));
    ready.say(OBJECT);
    return connection;
  }

  private static void listen(DirectConnection connection) {
    try {
      connection.listen();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
