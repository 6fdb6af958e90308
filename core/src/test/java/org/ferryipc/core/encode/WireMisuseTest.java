package org.ferryipc.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.MessageType;
import org.junit.jupiter.api.Test;

/** Views and builders that are used wrongly, and memory that changes or goes under them: never worse than what is declared. */
class WireMisuseTest {
  private static final int ROUNDS = 3_000;
  private static final int LOOKS = 3_000;

  /** A way to look at a position. */
  @FunctionalInterface
  private interface Look {
    Object at(Wire<?> view, long position);
  }

  private static final List<Look> LOOKS_AT =
      List.of(
          Wire::text, Wire::segment, (view, at) -> view.member(at, 3), Wire::content, Wire::variantContent, Wire::target,
          Wire::handle, (view, at) -> view.member(view.target(at), Integer.MAX_VALUE),
          (view, at) -> {
            view.copy(at, new byte[16], view.count(at));
            return 0;
          });

  @Test
  void aWrongPositionGivesOtherBytesOrOneExceptionAndAllocatesForNothing() throws Exception {
    EncodeType<Shapes.Texts> type = EncodeType.of(Shapes.Texts.class);
    SplittableRandom random = new SplittableRandom(0xF00D);
    int refused = 0;
    try (Arena arena = Arena.ofConfined()) {
      for (MemorySegment memory : List.of(arena.allocate(64), MemorySegment.ofArray(new byte[64]))) {
        for (int round = 0; round < ROUNDS; round++) {
          for (int at = 0; at < 64; at += 4) { // small numbers lead somewhere, others nowhere
            memory.set(
                ValueLayout.JAVA_INT_UNALIGNED, at, random.nextBoolean() ? random.nextInt(-4, 70) : random.nextInt());
          }
          Wire<Shapes.Texts> view = Wire.of(type, memory, List.of());
          Look look = LOOKS_AT.get(random.nextInt(LOOKS_AT.size()));
          refused += isRefused(look, view, random.nextInt(-8, 72)) ? 1 : 0;
        }
      }
    }
    assertThat(refused).isBetween(ROUNDS / 4, 2 * ROUNDS - ROUNDS / 20);
  }

  private static boolean isRefused(Look look, Wire<?> view, long at) {
    try {
      Object unused = look.at(view, at);
      return false;
    } catch (IndexOutOfBoundsException outside) {
      return true;
    }
  }

  @Test
  void memoryThatIsWrittenWhileItIsCheckedIsAValueOrRefused() throws Exception {
    EncodeType<List<String>> type = EncodeType.of(new MessageType<List<String>>() {});
    byte[] honest = Shapes.bytes(type, List.of("first", "second", "x".repeat(5000))); // too many to be copied first
    AtomicBoolean over = new AtomicBoolean();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(honest.length).copyFrom(MemorySegment.ofArray(honest));
      Thread scribbler =
          Thread.ofPlatform()
              .start(
                  () -> {
                    SplittableRandom random = new SplittableRandom(5);
                    while (!over.get()) {
                      long at = 4L * random.nextInt(8);
                      memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, random.nextInt());
                      memory.asSlice(0, 64).copyFrom(MemorySegment.ofArray(honest).asSlice(0, 64));
                    }
                  });
      try {
        for (int i = 0; i < LOOKS; i++) {
          assertThat(type.view(memory, EncodeMetadata.CURRENT)).isNotNull();
          assertThat(type.decode(memory, EncodeMetadata.CURRENT)).isNotNull();
          try (Encoded encoded = closable(Wire.of(type, memory, List.of()).encode())) {
            assertThat(encoded.byteSize()).isPositive();
          }
        }
      } finally {
        over.set(true);
        scribbler.join();
      }
      assertThat(type.decode(memory, EncodeMetadata.CURRENT).orElseThrow().get(1)).isEqualTo("second");
    }
  }

  private static Encoded closable(EncodeResult result) throws Exception {
    return result instanceof EncodeResult.Ok(Encoded encoded) ? encoded : org.ferryipc.core.Ferry.encode("refused").orElseThrow();
  }

  @Test
  void bytesInMemoryThatIsGoneOrAnotherThreadsAreAFailedResult() throws Exception {
    EncodeType<Shapes.Table> type = EncodeType.of(Shapes.Table.class);
    byte[] bytes = Shapes.bytes(Shapes.TABLE);
    Arena arena = Arena.ofConfined();
    MemorySegment memory = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    Wire<Shapes.Table> view = type.view(memory, EncodeMetadata.CURRENT).orElseThrow();
    Thread other =
        Thread.ofPlatform()
            .start(() -> assertAllFail(type, memory, view, "Table: the bytes belong to another thread"));
    other.join();
    arena.close();
    assertAllFail(type, memory, view, "Table: the arena of the bytes is closed");
  }

  private static void assertAllFail(
      EncodeType<Shapes.Table> type, MemorySegment memory, Wire<Shapes.Table> view, String text) {
    for (DecodeResult<?> result :
        List.of(type.decode(memory, EncodeMetadata.CURRENT), type.view(memory, EncodeMetadata.CURRENT), view.toRecord())) {
      assertThat(result).isInstanceOfSatisfying(
          DecodeResult.Failed.class, failed -> assertThat(failed.reason().describe()).isEqualTo(text));
    }
    assertThat(org.ferryipc.core.Ferry.encode(view)).isInstanceOf(EncodeResult.Failed.class);
  }

  @Test
  void aBuilderWritesTextsAsRecordsDoAndRefusesHalfASurrogatePair() throws Exception {
    EncodeType<String> type = EncodeType.of(String.class);
    try (Arena arena = Arena.ofConfined()) {
      for (MemorySegment memory : List.of(arena.allocate(64), MemorySegment.ofArray(new byte[64]))) {
        WireBuilder<String> builder = new WireBuilder<>(type, memory);
        for (String text : List.of("", "a", "naïve", "€ and \uD83D\uDE00", "\0")) {
          builder.text(builder.begin(), text);
          assertThat(Shapes.bytes(builder.end())).isEqualTo(Shapes.bytes(text));
        }
        for (String half : List.of("\uD83D", "a\uDE00", "\uDE00\uD83D")) {
          long at = builder.begin();
          assertThatIllegalArgumentException()
              .isThrownBy(() -> builder.text(at, half))
              .withMessageContaining("half a surrogate pair");
          assertThat(builder.end().bytes().byteSize()).isEqualTo(8);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> builder.claim(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.list(0, -1, 8));
      }
    }
  }
}
