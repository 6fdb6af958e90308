package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * tokio-seqpacket #36: an empty message and the end of the stream both read as 0. Here an empty message is a message
 * like any other, whatever it is empty of, and the end comes after the close and each time after.
 */
class EmptyMessageTakenForTheEndTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  record Nothing() {}

  record Parts(List<IpcSender<Note>> ends, String text) {}

  /** The ways to ask for a message. */
  enum Asking {
    BLOCKING,
    TRYING,
    TIMED;

    /** {@return the message}, or null at the end */
    <T> T ask(IpcReceiver<T> receiver) throws Exception {
      if (this == BLOCKING) {
        try {
          return receiver.receive();
        } catch (DisconnectedException end) {
          return null;
        }
      }
      Received<T> found = this == TRYING ? receiver.tryReceive() : receiver.tryReceive(LONG);
      return switch (found) {
        case Received.Message<T>(T message) -> message;
        case Received.Closed<T> end -> null;
        case Received.Empty<T> nothing -> throw new AssertionError("nothing was there");
      };
    }

    byte[] ask(BytesReceiver receiver) throws Exception {
      if (this == BLOCKING) {
        try {
          return receiver.receive();
        } catch (DisconnectedException end) {
          return null;
        }
      }
      Received<byte[]> found = this == TRYING ? receiver.tryReceive() : receiver.tryReceive(LONG);
      return switch (found) {
        case Received.Message<byte[]>(byte[] message) -> message;
        case Received.Closed<byte[]> end -> null;
        case Received.Empty<byte[]> nothing -> throw new AssertionError("nothing was there");
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void emptyRecordsAreMessages(Asking asking) throws Exception {
    try (IpcChannel<Nothing> channel = Ferry.channel(Nothing.class)) {
      for (int i = 0; i < 3; i++) {
        channel.sender().send(new Nothing());
      }
      channel.sender().close();
      for (int i = 0; i < 3; i++) {
        assertThat(asking.ask(channel.receiver())).isEqualTo(new Nothing());
      }
      endsForEver(asking, channel.receiver());
    }
  }

  @ParameterizedTest
  @EnumSource
  void emptyListsAndHandlesAloneAreMessagesBetweenOthers(Asking asking) throws Exception {
    try (IpcChannel<Parts> channel = Ferry.channel(Parts.class);
        IpcChannel<Note> notes = Ferry.channel(Note.class)) {
      channel.sender().send(new Parts(List.of(), "text"));
      channel.sender().send(new Parts(List.of(), ""));
      channel.sender().send(new Parts(List.of(notes.sender().share()), ""));
      channel.sender().send(new Parts(List.of(), "text"));
      channel.sender().close();
      assertThat(asking.ask(channel.receiver())).isEqualTo(new Parts(List.of(), "text"));
      assertThat(asking.ask(channel.receiver())).isEqualTo(new Parts(List.of(), ""));
      Parts handles = asking.ask(channel.receiver());
      assertThat(handles.ends()).hasSize(1);
      handles.ends().getFirst().send(new Note(1));
      handles.ends().getFirst().close();
      assertThat(notes.receiver().receive()).isEqualTo(new Note(1));
      assertThat(asking.ask(channel.receiver())).isEqualTo(new Parts(List.of(), "text"));
      endsForEver(asking, channel.receiver());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aHandleThatIsTheWholeMessageIsAMessage(Asking asking) throws Exception {
    try (IpcChannel<IpcSender<Note>> channel = Ferry.channel(new MessageType<IpcSender<Note>>() {});
        IpcChannel<Note> notes = Ferry.channel(Note.class)) {
      channel.sender().send(notes.sender().share());
      channel.sender().close();
      asking.ask(channel.receiver()).close();
      endsForEver(asking, channel.receiver());
    }
  }

  private static <T> void endsForEver(Asking asking, IpcReceiver<T> receiver) throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(asking.ask(receiver)).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void noBytesAreAMessage(Asking asking) throws Exception {
    try (BytesChannel channel = Ferry.bytes();
        Arena arena = Arena.ofConfined()) {
      channel.sender().send(MemorySegment.ofArray(new byte[0]));
      channel.sender().send(arena.allocate(1).asSlice(0, 0));
      channel.sender().send(MemorySegment.ofArray(new byte[] {1}));
      channel.sender().send(MemorySegment.NULL);
      channel.sender().close();
      assertThat(asking.ask(channel.receiver())).isEmpty();
      assertThat(asking.ask(channel.receiver())).isEmpty();
      assertThat(asking.ask(channel.receiver())).containsExactly(1);
      assertThat(asking.ask(channel.receiver())).isEmpty();
      for (int i = 0; i < 3; i++) {
        assertThat(asking.ask(channel.receiver())).isNull();
      }
    }
  }

  @Test
  void noBytesAreReceivedIntoNoRoom() throws Exception {
    try (BytesChannel channel = Ferry.bytes();
        Arena arena = Arena.ofConfined()) {
      for (MemorySegment none :
          List.of(MemorySegment.ofArray(new byte[0]), arena.allocate(8).asSlice(8), MemorySegment.NULL)) {
        channel.sender().send(none);
        assertThat(channel.receiver().receive(none)).isZero();
        assertThat(channel.receiver().tryReceive(none)).isEqualTo(BytesReceiver.EMPTY);
        channel.sender().send(none);
        assertThat(channel.receiver().tryReceive(none)).isZero();
      }
      channel.sender().close();
      assertThatExceptionOfType(DisconnectedException.class)
          .isThrownBy(() -> channel.receiver().receive(MemorySegment.NULL));
    }
  }

  @Test
  void nothingUndecodedIsAMessage() throws Exception {
    IpcChannel<Nothing> channel = Ferry.channel(Nothing.class);
    try (OpaqueSender sender = channel.sender().opaque();
        OpaqueReceiver receiver = channel.receiver().opaque()) {
      sender.send(OpaqueMessage.of(new byte[0]));
      try (OpaqueMessage message = receiver.receive()) {
        assertThat(message.bytes().byteSize()).isZero();
      }
      sender.close();
      assertThatExceptionOfType(DisconnectedException.class).isThrownBy(receiver::receive);
    }
  }
}
