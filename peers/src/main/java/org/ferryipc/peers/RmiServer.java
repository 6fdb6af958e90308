package org.ferryipc.peers;

import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Base64;

/** The process that RMI calls, on the loopback interface. */
final class RmiServer {
  static final String ON_LOOPBACK = "-Djava.rmi.server.hostname=127.0.0.1";

  private RmiServer() {}

  /** What is called. */
  public interface RemoteAdder extends Remote {
    /** {@return the sum} */
    int add(int a, int b) throws RemoteException;
  }

  private static final class Service implements RemoteAdder {
    @Override
    public int add(int a, int b) {
      return a + b;
    }
  }

  public static void main(String[] arguments) throws Exception {
    PeerProcess.serve(arguments, RmiServer::begin);
  }

  // Says the stub itself, which is what a registry would be asked for.
  private static AutoCloseable begin(Path folder, PeerProcess.Ready ready) throws Exception {
    Service service = new Service();
    Remote stub = UnicastRemoteObject.exportObject(service, 0);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(stub);
    }
    ready.say(Base64.getEncoder().encodeToString(bytes.toByteArray()));
    return () -> {
      boolean unused = UnicastRemoteObject.unexportObject(service, true);
    };
  }
}
