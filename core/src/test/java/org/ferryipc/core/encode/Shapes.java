package org.ferryipc.core.encode;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.SerializationException;

/** Types and values of which the tests know the bytes. */
final class Shapes {
  static final ChannelOptions HERE =
      ChannelOptions.defaults().withReach(Reach.PROCESS).withCodec(EncodeCodec.get());

  record Point(int x, int y) {}

  record Padded(byte first, long second, boolean third) {}

  record Numbers(boolean a, byte b, short c, char d, int e, long f, float g, double h) {}

  record Nothing() {}

  enum Color {
    RED,
    GREEN
  }

  record Texts(String name, byte[] bytes, List<Point> points, Color color) {}

  record Maybe(Optional<Point> point, OptionalInt number, OptionalLong longer, Optional<Byte> small, Optional<String> text) {}

  record Table(@Ordinal(1) Optional<Point> point, @Ordinal(3) Optional<Byte> small, @Ordinal(2) Optional<String> text) {}

  sealed interface Address {}

  @Ordinal(1)
  record V4(@Fixed(4) byte[] address, short port) implements Address {}

  @Ordinal(2)
  record V6(@Fixed(16) byte[] address, short port, long zone) implements Address {}

  record Tree(int value, List<Tree> children) {}

  record Chain(int value, Optional<Chain> next) {}

  record Sent(String name, IpcSender<String> reply, Optional<IpcReceiver<String>> source) {}

  record Arrays(long[] longs, int[] ints, double[] doubles, float[] floats, short[] shorts, char[] chars, boolean[] truths) {}

  record Box<T>(T content, List<T> more) {}

  record Memory(MemorySegment bytes) {}

  record Everything(
      Numbers numbers, Texts texts, Maybe maybe, Table table, Address address, Tree tree, Optional<Chain> chain, Arrays arrays) {}

  static final Numbers NUMBERS = new Numbers(true, (byte) 2, (short) 3, '4', 5, 6, 7f, 8d);
  static final Texts TEXTS =
      new Texts("naïve", new byte[] {1, 2, 3}, List.of(new Point(1, 2), new Point(3, 4)), Color.GREEN);
  static final Maybe MAYBE =
      new Maybe(Optional.of(new Point(1, 2)), OptionalInt.of(3), OptionalLong.of(4), Optional.of((byte) 5), Optional.of("six"));
  static final Table TABLE = new Table(Optional.of(new Point(1, 2)), Optional.of((byte) 3), Optional.of("text"));
  static final Tree TREE = new Tree(1, List.of(new Tree(2, List.of()), new Tree(3, List.of(new Tree(4, List.of())))));
  static final Chain CHAIN = new Chain(1, Optional.of(new Chain(2, Optional.empty())));
  static final Arrays ARRAYS =
      new Arrays(
          new long[] {1}, new int[] {2, 3}, new double[] {4}, new float[] {5}, new short[] {6}, new char[] {'7'},
          new boolean[] {true, false});
  static final Everything EVERYTHING =
      new Everything(
          NUMBERS, TEXTS, MAYBE, TABLE, new V6(new byte[16], (short) 80, 7), TREE, Optional.of(CHAIN), ARRAYS);

  private Shapes() {}

  static byte[] bytes(Object value) throws SerializationException {
    try (Encoded encoded = org.ferryipc.core.Ferry.encode(value).orElseThrow()) {
      return encoded.toByteArray();
    }
  }

  static <T> byte[] bytes(EncodeType<T> type, T value) throws SerializationException {
    try (Encoded encoded = type.encode(value).orElseThrow()) {
      return encoded.toByteArray();
    }
  }

  static <T> DecodeResult<T> decode(EncodeType<T> type, byte[] bytes) {
    return type.decode(MemorySegment.ofArray(bytes), EncodeMetadata.CURRENT);
  }

  /** {@return the eight-byte words in hexadecimal, as they lie} */
  static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes.length; i += 8) {
      text.append(i == 0 ? "" : " ").append(HexFormat.of().formatHex(bytes, i, Math.min(i + 8, bytes.length)));
    }
    return text.toString();
  }
}
