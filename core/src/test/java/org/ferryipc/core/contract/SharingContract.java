package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.SendPort;
import org.junit.jupiter.api.Test;

/** References to one sending end: each is closed or moved on its own, and the channel ends with the last. */
public abstract class SharingContract extends Contract {
  private static final MessageType<IpcSender<String>> SENDER = new MessageType<>() {};
  private static final MessageType<List<IpcSender<String>>> SENDERS = new MessageType<>() {};

  protected SharingContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void theChannelEndsWithItsLastReference() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      IpcSender<String> one = words.sender().share();
      IpcSender<String> two = one.share();
      assertThat(one).isNotEqualTo(two);
      words.sender().close();
      two.send("two");
      two.close();
      one.send("one");
      assertThat(words.receiver().receive()).isEqualTo("two");
      assertThat(words.receiver().receive()).isEqualTo("one");
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      one.close();
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void everyKindOfSenderIsShared() throws Exception {
    try (BytesChannel bytes = bytes();
        BytesSender shared = bytes.sender().share()) {
      bytes.sender().close();
      shared.send(MemorySegment.ofArray(new byte[] {1}));
      assertThat(bytes.receiver().receive()).containsExactly(1);
    }
    try (IpcChannel<String> words = channel(String.class);
        OpaqueSender opaque = words.sender().opaque();
        IpcSender<String> typed = opaque.share().typed(String.class)) {
      opaque.close();
      typed.send("typed");
      assertThat(words.receiver().receive()).isEqualTo("typed");
    }
  }

  @Test
  void movingAReferenceLeavesTheOthers() throws Exception {
    try (IpcChannel<IpcSender<String>> way = channel(SENDER);
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(words.sender().share());
      words.sender().send("mine");
      try (IpcSender<String> moved = way.receiver().receive()) {
        moved.send("theirs");
        words.sender().close();
        moved.send("still theirs");
      }
      assertThat(List.of(words.receiver().receive(), words.receiver().receive(), words.receiver().receive()))
          .containsExactly("mine", "theirs", "still theirs");
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void manyReferencesInOneMessageAreEachUsable() throws Exception {
    try (IpcChannel<List<IpcSender<String>>> way = channel(SENDERS);
        IpcChannel<String> words = channel(String.class)) {
      IpcSender<String> first = words.sender();
      way.sender().send(List.of(first.share(), first.share(), first));
      try (Delivery<List<IpcSender<String>>> delivery = way.receiver().take()) {
        for (IpcSender<String> reference : delivery.value()) {
          reference.send("one of three");
          assertThat(words.receiver().receive()).isEqualTo("one of three");
          reference.close();
        }
      }
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void aReferenceThatIsOverCannotBeShared() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      IpcSender<String> closed = words.sender().share();
      closed.close();
      assertThatThrownBy(closed::share).isInstanceOf(HandleClosedException.class);
      IpcSender<String> moved = words.sender().share();
      moved.opaque().close();
      assertThatThrownBy(moved::share).isInstanceOf(HandleMovedException.class);
    }
  }

  @Test
  void theSameReplySenderInThousandsOfRequestsMayBeKept() throws Exception {
    List<IpcSender<String>> kept = new ArrayList<>();
    try (IpcChannel<IpcSender<String>> requests = channel(SENDER);
        IpcChannel<String> replies = channel(String.class)) {
      for (int i = 0; i < 10_000; i++) {
        requests.sender().send(replies.sender().share());
        kept.add(requests.receiver().receive());
      }
      kept.getFirst().send("first");
      kept.getLast().send("last");
      replies.sender().close();
      assertThat(replies.receiver().receive()).isEqualTo("first");
      assertThat(replies.receiver().receive()).isEqualTo("last");
      kept.forEach(IpcSender::close);
      assertThat(replies.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void referencesThatComeAndGoOnManyThreadsEndTheChannelOnce() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      List<InBackground<Object>> users = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        IpcSender<String> mine = words.sender().share();
        users.add(
            InBackground.start(
                () -> {
                  try (mine) {
                    for (int i = 0; i < 2_000; i++) {
                      try (IpcSender<String> brief = mine.share()) {
                        if (i % 100 == 0) {
                          brief.send("word");
                        }
                      }
                    }
                  }
                  return null;
                }));
      }
      words.sender().close(new CloseReason.Closed(1, "not the last"));
      int[] count = new int[1];
      words.receiver().forEach(word -> count[0]++);
      assertThat(count[0]).isEqualTo(4 * 20);
      for (InBackground<Object> user : users) {
        Object unused = user.result();
      }
    }
  }

  @Test
  void aCallThatRunsOnAReferenceThatMovedAwayAndEndedSendsAndSharesNothing() throws Exception {
    try (IpcChannel<IpcSender<String>> way = channel(SENDER);
        IpcChannel<String> words = channel(String.class)) {
      SendPort port = (SendPort) EndAccess.get().hold(words.sender());
      try {
        way.sender().send(words.sender());
        way.receiver().receive().close();
        assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
        assertThat(port.trySendBytes(MemorySegment.ofArray(new byte[1]), 0, 1)).isFalse();
        assertThatThrownBy(port::share).isInstanceOf(HandleClosedException.class);
        assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
      } finally {
        EndAccess.get().drop(words.sender());
      }
      assertThat(words.sender().state()).isInstanceOf(HandleState.Moved.class);
    }
  }

  @Test
  void everyRequestMayHaveItsOwnReplyChannel() throws Exception {
    int threads = 4;
    int each = 2_000;
    try (IpcChannel<IpcSender<String>> requests = channel(SENDER)) {
      InBackground<Object> server =
          InBackground.start(
              () -> {
                requests
                    .receiver()
                    .forEach(
                        reply -> {
                          try {
                            reply.send("reply");
                          } catch (IOException | InterruptedException e) {
                            throw new AssertionError(e);
                          }
                        });
                return null;
              });
      List<InBackground<Object>> clients = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        IpcSender<IpcSender<String>> mine = requests.sender().share();
        clients.add(
            InBackground.start(
                () -> {
                  try (mine) {
                    for (int i = 0; i < each; i++) {
                      IpcChannel<String> once = channel(String.class);
                      mine.send(once.sender());
                      try (IpcReceiver<String> reply = once.receiver()) {
                        assertThat(reply.receive()).isEqualTo("reply");
                        assertThat(reply.tryReceive(Duration.ofSeconds(20)))
                            .isInstanceOf(Received.Closed.class);
                      }
                    }
                  }
                  return null;
                }));
      }
      requests.sender().close();
      for (InBackground<Object> client : clients) {
        Object unused = client.result();
      }
      Object unused = server.result();
    }
  }
}
