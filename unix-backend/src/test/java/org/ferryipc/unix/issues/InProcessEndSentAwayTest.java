package org.ferryipc.unix.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An end of a channel within the process, in a message that leaves the process: nobody had tried. */
class InProcessEndSentAwayTest {
  private static final ChannelOptions HERE = ChannelOptions.defaults().withReach(Reach.PROCESS);
  private static final MessageType<String> WORDS = MessageType.of(String.class);

  record WithSender(OwnedFd file, IpcSender<String> end) {}

  record WithReceiver(OwnedFd file, IpcReceiver<String> end) {}

  record WithDuplex(OwnedFd file, Duplex<String, String> end) {}

  @Test
  void isRefusedAtTheSenderAndEveryHandleOfTheMessageWorksAsBefore(@TempDir Path folder) throws Exception {
    Path path = Files.writeString(folder.resolve("file"), "words");
    try (OwnedFd file = OwnedFd.open(path);
        IpcChannel<WithSender> senders = Ferry.channel(WithSender.class);
        IpcChannel<WithReceiver> receivers = Ferry.channel(WithReceiver.class);
        IpcChannel<WithDuplex> duplexes = Ferry.channel(WithDuplex.class);
        IpcChannel<WithDuplex> here = Ferry.channel(MessageType.of(WithDuplex.class), HERE);
        IpcChannel<String> words = Ferry.channel(WORDS, HERE);
        DuplexPair<String, String> both = Ferry.duplex(WORDS, WORDS, HERE)) {
      assertThatThrownBy(() -> senders.sender().send(new WithSender(file, words.sender())))
          .isInstanceOf(SerializationException.class)
          .hasMessageContaining("cannot leave this process");
      assertThatThrownBy(() -> receivers.sender().send(new WithReceiver(file, words.receiver())))
          .isInstanceOf(SerializationException.class)
          .hasMessageContaining("cannot leave this process");
      assertThatThrownBy(() -> duplexes.sender().send(new WithDuplex(file, both.left())))
          .isInstanceOf(SerializationException.class)
          .hasMessageContaining("cannot leave this process");
      assertThat(file.state()).isEqualTo(HandleState.Open.INSTANCE);
      assertThat(file.size()).isEqualTo(5);
      words.sender().send("still here");
      assertThat(words.receiver().receive()).isEqualTo("still here");
      here.sender().send(new WithDuplex(file, both.left()));
      try (Delivery<WithDuplex> arrived = here.receiver().take()) {
        arrived.value().end().send("moved within");
        assertThat(both.right().receive()).isEqualTo("moved within");
        assertThat(arrived.value().file().size()).isEqualTo(5);
      }
    }
  }
}
