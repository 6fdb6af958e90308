package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.unix.processes.Blocked;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * After servo/ipc-channel #29: who wrote and closed at once had "connection reset" reported at the other side, and what
 * was queued was lost. The kernel says "reset" before it gives out the queue when the closing side had unread data
 * itself.
 */
class LastMessagesLostAtCloseTest {
  private static final Path FILE = Path.of("/dev/null");
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int UNREAD = 3;
  private static final int LARGE = 300_000; // more than a packet takes

  record Letter(int number, List<OwnedFd> enclosed, byte[] text) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 200})
  void allThatWasSentBeforeACloseArrives(int count) throws Exception {
    try (DuplexPair<Letter, Note> pair = Ferry.duplex(Letter.class, Note.class)) {
      write(pair.left(), count);
      pair.left().close();
      assertArrives(pair.right(), count);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 200})
  void alsoWhenTheClosingSideHasUnreadMessages(int count) throws Exception {
    try (DuplexPair<Letter, Note> pair = Ferry.duplex(Letter.class, Note.class)) {
      leaveUnread(pair.right());
      write(pair.left(), count);
      pair.left().close();
      assertArrives(pair.right(), count);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 200})
  void alsoWhenTheProcessEndsWithoutClosing(int count) throws Exception {
    try (ConnectedChild<Note, Letter> child =
        ConnectedChild.start(ChildJvm.of(Writer.class, Integer.toString(count)), Note.class, Letter.class)) {
      leaveUnread(child.line());
      child.jvm().finish(PATIENCE);
      assertArrives(child.line(), count);
    }
  }

  /** The mirror, after zbus #1660: sending to who has closed killed the process by SIGPIPE. */
  @Test
  void whatCannotBeSentToWhoHasClosedIsStillHere() throws Exception {
    try (IpcChannel<Letter> channel = Ferry.channel(Letter.class);
        OwnedFd file = OwnedFd.open(FILE)) {
      channel.receiver().close();
      for (int i = 0; i < UNREAD; i++) {
        assertThatThrownBy(() -> channel.sender().send(new Letter(0, List.of(file), new byte[0])))
            .isInstanceOf(DisconnectedException.class);
        assertThat(file.size()).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, LARGE})
  void whatWaitsForRoomWhenTheReceiverClosesIsStillHere(int length) throws Exception {
    try (IpcChannel<Letter> channel = Ferry.channel(Letter.class);
        OwnedFd file = OwnedFd.open(FILE)) {
      while (channel.sender().trySend(new Letter(0, List.of(), new byte[length]))) {
        // Until there is no room.
      }
      Thread closer = closeWhenBlocked(Thread.currentThread(), channel);
      assertThatThrownBy(() -> channel.sender().send(new Letter(0, List.of(file), new byte[length])))
          .isInstanceOf(DisconnectedException.class);
      closer.join();
      assertThat(file.size()).isZero();
    }
  }

  private static Thread closeWhenBlocked(Thread sender, IpcChannel<?> channel) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              Blocked.awaitIn(sender, "Poll");
              channel.receiver().close();
            });
  }

  private static void leaveUnread(Duplex<Note, ?> end) throws Exception {
    for (int i = 0; i < UNREAD; i++) {
      end.send(new Note(i));
    }
  }

  // Every third with a descriptor; the last one large.
  private static void write(Duplex<Letter, Note> end, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      List<OwnedFd> enclosed = i % 3 == 0 ? List.of(OwnedFd.open(FILE)) : List.of();
      end.send(new Letter(i, enclosed, new byte[i == count - 1 ? LARGE : i]));
    }
  }

  private static void assertArrives(Duplex<Note, Letter> end, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      try (Delivery<Letter> delivery = end.take()) {
        Letter letter = delivery.value();
        assertThat(letter.number()).isEqualTo(i);
        assertThat(letter.enclosed()).hasSize(i % 3 == 0 ? 1 : 0);
        assertThat(letter.text()).hasSize(i == count - 1 ? LARGE : i);
      }
    }
    for (int i = 0; i < UNREAD; i++) {
      assertThatThrownBy(end::receive).isInstanceOf(DisconnectedException.class);
      assertThat(end.tryReceive()).isInstanceOf(Received.Closed.class);
      assertThat(end.tryReceive(PATIENCE)).isInstanceOf(Received.Closed.class);
    }
  }

  /** Writes as soon as something unread is here, and ends. */
  static final class Writer {
    public static void main(String[] arguments) throws Exception {
      Duplex<Letter, Note> parent = ConnectedChild.parent(Letter.class, Note.class);
      Note first = parent.receive();
      assertThat(first.number()).isZero();
      write(parent, Integer.parseInt(arguments[0]));
      Runtime.getRuntime().halt(0);
    }
  }
}
