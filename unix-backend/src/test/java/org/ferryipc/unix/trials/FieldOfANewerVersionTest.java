package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Received;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.unix.processes.DescriptorCount;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * After apache/curator #914: a newer process sends a record with one more field, and the older one refuses all of it.
 * Here the older one ignores the field, and the descriptors that came with it are closed. What plain fields may do is
 * in core's {@code EvolutionTest}.
 */
class FieldOfANewerVersionTest {
  private static final Path FILE = Path.of("/dev/null");
  private static final int MESSAGES = 20;

  record Older(int number) {}

  record OldestWanted(int number, IpcSender<Note> must) {}

  record Newer(
      int number,
      List<IpcSender<Note>> replies,
      OwnedFd file,
      Optional<SharedMemory> memory,
      IpcReceiver<Note> orders) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 300}) // in the packet, and in a crate
  void isIgnoredAndItsDescriptorsAreClosed(int replies) throws Exception {
    IpcChannel<Newer> channel = Ferry.channel(Newer.class);
    try (IpcSender<Newer> sender = channel.sender();
        IpcReceiver<Older> receiver = channel.receiver().opaque().typed(Older.class)) {
      int before = DescriptorCount.now();
      for (int i = 0; i < MESSAGES; i++) {
        List<IpcReceiver<Note>> answers = new ArrayList<>();
        IpcSender<Note> orders = send(sender, i, replies, answers);
        try (Delivery<Older> delivery = receiver.take()) {
          assertThat(delivery.value()).isEqualTo(new Older(i));
        }
        assertNobodyIsThere(answers, orders);
        assertThat(DescriptorCount.now()).as("descriptors after message %d", i).isEqualTo(before);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 300})
  void thatIsMissedByTheOlderVersionIsATypedErrorAndTheNextMessageIsFine(int replies) throws Exception {
    IpcChannel<Newer> channel = Ferry.channel(Newer.class);
    try (IpcSender<Newer> sender = channel.sender();
        IpcReceiver<OldestWanted> receiver = channel.receiver().opaque().typed(OldestWanted.class)) {
      int before = DescriptorCount.now();
      for (int i = 0; i < MESSAGES; i++) {
        List<IpcReceiver<Note>> answers = new ArrayList<>();
        IpcSender<Note> orders = send(sender, i, replies, answers);
        assertThatThrownBy(receiver::receive)
            .isInstanceOf(SerializationException.class)
            .hasMessageContaining("must");
        assertNobodyIsThere(answers, orders);
        assertThat(DescriptorCount.now()).as("descriptors after message %d", i).isEqualTo(before);
      }
    }
  }

  /** {@return the other end of the orders}; the other ends of the replies are added to {@code answers} */
  private static IpcSender<Note> send(
      IpcSender<Newer> sender, int number, int replies, List<IpcReceiver<Note>> answers) throws Exception {
    List<IpcSender<Note>> ends = new ArrayList<>();
    for (int i = 0; i < replies; i++) {
      IpcChannel<Note> reply = Ferry.channel(Note.class);
      ends.add(reply.sender());
      answers.add(reply.receiver());
    }
    IpcChannel<Note> orders = Ferry.channel(Note.class);
    sender.send(
        new Newer(number, ends, OwnedFd.open(FILE), Optional.of(SharedMemory.allocate(1)), orders.receiver()));
    return orders.sender();
  }

  private static void assertNobodyIsThere(List<IpcReceiver<Note>> answers, IpcSender<Note> orders) throws Exception {
    for (IpcReceiver<Note> answer : answers) {
      try (answer) {
        assertThat(answer.tryReceive()).isEqualTo(new Received.Closed<>(CloseReason.Closed.ORDERLY));
      }
    }
    try (orders) {
      assertThatThrownBy(() -> orders.send(new Note(1))).isInstanceOf(DisconnectedException.class);
    }
  }
}
