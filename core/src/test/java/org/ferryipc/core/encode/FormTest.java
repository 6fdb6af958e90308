package org.ferryipc.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.encode.Shapes.Address;
import org.ferryipc.core.encode.Shapes.Box;
import org.ferryipc.core.encode.Shapes.Chain;
import org.ferryipc.core.encode.Shapes.Maybe;
import org.ferryipc.core.encode.Shapes.Nothing;
import org.ferryipc.core.encode.Shapes.Padded;
import org.ferryipc.core.encode.Shapes.Point;
import org.ferryipc.core.encode.Shapes.Table;
import org.ferryipc.core.encode.Shapes.Texts;
import org.ferryipc.core.encode.Shapes.V4;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** The bytes, word by word, as {@code docs/encode.md} has them. */
class FormTest {
  private static void encodesTo(Object value, String words) throws SerializationException {
    assertThat(Shapes.hex(Shapes.bytes(value))).isEqualTo(words);
  }

  @Test
  void recordsHaveTheirComponentsInOrderEachAtAMultipleOfItsSize() throws Exception {
    encodesTo(new Point(1, -2), "01000000feffffff");
    encodesTo(new Padded((byte) 1, 2, true), "0100000000000000 0200000000000000 0100000000000000");
    encodesTo(Shapes.NUMBERS, "0102030034000000 0500000000000000 0600000000000000 0000e04000000000 0000000000002040");
    encodesTo(new Nothing(), "0000000000000000");
  }

  @Test
  void textsBytesAndListsAreReferences() throws Exception {
    encodesTo(
        Shapes.TEXTS,
        "0600000020000000 0300000020000000 0200000020000000 0100000000000000"
            + " 6e61c3af76650000 0102030000000000 0100000002000000 0300000004000000");
    encodesTo(
        new Texts("", new byte[0], List.of(), Shapes.Color.RED),
        "0000000000000000 0000000000000000 0000000000000000 0000000000000000");
  }

  @Test
  void optionalComponentsAreEnvelopes() throws Exception {
    encodesTo(
        new Maybe(Optional.empty(), OptionalInt.empty(), OptionalLong.empty(), Optional.empty(), Optional.empty()),
        "0000000000000000 0000000000000000 0000000000000000 0000000000000000 0000000000000000");
    encodesTo(
        Shapes.MAYBE,
        "2800000008000000 0300000001000000 2000000008000000 0500000001000000 1800000010000000"
            + " 0100000002000000 0400000000000000 0300000008000000 7369780000000000");
  }

  @Test
  void tablesEndWithTheirLastMember() throws Exception {
    encodesTo(new Table(Optional.empty(), Optional.empty(), Optional.empty()), "0000000000000000");
    encodesTo(
        new Table(Optional.empty(), Optional.empty(), Optional.of("")),
        "0200000008000000 0000000000000000 0800000008000000 0000000000000000");
    encodesTo(
        Shapes.TABLE,
        "0300000008000000 1800000008000000 1800000010000000 0300000001000000"
            + " 0100000002000000 0400000008000000 7465787400000000");
  }

  @Test
  void sealedTypesSayWhichRecordTheyAre() throws Exception {
    EncodeType<Address> type = EncodeType.of(Address.class);
    assertThat(Shapes.hex(Shapes.bytes(type, new V4(new byte[] {1, 2, 3, 4}, (short) 80))))
        .isEqualTo("0100000000000000 0800000008000000 0102030450000000");
    encodesTo(new V4(new byte[] {1, 2, 3, 4}, (short) 80), "0102030450000000");
  }

  @Test
  void whatHoldsItselfIsWrittenDepthFirst() throws Exception {
    encodesTo(
        new Chain(1, Optional.of(new Chain(2, Optional.empty()))),
        "0100000000000000 0800000010000000 0200000000000000 0000000000000000");
    encodesTo(
        Shapes.TREE,
        "0100000000000000 0200000008000000 0200000000000000 0000000000000000 0300000000000000 0100000008000000"
            + " 0400000000000000 0000000000000000");
  }

  @Test
  void genericTypesAreEncodedByTheirArguments() throws Exception {
    EncodeType<Box<Byte>> type = EncodeType.of(new MessageType<Box<Byte>>() {});
    Box<Byte> value = new Box<>((byte) 1, List.of((byte) 2, (byte) 3));
    byte[] bytes = Shapes.bytes(type, value);
    assertThat(Shapes.hex(bytes)).isEqualTo("0100000000000000 0200000008000000 0203000000000000");
    assertThat(Shapes.decode(type, bytes).orElseThrow()).isEqualTo(value);
  }

  @Test
  void everythingComesBackAndGivesTheSameBytesAgain() throws Exception {
    EncodeType<Shapes.Everything> type = EncodeType.of(Shapes.Everything.class);
    byte[] bytes = Shapes.bytes(type, Shapes.EVERYTHING);
    Shapes.Everything back = Shapes.decode(type, bytes).orElseThrow();
    assertThat(back).usingRecursiveComparison().isEqualTo(Shapes.EVERYTHING);
    assertThat(Shapes.bytes(type, back)).isEqualTo(bytes);
  }

  @Test
  void textsAreStrictUtf8() throws Exception {
    EncodeType<String> type = EncodeType.of(String.class);
    for (String text : List.of("", "a", "ä", "€", "\uD83D\uDE00", "aä€\uD83D\uDE00z", "\0", "\uFFFF")) {
      byte[] bytes = Shapes.bytes(type, text);
      assertThat(Shapes.decode(type, bytes).orElseThrow()).isEqualTo(text);
    }
  }

  @Test
  void aBoundIsKnownWhereEverythingHasOne() throws Exception {
    assertThat(EncodeType.of(Point.class).bound()).isEqualTo(8);
    assertThat(EncodeType.of(Address.class).bound()).isEqualTo(16 + 32);
    assertThat(EncodeType.of(Texts.class).bound()).isEqualTo(Integer.MAX_VALUE);
    assertThat(EncodeType.of(Chain.class).bound()).isEqualTo(Integer.MAX_VALUE);
  }

  enum Operation {
    PLUS {
      @Override
      int apply(int a, int b) {
        return a + b;
      }
    },
    MINUS {
      @Override
      int apply(int a, int b) {
        return a - b;
      }
    };

    abstract int apply(int a, int b);
  }

  // Their classes are not the ones that somebody has declared.
  @Test
  void constantsWithABodyAndSegmentsHaveAFormOfTheirOwn() throws Exception {
    encodesTo(Operation.MINUS, "0100000000000000");
    assertThat(Shapes.decode(EncodeType.of(Operation.class), Shapes.bytes(Operation.MINUS)).orElseThrow().apply(3, 2)).isEqualTo(1);
    encodesTo(MemorySegment.ofArray(new byte[] {1, 2}), "0200000008000000 0102000000000000");
    try (Arena arena = Arena.ofConfined()) {
      encodesTo(arena.allocate(1), "0100000008000000 0000000000000000");
    }
  }
}
