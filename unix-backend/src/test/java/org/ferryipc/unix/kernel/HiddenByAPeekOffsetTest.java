package org.ferryipc.unix.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.unix.socket.SocketPorts;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who held a receiver before may have set where a peek begins. Close to the descriptor limit, where Ferry peeks, its messages
 * were never found then, and a blocked receive took all of a processor.
 */
@Timeout(60)
class HiddenByAPeekOffsetTest {
  private static final int SO_PEEK_OFF = 42; // asm-generic/socket.h

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 1_000_000})
  void aPeekBeginsAtTheBeginning(int offset) throws Exception {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    try (MessageBlock block = MessageBlock.borrow()) {
      Sockets.setOption(pair.first(), SO_PEEK_OFF, offset);
      assertThat(block.payload(new byte[100], 0, 100).send(pair.second())).isEqualTo(MessageBlock.HEADER_BYTES + 100);
      block.clear();
      Sockets.peekFromBeginning(pair.first());
      assertThat(block.peek(pair.first())).isEqualTo(MessageBlock.HEADER_BYTES);
      assertThat(block.truncated()).isTrue();
    } finally {
      assertThat(Descriptors.discard(pair.first()) & Descriptors.discard(pair.second())).isTrue();
    }
  }

  @Test
  void messagesArriveCloseToTheDescriptorLimit() throws Exception {
    try (ChildJvm child = ChildJvm.of(Child.class).descriptorLimit(90).start()) { // 64 free ones are too few to be at ease
      assertThat(child.finish(Duration.ofSeconds(30))).isEqualTo(List.of("one", "two", "empty"));
    }
  }

  /** Receives from a socket whose former holder has set the offset. */
  static final class Child {
    public static void main(String[] arguments) throws Exception {
      Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
      Sockets.setOption(pair.first(), SO_PEEK_OFF, 1_000_000);
      MessageType<String> text = MessageType.of(String.class);
      try (IpcReceiver<String> receiver =
              EndAccess.get().receiver(SocketPorts.receiver(pair.first(), null), text, ChannelOptions.defaults());
          IpcSender<String> sender =
              EndAccess.get().sender(SocketPorts.sender(pair.second()), text, ChannelOptions.defaults())) {
        sender.send("one");
        sender.send("two");
        for (int i = 0; i < 3; i++) {
          Received<String> next = receiver.tryReceive(Duration.ofMillis(i < 2 ? 10_000 : 1));
          System.out.println(next instanceof Received.Message<String>(String message) ? message : "empty");
        }
      }
    }
  }
}
