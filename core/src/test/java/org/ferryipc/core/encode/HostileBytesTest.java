package org.ferryipc.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.encode.Shapes.Chain;
import org.ferryipc.core.encode.Shapes.Everything;
import org.ferryipc.core.encode.Shapes.Maybe;
import org.ferryipc.core.encode.Shapes.Nothing;
import org.ferryipc.core.encode.Shapes.Point;
import org.ferryipc.core.encode.Shapes.Table;
import org.ferryipc.core.encode.Shapes.Texts;
import org.ferryipc.core.encode.Shapes.Tree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes of a peer: the encoding of a value, or an error that names the place. */
class HostileBytesTest {
  private static final int CHANGES = 20_000;
  private static final long SEED = 0xE2C0DE;

  private static <T> EncodeError refusal(EncodeType<T> type, byte[] bytes) {
    DecodeResult<T> decoded = Shapes.decode(type, bytes);
    DecodeResult<Wire<T>> viewed = type.view(MemorySegment.ofArray(bytes), EncodeMetadata.CURRENT);
    assertThat(decoded).isInstanceOf(DecodeResult.Failed.class);
    assertThat(viewed).as("a view is as strict").isInstanceOf(DecodeResult.Failed.class);
    return ((DecodeResult.Failed<T>) decoded).reason();
  }

