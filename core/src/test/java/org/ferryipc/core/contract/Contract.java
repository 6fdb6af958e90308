package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.IpcException;

/** What all contract classes have: the transport, and short words for making channels of it. */
abstract class Contract {
  // Where a transport says that a packet may have any size: as large as a socket's, so that sizes mean the same.
  private static final int USUAL_PACKET = (208 << 10) - 32;

  final Fixture fixture;

  Contract(Fixture fixture) {
    this.fixture = fixture;
  }

  final <T> IpcChannel<T> channel(Class<T> type) throws IpcException {
    return channel(MessageType.of(type));
  }

  final <T> IpcChannel<T> channel(MessageType<T> type) throws IpcException {
    return Ferry.channel(type, fixture.options());
  }

  final <T> IpcChannel<T> channel(Class<T> type, Limits limits) throws IpcException {
    return Ferry.channel(MessageType.of(type), with(limits));
  }

  final BytesChannel bytes() throws IpcException {
    return Ferry.bytes(fixture.options());
  }

  final DuplexPair<String, String> duplex() throws IpcException {
    return Ferry.duplex(MessageType.of(String.class), MessageType.of(String.class), fixture.options());
  }

  final ChannelOptions with(Limits limits) {
    return fixture.options().withLimits(limits);
  }

  /** {@return N of the trials} */
  final int packet() throws IpcException {
    return Math.min(USUAL_PACKET, fixture.packetBytes());
  }

  /** Sends until there is no room. {@return how many messages went in} */
  static int fill(IpcSender<String> sender) throws IpcException {
    int count = 0;
    while (sender.trySend(Integer.toString(count))) {
      count++;
    }
    return count;
  }

  /** {@return bytes by which a cut, a swap and another message are seen} */
  static byte[] pattern(int length, long seed) {
    byte[] bytes = new byte[length];
    long state = seed;
    for (int i = 0; i < length; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L; // Knuth's MMIX generator
      bytes[i] = (byte) (state >>> 56);
    }
    return bytes;
  }

  /** Asserts that {@code bytes} is {@link #pattern}; without AssertJ, which looks at megabytes one by one. */
  static void assertPattern(byte[] bytes, int length, long seed) {
    assertThat(bytes).hasSize(length);
    assertThat(Arrays.mismatch(bytes, pattern(length, seed))).as("first wrong byte").isEqualTo(-1);
  }

  static String text(int length) {
    char[] chars = new char[length];
    Arrays.fill(chars, 'x');
    return new String(chars);
  }
}
