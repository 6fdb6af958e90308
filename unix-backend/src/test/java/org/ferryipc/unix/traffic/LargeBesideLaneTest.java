package org.ferryipc.unix.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.leak.NothingLeaks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that a lane takes, between messages that none takes. */
@ExtendWith(NothingLeaks.class)
@Timeout(120)
class LargeBesideLaneTest {
  private static final ChannelOptions LANES = ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS);
  private static final int RING = 4_096;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, RING / 4 - 1, RING / 4, RING / 4 + 1, RING, 100 * RING})
  void haveTheirPlace(int length) throws Exception {
    try (Ring unused = new Ring(RING);
        BytesChannel channel = Ferry.bytes(LANES);
        Arena arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(100L * RING);
      for (int round = 0; round < 50; round++) {
        for (int small = 0; small < 5; small++) {
          channel.sender().send(MemorySegment.ofArray(new int[] {round * 10 + small}));
        }
        MemorySegment large = arena.allocate(length).fill((byte) round);
        channel.sender().send(large);
        channel.sender().send(MemorySegment.ofArray(new int[] {round * 10 + 5}));
        for (int small = 0; small < 5; small++) {
          assertThat(channel.receiver().receive(into)).isEqualTo(Integer.BYTES);
          assertThat(into.get(ValueLayout.JAVA_INT, 0)).isEqualTo(round * 10 + small);
        }
        assertThat(channel.receiver().receive(into)).isEqualTo(length);
        assertThat(large.mismatch(into.asSlice(0, length))).isEqualTo(-1);
        assertThat(channel.receiver().receive(into)).isEqualTo(Integer.BYTES);
        assertThat(into.get(ValueLayout.JAVA_INT, 0)).isEqualTo(round * 10 + 5);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void goBothWaysAtOnce(InBackground.Kind thread) throws Exception {
    int messages = 4_096;
    int length = 16 << 10;
    DuplexPair<byte[], byte[]> pair =
        Ferry.duplex(MessageType.of(byte[].class), MessageType.of(byte[].class), LANES);
    try (Duplex<byte[], byte[]> left = pair.left();
        Duplex<byte[], byte[]> right = pair.right()) {
      List<InBackground<Void>> all =
          List.of(
              thread.start(() -> send(left, messages, length)),
              thread.start(() -> send(right, messages, length)),
              thread.start(() -> receive(left, messages, length)),
              thread.start(() -> receive(right, messages, length)));
      for (InBackground<Void> one : all) {
        assertThat(one.result()).isNull();
      }
    }
  }

  private static Void send(Duplex<byte[], byte[]> end, int messages, int length) throws Exception {
    for (int i = 0; i < messages; i++) {
      byte[] message = new byte[length];
      message[0] = (byte) i;
      message[length - 1] = (byte) (i >> 8);
      end.send(message);
    }
    return null;
  }

  private static Void receive(Duplex<byte[], byte[]> end, int messages, int length) throws Exception {
    for (int i = 0; i < messages; i++) {
      byte[] message = end.receive();
      assertThat(message).hasSize(length);
      assertThat(message[0]).isEqualTo((byte) i);
      assertThat(message[length - 1]).isEqualTo((byte) (i >> 8));
    }
    return null;
  }

  @Test
  void areThereWhenTheSenderHasClosed() throws Exception {
    for (int count = 0; count < 300; count++) {
      BytesChannel channel = Ferry.bytes(LANES);
      try (var receiver = channel.receiver()) {
        int messages = count;
        InBackground<Void> sender =
            InBackground.start(
                () -> {
                  for (int i = 0; i < messages; i++) {
                    channel.sender().send(MemorySegment.ofArray(new int[] {i}));
                  }
                  channel.sender().close();
                  return null;
                });
        for (int i = 0; i < messages; i++) {
          assertThat(MemorySegment.ofArray(receiver.receive()).get(ValueLayout.JAVA_INT_UNALIGNED, 0)).isEqualTo(i);
        }
        DisconnectedException end = null;
        try {
          byte[] unexpected = receiver.receive();
          throw new AssertionError(unexpected.length + " bytes");
        } catch (DisconnectedException e) {
          end = e;
        }
        assertThat(end).isNotNull();
        assertThat(sender.result()).isNull();
      }
    }
  }
}
