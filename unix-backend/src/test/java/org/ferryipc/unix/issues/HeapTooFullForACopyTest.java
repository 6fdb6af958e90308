package org.ferryipc.unix.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/**
 * Within a process a message is copied on the heap, and one for which there was no room threw an OutOfMemoryError of the virtual
 * machine out of a send or receive. It is an error of that message, as between processes.
 */
class HeapTooFullForACopyTest {
  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final int LARGE = 60 << 20;
  private static final ChannelOptions HERE = ChannelOptions.defaults().withReach(Reach.PROCESS);

  record Letter(byte[] body, IpcSender<String> reply) {}

  @Test
  void itCostsItsMessageAndNothingElse() throws Exception {
    // Room for one array of 64 MiB, and not for another; none of these fits into the young generation.
    try (ChildJvm child = ChildJvm.of(Narrow.class).jvmOptions("-XX:+UseSerialGC", "-Xmx160m").start()) {
      assertThat(child.awaitLine("done", PATIENCE)).isEqualTo("done");
      child.finish(PATIENCE);
    }
  }

  /** Has little memory. */
  static final class Narrow {
    private static final int PIECE = 8 << 20;
    private static final List<byte[]> BALLAST = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
      receivingALoanAsAnArray();
      sendingBytes();
      sendingHandles();
      System.out.println("done");
    }

    private static void isRefused(ThrowingCallable call) {
      assertThatThrownBy(call)
          .isInstanceOfSatisfying(ResourceExhaustedException.class, e -> assertThat(e.errno()).isEqualTo("ENOMEM"));
    }

    private static void fill() {
      try {
        while (true) {
          BALLAST.add(new byte[PIECE]);
        }
      } catch (OutOfMemoryError full) {
        // As wanted.
      }
    }

    private static void receivingALoanAsAnArray() throws Exception {
      try (BytesChannel channel = Ferry.bytes(HERE)) {
        try (LoanedMessage message = channel.sender().loan(LARGE)) {
          message.send();
        }
        isRefused(() -> channel.receiver().receive());
        arrives(channel, 10);
      }
    }

    private static void sendingBytes() throws Exception {
      try (BytesChannel channel = Ferry.bytes(HERE);
          Arena arena = Arena.ofConfined()) {
        MemorySegment large = arena.allocate(LARGE);
        fill();
        isRefused(() -> channel.sender().send(large));
        BALLAST.clear();
        arrives(channel, 10);
        channel.sender().send(large);
        assertThat(channel.receiver().receive()).hasSize(LARGE);
      }
    }

    private static void sendingHandles() throws Exception {
      try (IpcChannel<Letter> channel = Ferry.channel(MessageType.of(Letter.class), HERE);
          IpcChannel<String> replies = Ferry.channel(MessageType.of(String.class), HERE)) {
        Letter letter = new Letter(new byte[2 * PIECE], replies.sender());
        fill();
        isRefused(() -> channel.sender().send(letter));
        BALLAST.clear();
        assertThat(letter.reply().state()).isEqualTo(HandleState.Open.INSTANCE);
        channel.sender().send(letter);
        assertThat(channel.receiver().receive().body()).hasSize(2 * PIECE);
      }
    }

    private static void arrives(BytesChannel channel, int bytes) throws Exception {
      channel.sender().send(MemorySegment.ofArray(new byte[bytes]));
      assertThat(channel.receiver().receive()).hasSize(bytes);
    }
  }
}
