package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.processes.DescriptorCount;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * After servo/ipc-channel #252: a fresh reply channel for each of 100,000 requests, and now and then the reply, sent
 * just before the server closed its end, was lost.
 */
@Timeout(300)
class ReplyLostTest {
  private static final int THREADS = 4;
  private static final int EACH = Effort.of(5_000, 25_000);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  record Request(int number, IpcSender<Note> reply) {}

  @Test
  void eachRequestGetsItsReplyAndThenTheEnd() throws Exception {
    int before = DescriptorCount.now();
    try (ConnectedChild<Request, Note> server =
            ConnectedChild.start(ChildJvm.of(Server.class), Request.class, Note.class);
        ExecutorService clients = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        int first = t * EACH;
        running.add(
            clients.submit(
                () -> {
                  request(server.line(), first);
                  return null;
                }));
      }
      for (Future<?> client : running) {
        client.get();
      }
      server.line().close();
      server.jvm().finish(PATIENCE);
    }
    assertThat(DescriptorCount.now()).isEqualTo(before);
  }

  private static void request(Duplex<Request, Note> server, int first) throws Exception {
    for (int i = first; i < first + EACH; i++) {
      IpcChannel<Note> reply = Ferry.channel(Note.class);
      try (IpcReceiver<Note> receiver = reply.receiver()) {
        server.send(new Request(i, reply.sender()));
        assertThat(receiver.receive()).isEqualTo(new Note(i));
        assertThat(receiver.tryReceive(PATIENCE)).isInstanceOf(Received.Closed.class);
      }
    }
  }

  /** Answers each request. */
  static final class Server {
    public static void main(String[] arguments) throws Exception {
      try (Duplex<Note, Request> parent = ConnectedChild.parent(Note.class, Request.class)) {
        while (true) {
          try (Delivery<Request> request = parent.take()) {
            request.value().reply().send(new Note(request.value().number()));
          }
        }
      } catch (DisconnectedException over) {
        // All requests are answered.
      }
    }
  }
}
