package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.FileInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Patience;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.Waiter;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.newsclub.net.unix.AFUNIXServerSocket;
import org.newsclub.net.unix.AFUNIXSocket;
import org.newsclub.net.unix.FileDescriptorCast;

/** What a client makes of a server that is no Ferry, or a hostile one: a typed error, and nothing stays behind. */
@Timeout(60)
class FalseServersTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);

  record Hail(String text) {}

  @TempDir private Path directory;

  /** Answers one client. */
  private interface Answer {
    void to(int connection) throws Exception;
  }

  private Throwable failureOf(Answer answer) throws Exception {
    Path name = directory.resolve("server");
    try (AFUNIXServerSocket server = AFUNIXServerSocket.bindOn(SocketName.at(name).address())) {
      var done = new CompletableFuture<Void>();
      Thread.ofPlatform().start(() -> serve(server, answer, done));
      Throwable failure = null;
      try (var sender = Ferry.connect(name.toString(), Hail.class, LONG)) {
        throw new AssertionError("connected: " + sender);
      } catch (IpcException e) {
        failure = e;
      }
      done.join();
      return failure;
    }
  }

  private static void serve(AFUNIXServerSocket server, Answer answer, CompletableFuture<Void> done) {
    try (AFUNIXSocket connection = server.accept()) {
      answer.to(FileDescriptorCast.using(connection.getFileDescriptor()).as(Integer.class));
      done.complete(null);
    } catch (Throwable e) {
      done.completeExceptionally(e);
    }
  }

  private static void send(int connection, byte[] bytes, int... descriptors) {
    try (MessageBlock block = MessageBlock.borrow()) {
      block.withoutHeader().payload(bytes, 0, bytes.length);
      for (int descriptor : descriptors) {
        block.descriptor(descriptor);
      }
      assertThat(block.send(connection)).isEqualTo(bytes.length);
    }
  }

  @Test
  void itClosesWithoutAnAnswer() throws Exception {
    assertThat(failureOf(connection -> {})).isInstanceOf(RefusedException.class).hasMessageContaining("without an answer");
    assertThat(failureOf(connection -> send(connection, Arrays.copyOf(HelloFormat.admitted(), 9))))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("without an answer");
  }

  @Test
  void itAnswersNonsense() throws Exception {
    assertThat(failureOf(connection -> send(connection, "SSH-2.0-OpenSSH_9".getBytes())))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("magic");
    byte[] newer = HelloFormat.admitted();
    newer[4] = 9;
    assertThat(failureOf(connection -> send(connection, newer)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("version 9");
    byte[] verdict = HelloFormat.admitted();
    verdict[7] = 5;
    assertThat(failureOf(connection -> send(connection, verdict)))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("verdict");
    byte[] hello = HelloFormat.hello("", org.ferryipc.core.transport.Greeting.sender(
        MessageType.of(Hail.class), DoorwayOptions.defaults()));
    assertThat(failureOf(connection -> send(connection, hello))).isInstanceOf(MalformedMessageException.class);
    byte[] huge = ByteBuffer.wrap(HelloFormat.admitted()).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 1 << 30).array();
    assertThat(failureOf(connection -> send(connection, huge))).isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void itSaysToEverybodyThatTheHelloWasLate() throws Exception {
    Path name = directory.resolve("server");
    try (AFUNIXServerSocket server = AFUNIXServerSocket.bindOn(SocketName.at(name).address())) {
      Thread.ofPlatform().daemon().start(() -> sendAway(server));
      assertThatThrownBy(() -> Ferry.connect(name.toString(), Hail.class, LONG))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("away: too late");
    }
  }

  private static void sendAway(AFUNIXServerSocket server) {
    while (true) {
      try (AFUNIXSocket connection = server.accept()) {
        send(FileDescriptorCast.using(connection.getFileDescriptor()).as(Integer.class), HelloFormat.late("too late"));
      } catch (java.io.IOException over) {
        return;
      }
    }
  }

  @Test
  void itAdmitsWithoutADescriptor() throws Exception {
    assertThat(failureOf(connection -> send(connection, HelloFormat.admitted())))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("descriptor");
  }

  @Test
  void itAdmitsWithSomethingThatIsNoConnectedPacketSocket() throws Exception {
    givesOne(Files.createFile(directory.resolve("file")).toFile());
    gives(Sockets.open(Sockets.SOCK_SEQPACKET), "unconnected");
    gives(Sockets.open(Sockets.SOCK_STREAM), "stream, unconnected");
    Sockets.Pair stream = Sockets.pair(Sockets.SOCK_STREAM);
    gives(stream.first(), "stream");
    Descriptors.close(stream.second());
  }

  private void givesOne(File file) throws Exception {
    try (FileInputStream stream = new FileInputStream(file)) {
      isRefused(FileDescriptorCast.using(stream.getFD()).as(Integer.class), "file");
    }
  }

  private void gives(int number, String what) throws Exception {
    isRefused(number, what);
    Descriptors.close(number);
  }

  private void isRefused(int number, String what) throws Exception {
    assertThat(failureOf(connection -> send(connection, HelloFormat.admitted(), number)))
        .as(what)
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("no connected Unix packet socket");
  }

  @Test
  void itAdmitsWithManyDescriptors() throws Exception {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    int[] many = new int[200];
    Arrays.fill(many, pair.second());
    Path name = directory.resolve("generous");
    try (AFUNIXServerSocket server = AFUNIXServerSocket.bindOn(SocketName.at(name).address())) {
      var done = new CompletableFuture<Void>();
      Thread.ofPlatform()
          .start(() -> serve(server, connection -> send(connection, HelloFormat.admitted(), many), done));
      Ferry.connect(name.toString(), Hail.class, LONG).close(); // one is right; the leak check sees to the others
      done.join();
    }
    Descriptors.close(pair.first());
    Descriptors.close(pair.second());
  }

  @Test
  void aRefusalCarriesItsReasonAndDescriptorsAreClosed() throws Exception {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    assertThat(failureOf(connection -> send(connection, HelloFormat.refused("it rains"), pair.second())))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("it rains");
    Descriptors.close(pair.first());
    Descriptors.close(pair.second());
  }

  @Test
  void itsWordsCannotSteerATerminal() throws Exception {
    String wild = "\u001b[2J\r\n\u009b31m" + "x".repeat(3_000);
    assertThat(failureOf(connection -> send(connection, HelloFormat.refused(wild)))).satisfies(FalseServersTest::isTame);
    byte[] differs = HelloFormat.refused(new RefusedException.Mismatch(wild, wild, wild));
    assertThat(failureOf(connection -> send(connection, differs)))
        .satisfies(FalseServersTest::isTame)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.mismatch().orElseThrow().server()).doesNotContain("\u001b"));
    assertThat(new CloseReason.Closed(1, "\u001b[2J").describe()).doesNotContain("\u001b").contains("[2J");
  }

  private static void isTame(Throwable refusal) {
    assertThat(refusal).isInstanceOf(RefusedException.class);
    assertThat(refusal.getMessage()).contains("[2J").hasSizeLessThan(4_000);
    assertThat(refusal.getMessage().chars()).noneMatch(Character::isISOControl);
  }

  @Test
  void aMuteServerIsWaitedForNoLongerThanTheLimit() throws Exception {
    try (AFUNIXServerSocket server = AFUNIXServerSocket.bindOn(SocketName.at(directory.resolve("mute")).address())) {
      String name = directory.resolve("mute").toString();
      long began = System.nanoTime();
      assertThatThrownBy(() -> Ferry.connect(name, Hail.class, SHORT))
          .isInstanceOf(IpcTimeoutException.class)
          .hasMessageContaining(name);
      Patience.assertEndedAt(SHORT, Duration.ofNanos(System.nanoTime() - began));
      assertThat(server.isClosed()).isFalse();
    }
  }

  @Test
  void anInterruptEndsConnecting() throws Exception {
    try (AFUNIXServerSocket server = AFUNIXServerSocket.bindOn(SocketName.at(directory.resolve("mute")).address())) {
      Waiter waiter = Waiter.start(() -> Ferry.connect(directory.resolve("mute").toString(), Hail.class));
      waiter.awaitWaiting();
      waiter.interrupt();
      assertThat(waiter.failure()).isInstanceOf(InterruptedException.class);
      assertThat(server.isClosed()).isFalse();
    }
  }

  @Test
  void aFullQueueIsWaitedForUntilTheLimitOrUntilThereIsRoom() throws Exception {
    Path name = directory.resolve("busy");
    try (AFUNIXServerSocket server = AFUNIXServerSocket.newInstance()) {
      server.bind(SocketName.at(name).address(), 1);
      try (AFUNIXSocket first = AFUNIXSocket.connectTo(SocketName.at(name).address());
          AFUNIXSocket second = AFUNIXSocket.connectTo(SocketName.at(name).address())) {
        long began = System.nanoTime();
        assertThatThrownBy(() -> Ferry.connect(name.toString(), Hail.class, SHORT))
            .isInstanceOf(IpcTimeoutException.class);
        Patience.assertEndedAt(SHORT, Duration.ofNanos(System.nanoTime() - began));

        Waiter interrupted = Waiter.start(() -> Ferry.connect(name.toString(), Hail.class));
        interrupted.awaitWaiting();
        interrupted.interrupt();
        assertThat(interrupted.failure()).isInstanceOf(InterruptedException.class);

        Waiter patient = Waiter.start(() -> Ferry.connect(name.toString(), Hail.class, LONG));
        patient.awaitWaiting();
        server.accept().close();
        server.accept().close();
        try (AFUNIXSocket third = server.accept()) {
          int connection = FileDescriptorCast.using(third.getFileDescriptor()).as(Integer.class);
          send(connection, HelloFormat.refused("at last"));
          assertThat(patient.failure()).hasMessageContaining("at last");
        }
        assertThat(first.isConnected() && second.isConnected()).isTrue();
      }
    }
  }
}