  private static byte[] changed(byte[] bytes, int at, int word) {
    byte[] copy = bytes.clone();
    ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, word);
    return copy;
  }

  @Test
  void whatIsCutOffAnywhereIsRefused() throws Exception {
    EncodeType<Everything> type = EncodeType.of(Everything.class);
    byte[] whole = Shapes.bytes(type, Shapes.EVERYTHING);
    for (int length = 0; length < whole.length; length++) {
      assertThat(refusal(type, Arrays.copyOf(whole, length)).kind()).as("cut at %d", length).isEqualTo(EncodeError.Kind.BYTES);
    }
  }

  @Test
  void whatIsLongerIsRefused() throws Exception {
    EncodeType<Point> type = EncodeType.of(Point.class);
    byte[] whole = Shapes.bytes(type, new Point(1, 2));
    for (int more = 1; more <= 16; more++) {
      assertThat(refusal(type, Arrays.copyOf(whole, whole.length + more)).detail()).isNotEmpty();
    }
  }

  @Test
  void everyChangeOfAByteIsAnotherValueOrRefused() throws Exception {
    EncodeType<Everything> type = EncodeType.of(Everything.class);
    byte[] whole = Shapes.bytes(type, Shapes.EVERYTHING);
    int values = 0;
    for (int at = 0; at < whole.length; at++) {
      for (int change : new int[] {1, 2, 4, 0x80, 0xFF}) {
        byte[] bytes = whole.clone();
        bytes[at] ^= (byte) change;
        values += isValue(type, bytes) ? 1 : 0;
      }
    }
    assertThat(values).isBetween(whole.length / 2, whole.length * 4);
  }

  @Test
  void manyChangesAtOnceAreAValueOrRefused() throws Exception {
    EncodeType<Everything> type = EncodeType.of(Everything.class);
    byte[] whole = Shapes.bytes(type, Shapes.EVERYTHING);
    SplittableRandom random = new SplittableRandom(SEED);
    int values = 0;
    for (int i = 0; i < CHANGES; i++) {
      byte[] bytes = whole.clone();
      for (int k = random.nextInt(4); k >= 0; k--) {
        if (random.nextBoolean()) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        } else {
          ByteBuffer.wrap(bytes)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(4 * random.nextInt(bytes.length / 4), random.nextInt(-8, 64));
        }
      }
      values += isValue(type, bytes) ? 1 : 0;
    }
    assertThat(values).isBetween(CHANGES / 100, CHANGES / 2);
  }

  // One form: whatever is accepted is exactly what its value is encoded to, and views accept the same.
  private static <T> boolean isValue(EncodeType<T> type, byte[] bytes) throws Exception {
    boolean viewed = type.view(MemorySegment.ofArray(bytes), EncodeMetadata.CURRENT) instanceof DecodeResult.Ok;
    return switch (Shapes.decode(type, bytes)) {
      case DecodeResult.Ok<T>(T value) -> {
        assertThat(viewed).isTrue();
        assertThat(Shapes.bytes(type, value)).isEqualTo(bytes);
        yield true;
      }
      case DecodeResult.Failed<T>(EncodeError reason) -> {
        assertThat(viewed).as(reason.describe()).isFalse();
        assertThat(reason.describe()).startsWith("Everything");
        yield false;
      }
    };
  }

  @ParameterizedTest
  @CsvSource({
    "0,  7fffffff, Texts.name: 2147483647 elements in 32 bytes",
    "0,  ffffffff, Texts.name: 4294967295 elements in 32 bytes",
    "0,  80000000, Texts.name: 2147483648 elements in 32 bytes",
    "16, 10000000, Texts.points: 268435456 elements in 16 bytes",
    "16, 20000001, Texts.points: 536870913 elements in 16 bytes",
    "4,  00000028, 'Texts.name: its content lies 40 bytes on, not 32'",
    "4,  fffffff8, 'Texts.name: its content lies 4294967288 bytes on, not 32'",
    "0,  00000000, Texts.name: nothing lies somewhere",
    "24, 00000002, Texts.color: 2 is no Color",
    "24, ffffffff, Texts.color: 4294967295 is no Color",
    "28, 00000001, Texts: padding is not zero",
    "36, 01006576, Texts.name: padding is not zero",
    "32, 806ec361, Texts.name: the text is no UTF-8",
  })
  void anErrorNamesTheFieldAndWhatWasFound(int at, String word, String text) throws Exception {
    EncodeType<Texts> type = EncodeType.of(Texts.class);
    byte[] bytes = changed(Shapes.bytes(type, Shapes.TEXTS), at, Integer.parseUnsignedInt(word, 16));
    assertThat(refusal(type, bytes).describe()).startsWith(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0,  00000030, 'Maybe.point: its content lies 48 bytes on, not 40'",
    "4,  00000010, Maybe.point: the envelope says 16 bytes and has 8",
    "4,  00000007, Maybe.point: the envelope says 7 of 32 bytes left",
    "4,  00000028, Maybe.point: the envelope says 40 of 32 bytes left",
    "4,  fffffff8, Maybe.point: the envelope says 4294967288 of 32 bytes left",
    "4,  0000000a, Maybe.point: the envelope says that it has handles",
    "4,  00000000, Maybe.point: an empty envelope is not zero",
    "12, 00000008, Maybe.number: the envelope says 8 of what stands in it",
    "12, 00000003, Maybe.number: the envelope says that it has handles",
    "24, 00000105, Maybe.small: padding is not zero",
  })
  void envelopesAreAsStrict(int at, String word, String text) throws Exception {
    EncodeType<Maybe> type = EncodeType.of(Maybe.class);
    byte[] bytes = changed(Shapes.bytes(type, Shapes.MAYBE), at, Integer.parseUnsignedInt(word, 16));
    assertThat(refusal(type, bytes).describe()).startsWith(text);
  }

  @Test
  void aTableDoesNotEndWithWhatIsMissing() throws Exception {
    EncodeType<Table> type = EncodeType.of(Table.class);
    byte[] bytes = Shapes.bytes(type, Shapes.TABLE);
    Arrays.fill(bytes, 24, 32, (byte) 0);
    assertThat(refusal(type, bytes).describe()).isEqualTo("Table: the table ends with an empty envelope");
  }

  @Test
  void depthIsLimitedOnBothSides() throws Exception {
    Limits shallow = Limits.DEFAULT.withDepth(10);
    EncodeType<Chain> narrow = EncodeType.of(Chain.class).withLimits(shallow);
    EncodeType<Chain> wide = EncodeType.of(Chain.class).withLimits(Limits.DEFAULT.withDepth(500));
    assertThat(narrow.encode(chain(10))).isInstanceOf(EncodeResult.Ok.class);
    assertThat(((EncodeResult.Failed) narrow.encode(chain(11))).reason().kind()).isEqualTo(EncodeError.Kind.LIMIT);
    byte[] deep = Shapes.bytes(wide, chain(11));
    assertThat(refusal(narrow, deep).kind()).isEqualTo(EncodeError.Kind.LIMIT);
    assertThat(refusal(narrow, deep).describe()).contains("depth is limited to 10, asked for 11");
    assertThat(Shapes.decode(wide, Shapes.bytes(wide, chain(500))).orElseThrow()).isEqualTo(chain(500));

    EncodeType<Tree> trees = EncodeType.of(Tree.class).withLimits(shallow);
    Tree tree = new Tree(0, List.of());
    for (int i = 0; i < 11; i++) {
      tree = new Tree(i, List.of(tree));
    }
    assertThat(((EncodeResult.Failed) trees.encode(tree)).reason().describe())
        .startsWith("Tree.children[0].children[0]")
        .endsWith("depth is limited to 10, asked for 11");
  }

  private static Chain chain(int depth) {
    Chain chain = new Chain(0, Optional.empty());
    for (int i = 0; i < depth; i++) {
      chain = new Chain(i, Optional.of(chain));
    }
    return chain;
  }

  @Test
  void aCountOfNothingCostsNothing() throws Exception {
    EncodeType<List<Nothing>> type = EncodeType.of(new MessageType<List<Nothing>>() {});
    byte[] bytes = changed(Shapes.bytes(type, List.of(new Nothing())), 0, Integer.MAX_VALUE);
    assertThat(refusal(type, bytes).detail()).isEqualTo("2147483647 elements in 8 bytes");
  }

  @Test
  void otherLimitsHoldToo() throws Exception {
    EncodeType<String> type = EncodeType.of(String.class);
    byte[] bytes = Shapes.bytes(type, "a".repeat(100));
    assertThat(refusal(type.withLimits(Limits.DEFAULT.withStringLength(99)), bytes).describe())
        .isEqualTo("String: stringLength is limited to 99, asked for 100");
    assertThat(refusal(type.withLimits(Limits.DEFAULT.withMessageBytes(111)), bytes).describe())
        .isEqualTo("String: messageBytes is limited to 111, asked for 112");
    assertThat(((EncodeResult.Failed) type.withLimits(Limits.DEFAULT.withMessageBytes(111)).encode("a".repeat(100)))
            .reason().describe())
        .isEqualTo("String: messageBytes is limited to 111, asked for 112");
  }

  @Test
  void metadataOfAnotherFormIsRefused() throws Exception {
    EncodeType<Point> type = EncodeType.of(Point.class);
    byte[] bytes = Shapes.bytes(type, new Point(1, 2));
    byte[] known = EncodeMetadata.CURRENT.toByteArray();
    assertThat(known).containsExactly('F', 'E', 1, 0, 0, 0, 0, 0);
    assertThat(type.decode(MemorySegment.ofArray(bytes), EncodeMetadata.of(known)).orElseThrow()).isEqualTo(new Point(1, 2));
    for (int i = 0; i < known.length; i++) {
      byte[] other = known.clone();
      other[i]++;
      DecodeResult<Point> result = type.decode(MemorySegment.ofArray(bytes), EncodeMetadata.of(other));
      assertThat(((DecodeResult.Failed<Point>) result).reason().kind()).isEqualTo(EncodeError.Kind.METADATA);
      assertThat(type.view(MemorySegment.ofArray(bytes), EncodeMetadata.of(other))).isInstanceOf(DecodeResult.Failed.class);
    }
  }
}
