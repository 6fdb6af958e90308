package org.ferryipc.unix.descriptor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.FileStatus;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.processes.Hoard;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.LoadedClasses;
import org.junit.jupiter.api.Test;
import org.newsclub.net.unix.AFUNIXServerSocket;
import org.newsclub.net.unix.AFUNIXSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.FileDescriptorCast;

/** A socket of junixsocket is moved into an {@link OwnedFd}: the connection goes on, the socket object has no part in it. */
class AdoptedSocketTest {
  private static final Duration LIMIT = Duration.ofSeconds(50);

  record Call(String name, OwnedFd socket) {}

  private record Connection(AFUNIXSocket client, AFUNIXSocket server) implements AutoCloseable {
    static Connection open() throws IOException {
      var address = AFUNIXSocketAddress.inAbstractNamespace("ferry-adopt-" + UUID.randomUUID());
      try (AFUNIXServerSocket listener = AFUNIXServerSocket.bindOn(address)) {
        AFUNIXSocket client = AFUNIXSocket.connectTo(address);
        return new Connection(client, listener.accept());
      }
    }

    void say(String text) throws IOException {
      server.getOutputStream().write(text.getBytes(UTF_8));
    }

    String hear(int bytes) throws IOException {
      return new String(server.getInputStream().readNBytes(bytes), UTF_8);
    }

    @Override
    public void close() throws IOException {
      client.close();
      server.close();
    }
  }

  private static String read(ByteChannel channel, int bytes) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(bytes);
    while (into.hasRemaining() && channel.read(into) >= 0) {}
    return UTF_8.decode(into.flip()).toString();
  }

  private static int numberOf(AFUNIXSocket socket) throws IOException {
    return FileDescriptorCast.using(socket.getFileDescriptor()).as(Integer.class);
  }

  @Test
  void theConnectionGoesOnInBothDirectionsAndTheSocketObjectIsClosed() throws Exception {
    try (Connection connection = Connection.open()) {
      connection.say("queued, ");
      OwnedFd socket = UnixDescriptors.adopt(connection.client);
      assertThat(connection.client.isClosed()).isTrue();
      assertThat(socket.state()).isEqualTo(HandleState.Open.INSTANCE);
      connection.client.close();
      assertThatThrownBy(() -> connection.client.getInputStream().read()).isInstanceOf(IOException.class);
      connection.say("and later");
      try (ByteChannel channel = socket.byteChannel()) {
        assertThat(read(channel, 17)).isEqualTo("queued, and later");
        channel.write(UTF_8.encode("back"));
        assertThat(connection.hear(4)).isEqualTo("back");
      }
      assertThat(connection.hear(1)).as("the end, as nobody else has the socket").isEmpty();
    }
  }

  @Test
  void itTravelsAsEveryDescriptor() throws Exception {
    try (Connection connection = Connection.open();
        IpcChannel<Call> channel = Ferry.channel(Call.class)) {
      try (AFUNIXSocket client = connection.client) {
        channel.sender().send(new Call("moved", UnixDescriptors.adopt(client)));
      }
      try (ByteChannel arrived = channel.receiver().receive().socket().byteChannel()) {
        arrived.write(UTF_8.encode("from afar"));
        assertThat(connection.hear(9)).isEqualTo("from afar");
      }
    }
  }

  @Test
  void theSocketObjectClosesNothingThatHasItsNumberNow() throws Exception {
    try (Connection connection = Connection.open()) {
      int number = numberOf(connection.client);
      try (OwnedFd socket = UnixDescriptors.adopt(connection.client);
          OwnedFd other = OwnedFd.open(Path.of("/dev/null"))) {
        assertThat(UnixDescriptors.<Integer>with(other, n -> n)).as("the number is used again").isEqualTo(number);
        connection.client.close();
        assertThat(other.size()).isZero();
        assertThat(UnixDescriptors.<Boolean>with(socket, AdoptedSocketTest::isCloseOnExec)).isTrue();
      }
    }
  }

  @Test
  void aSocketObjectThatIsGarbageTakesNothingWithIt() throws Exception {
    Connection connection = Connection.open();
    try (AFUNIXSocket server = connection.server;
        ByteChannel channel = UnixDescriptors.adopt(connection.client).byteChannel()) {
      WeakReference<AFUNIXSocket> client = new WeakReference<>(connection.client);
      connection = null;
      while (client.get() != null) {
        System.gc();
      }
      channel.write(UTF_8.encode("still here"));
      assertThat(server.getInputStream().readNBytes(10)).asString(UTF_8).isEqualTo("still here");
    }
  }

  @Test
  void itsNumberIsTheCallersAfterDetach() throws Exception {
    try (Connection connection = Connection.open()) {
      int number = UnixDescriptors.detach(UnixDescriptors.adopt(connection.client));
      assertThat(Descriptors.status(number)).extracting(FileStatus::isSocket).isEqualTo(true);
      Descriptors.close(number);
    }
  }

  @Test
  void aSocketWithoutADescriptorIsRefused() throws Exception {
    try (Connection connection = Connection.open();
        AFUNIXSocket never = AFUNIXSocket.newInstance();
        Socket other = new Socket()) {
      assertThatThrownBy(() -> UnixDescriptors.adopt(other)).isInstanceOf(IllegalArgumentException.class);
      UnixDescriptors.adopt(connection.client).close();
      assertThatThrownBy(() -> UnixDescriptors.adopt(connection.client)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> UnixDescriptors.adopt(never)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void whereNoNumberIsFreeTheSocketStaysAsItWas() throws Exception {
    try (ChildJvm child = ChildJvm.of(AtTheLimit.class).descriptorLimit(128).start()) {
      assertThat(child.finish(LIMIT)).contains("still connected");
    }
  }

  /** Adopts where no number is free, then where there are enough. */
  static final class AtTheLimit {
    public static void main(String[] arguments) throws Exception {
      LoadedClasses.all();
      try (Connection connection = Connection.open();
          Connection warm = Connection.open()) {
        UnixDescriptors.adopt(warm.client).close(); // loads what it needs while there are numbers
        try (Hoard hoard = new Hoard()) {
          hoard.fill();
          refuse(connection.client);
          hoard.giveLowest();
          refuse(connection.client); // the socket pair takes two
        }
        try (ByteChannel channel = UnixDescriptors.adopt(connection.client).byteChannel()) {
          channel.write(UTF_8.encode("x"));
          System.out.println(connection.hear(1).equals("x") ? "still connected" : "lost");
        }
      }
    }

    private static void refuse(AFUNIXSocket socket) throws IOException {
      assertThatThrownBy(() -> UnixDescriptors.adopt(socket)).isInstanceOf(ResourceExhaustedException.class);
      assertThat(socket.isClosed()).isFalse();
      assertThat(numberOf(socket)).isPositive();
    }
  }

  private static boolean isCloseOnExec(int number) {
    try {
      return Descriptors.closeOnExec(number);
    } catch (KernelException e) {
      throw new AssertionError(e);
    }
  }
}
