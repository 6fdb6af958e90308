package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.encode.EncodeCodec;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/** A message of a few million bytes can be a value of hundreds of millions: it is lost, and the channel goes on. */
class ValueLargerThanTheHeapTest {
  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final int COUNT = 8_000_000; // a byte each in the message, an object each in the value

  @Test
  void itCostsItsMessageAndNothingElse() throws Exception {
    try (ChildJvm child = ChildJvm.of(Receiver.class).jvmOptions("-XX:+UseSerialGC", "-Xmx96m").start()) {
      assertThat(child.awaitLine("received ", PATIENCE)).isEqualTo("received all others");
      child.finish(PATIENCE);
    }
  }

  record Nothing() {}

  record Many(List<Nothing> nothings, List<IpcSender<String>> ends) {}

  /** Has little memory. */
  static final class Receiver {
    public static void main(String[] arguments) throws Exception {
      ChannelOptions options = ChannelOptions.defaults().withCodec(EncodeCodec.get());
      try (IpcChannel<Many> channel = Ferry.channel(MessageType.of(Many.class), options);
          IpcChannel<String> other = Ferry.channel(MessageType.of(String.class), options.withCodec(Codec.smile()))) {
        for (int round = 0; round < 2; round++) {
          channel.sender().send(new Many(Collections.nCopies(COUNT, new Nothing()), List.of(other.sender().share())));
          assertThatThrownBy(() -> channel.receiver().receive())
              .isInstanceOfSatisfying(ResourceExhaustedException.class, e -> assertThat(e.errno()).isEqualTo("ENOMEM"))
              .hasMessageContaining("which is lost; the heap");
          channel.sender().send(new Many(List.of(new Nothing()), List.of()));
          assertThat(channel.receiver().receive().nothings()).hasSize(1);
        }
        other.sender().close();
        assertThat(other.receiver().tryReceive()).as("the handles went with their messages").isInstanceOf(Received.Closed.class);
      }
      System.out.println("received all others");
    }
  }
}
