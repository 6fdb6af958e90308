package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.doorway.FirstMessage;
import org.ferryipc.core.doorway.OneShotServer;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.LoadedClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * servo/ipc-channel #240: each time a reference to the same sender arrives the kernel makes a new descriptor, so a
 * server that was sent a reply channel with every request ran out of descriptors. Here equal senders are counted onto
 * one.
 */
class SameSenderCostsADescriptorEachTimeTest {
  private static final int REQUESTS = Effort.of(10_000, 100_000);
  private static final Duration LIMIT = Duration.ofSeconds(55);
  private static final int FEW_DESCRIPTORS = 128;

  record Request(int number, IpcSender<Note> reply) {}

  /** What a child says first: where it wants its requests. */
  record Hello(IpcSender<Request> requests) {}

  @ParameterizedTest
  @ValueSource(strings = {"closes", "keeps"})
  void butAServerThatClosesOrKeepsTenThousandHasOne(String what) throws Exception {
    try (OneShotServer<Hello> door = OneShotServer.open(Hello.class);
        ChildJvm server =
            ChildJvm.of(Server.class, door.name(), what).descriptorLimit(FEW_DESCRIPTORS).start();
        FirstMessage<Hello> hello = door.accept(LIMIT);
        IpcSender<Request> requests = hello.message().requests();
        IpcChannel<Note> replies = Ferry.channel(Note.class)) {
      long before = OpenDescriptors.now().owned();
      for (int i = 0; i < REQUESTS; i++) {
        requests.send(new Request(i, replies.sender().share()));
        assertThat(replies.receiver().tryReceive(LIMIT))
            .as(() -> "the server says " + server.errors())
            .isEqualTo(new Received.Message<>(new Note(i)));
        if (i % 1_000 == 0) {
          assertThat(OpenDescriptors.now().owned()).as("here, after %d", i).isLessThanOrEqualTo(before + 1);
        }
      }
      requests.close();
      assertThat(server.finish(LIMIT)).contains("done");
    }
  }

  @Test
  void butDifferentSendersThatAreKeptEndInATypedError() throws Exception {
    int different = 400;
    try (OneShotServer<Hello> door = OneShotServer.open(Hello.class);
        ChildJvm server =
            ChildJvm.of(Server.class, door.name(), "exhausts").descriptorLimit(FEW_DESCRIPTORS).start();
        FirstMessage<Hello> hello = door.accept(LIMIT);
        IpcSender<Request> requests = hello.message().requests()) {
      for (int i = 0; i < different; i++) {
        try (IpcChannel<Note> replies = Ferry.channel(Note.class)) {
          requests.send(new Request(i, replies.sender().share()));
        }
      }
      try (IpcChannel<Note> replies = Ferry.channel(Note.class)) {
        requests.send(new Request(-1, replies.sender().share()));
        assertThat(replies.receiver().receive()).isEqualTo(new Note(-1));
      }
      requests.close();
      assertThat(server.finish(LIMIT)).contains("done");
    }
  }

  static final class Server {
    // The server meets its limit so often, then it closes what it has kept.
    private static final int MET = 100;

    private final List<IpcSender<Note>> kept = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
      LoadedClasses.all();
      IpcChannel<Request> channel = Ferry.channel(Request.class);
      try (IpcSender<Hello> door = Ferry.connect(arguments[0], Hello.class)) {
        door.send(new Hello(channel.sender()));
      }
      Server server = new Server();
      try (IpcReceiver<Request> requests = channel.receiver()) {
        switch (arguments[1]) {
          case "closes" -> server.answer(requests, false);
          case "keeps" -> server.answer(requests, true);
          case "exhausts" -> server.exhaust(requests);
          default -> throw new IllegalArgumentException(arguments[1]);
        }
      }
      System.out.println("done");
    }

    private void answer(IpcReceiver<Request> requests, boolean keeping) throws Exception {
      long before = -1;
      try {
        for (int i = 0; true; i++) {
          Request request = requests.receive();
          request.reply().send(new Note(request.number()));
          if (keeping) {
            kept.add(request.reply());
          } else {
            request.reply().close();
          }
          if (i % 1_000 == 10) {
            long now = OpenDescriptors.now().owned(); // not what the library opens when a thread first waits
            assertThat(now).as("after %d", i).isLessThanOrEqualTo(before < 0 ? now : before);
            before = now;
          }
        }
      } catch (DisconnectedException over) {
        kept.forEach(IpcSender::close);
      }
    }

    private void exhaust(IpcReceiver<Request> requests) throws Exception {
      int refused = 0;
      try {
        while (true) {
          try (Delivery<Request> delivery = requests.take()) {
            Request request = delivery.value();
            if (request.number() < 0) {
              request.reply().send(new Note(request.number()));
            } else if (refused < MET) {
              kept.add(delivery.keep().reply());
            }
          } catch (ResourceExhaustedException e) {
            assertThat(e.errno()).isEqualTo("EMFILE");
            assertThat(e.limit()).isEqualTo(FEW_DESCRIPTORS);
            refused++;
            if (refused == MET) {
              kept.forEach(IpcSender::close);
              kept.clear();
            }
          }
        }
      } catch (DisconnectedException over) {
        assertThat(refused).as("messages that found no number").isEqualTo(MET);
        kept.forEach(IpcSender::close);
      }
    }
  }
}
