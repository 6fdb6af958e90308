package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.receiverset.async.AsyncReceiver;
import org.ferryipc.receiverset.router.Route;
import org.ferryipc.receiverset.router.RouteEnd;
import org.ferryipc.receiverset.router.RouteFailure;
import org.ferryipc.receiverset.router.Router;
import org.ferryipc.receiverset.router.RouterOptions;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.socket.SocketPorts;
import org.junit.jupiter.api.Test;

/** A peer that sends what is no message: its own route or future hears of it, and nobody else. */
class BadBytesEndOneRouteTest {
  private static final long PATIENCE_SECONDS = 20;
  private static final byte[] NO_MESSAGE = "GET / HTTP/1.1".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  /** The far end of a channel, without our library, and the near one. */
  private record Peer(OwnedFd far, IpcReceiver<String> near) implements AutoCloseable {
    static Peer open() throws KernelException {
      Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
      return new Peer(
          UnixDescriptors.adopt(pair.first()),
          EndAccess.get()
              .receiver(
                  SocketPorts.receiver(pair.second(), null), MessageType.of(String.class), ChannelOptions.defaults()));
    }

    void sayNoMessage() throws Exception {
      try (var out = far.outputStream()) {
        out.write(NO_MESSAGE);
      }
    }

    @Override
    public void close() throws java.io.IOException {
      far.close();
      near.close();
    }
  }

  @Test
  void theRouteEndsAndTheOthersGoOn() throws Exception {
    BlockingQueue<RouteFailure> failures = new LinkedBlockingQueue<>();
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    RouterOptions options = RouterOptions.defaults().withReporter((route, failure) -> failures.add(failure));
    try (Router router = new Router(options);
        Peer peer = Peer.open();
        IpcChannel<String> other = Ferry.channel(String.class)) {
      Route<?> bad = router.route(peer.near(), seen::add);
      Route<?> good = router.route(other.receiver(), seen::add);
      peer.sayNoMessage();
      assertThat(bad.ended().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              RouteEnd.ChannelEnded.class,
              end -> assertThat(end.reason()).isInstanceOf(CloseReason.ProtocolError.class));
      assertThat(failures)
          .singleElement()
          .isInstanceOfSatisfying(
              RouteFailure.Lost.class,
              lost -> assertThat(lost.error()).isInstanceOf(MalformedMessageException.class));
      other.sender().send("goes on");
      assertThat(seen.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("goes on");
      assertThat(good.isRouted()).isTrue();
    }
  }

  @Test
  void theFutureFailsAndThenTheNextWithTheEnd() throws Exception {
    try (Peer peer = Peer.open();
        AsyncReceiver<String> async = AsyncReceiver.of(peer.near())) {
      CompletableFuture<String> first = async.receiveAsync();
      CompletableFuture<String> second = async.receiveAsync();
      peer.sayNoMessage();
      assertThat(causeOf(first)).isInstanceOf(MalformedMessageException.class);
      assertThat(causeOf(second)).isInstanceOf(DisconnectedException.class);
    }
  }

  private static Throwable causeOf(CompletableFuture<?> future) throws Exception {
    try {
      Object unexpected = future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      throw new AssertionError("completed with " + unexpected);
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }
}
