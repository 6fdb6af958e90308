package org.ferryipc.core.remotememory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.NoSuchElementException;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.UnreadableMemoryException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read is what is there, at every edge; and what is not there is an error that names it, and costs that read only. */
public abstract class ReadingContract {
  private static final int PAGE = RemoteMemoryReader.PAGE;

  private final Fixture fixture;

  protected ReadingContract(Fixture fixture) {
    this.fixture = fixture;
  }

  private RemoteMemoryOptions options(int cacheBytes) {
    return RemoteMemoryOptions.defaults().withCacheBytes(cacheBytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1 << 20})
  void valuesOfAllTypesAreReadAtAnyAddressAlsoAcrossPages(int cacheBytes) throws Exception {
    try (Sides sides = Sides.open(fixture, options(cacheBytes))) {
      MemorySegment memory = sides.memory(3 * PAGE);
      long base = sides.server().export("m", memory).address();
      assertThat(base).isEqualTo(memory.address());
      for (long offset : new long[] {0, 1, 7, PAGE - 8, PAGE - 7, PAGE - 3, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE - 8}) {
        try (MemoryOperation op = sides.reader().operation()) {
          long at = base + offset;
          assertThat(op.getByte(at)).isEqualTo(memory.get(JAVA_BYTE, offset));
          assertThat(op.getShort(at)).isEqualTo(memory.get(JAVA_SHORT_UNALIGNED, offset));
          assertThat(op.getInt(at)).isEqualTo(memory.get(JAVA_INT_UNALIGNED, offset));
          assertThat(op.getLong(at)).isEqualTo(memory.get(JAVA_LONG_UNALIGNED, offset));
          assertThat(op.getAddress(at)).isEqualTo(memory.get(JAVA_LONG_UNALIGNED, offset));
          assertThat(Float.floatToRawIntBits(op.getFloat(at)))
              .isEqualTo(Float.floatToRawIntBits(memory.get(JAVA_FLOAT_UNALIGNED, offset)));
          assertThat(Double.doubleToRawLongBits(op.getDouble(at)))
              .isEqualTo(Double.doubleToRawLongBits(memory.get(JAVA_DOUBLE_UNALIGNED, offset)));
        }
      }
      assertThat(sides.reader().target()).isEqualTo(new RemoteTarget(8, ByteOrder.nativeOrder()));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1 << 20})
  void rangesOfEverySizeAroundPagesAndAnswersAreRead(int cacheBytes) throws Exception {
    int answer = Answering.MOST;
    long size = 3L * answer + 3 * PAGE;
    try (Sides sides = Sides.open(fixture, options(cacheBytes))) {
      long base = sides.server().export("m", sides.memory(size)).address();
      for (long offset : new long[] {0, 1, PAGE - 1, PAGE, PAGE + 1}) {
        for (long count : new long[] {1, 2, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE, answer - 1, answer, answer + 1, 3L * answer}) {
          try (MemoryOperation op = sides.reader().operation()) {
            MemorySegment copy = op.read(base + offset, count);
            assertThat(copy.byteSize()).isEqualTo(count);
            assertBytes(copy, offset);
            copy.fill((byte) 0); // the caller's own
            assertBytes(op.read(base + offset, count), offset);
          }
        }
      }
    }
  }

  @Test
  void rangeIsReadIntoTheCallersMemory() throws Exception {
    try (Sides sides = Sides.open(fixture)) {
      long base = sides.server().export("m", sides.memory(2 * PAGE)).address();
      try (Arena arena = Arena.ofConfined();
          MemoryOperation op = sides.reader().operation()) {
        MemorySegment into = arena.allocate(100);
        op.read(base + PAGE - 50, into);
        assertBytes(into, PAGE - 50);
        assertThatThrownBy(() -> op.read(base, into.asReadOnly())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> op.read(base + 2 * PAGE - 99, into)).isInstanceOf(UnreadableMemoryException.class);
        assertBytes(into, PAGE - 50);
      }
    }
  }

  private static void assertBytes(MemorySegment copy, long offset) {
    for (long i = 0; i < copy.byteSize(); i++) {
      if (copy.get(JAVA_BYTE, i) != Sides.at(offset + i)) {
        assertThat(copy.get(JAVA_BYTE, i)).as("byte %d from %d", i, offset).isEqualTo(Sides.at(offset + i));
      }
    }
  }

  @Test
  void rangeOverSeveralPagesIsOneRequest() throws Exception {
    try (Sides sides = Sides.open(fixture)) {
      long base = sides.server().export("m", sides.memory(8 * PAGE)).address();
      try (MemoryOperation op = sides.reader().operation()) {
        assertBytes(op.read(base + PAGE - 1, 3 * PAGE), PAGE - 1);
        assertThat(sides.requests()).isEqualTo(1);
        assertThat(sides.reader().statistics().pages()).isEqualTo(1);
        assertThat(sides.reader().statistics().cachedBytes()).isEqualTo(4 * PAGE);
        assertBytes(op.read(base, 4 * PAGE), 0);
        assertThat(sides.requests()).as("the pages it was rounded to").isEqualTo(1);
        assertBytes(op.read(base + 4 * PAGE - 1, 2), 4 * PAGE - 1);
        assertThat(sides.requests()).as("not covered as a whole").isEqualTo(2);
      }
    }
  }

  @Test
  void nothingIsAskedForNoBytes() throws Exception {
    try (Sides sides = Sides.open(fixture);
        MemoryOperation op = sides.reader().operation()) {
      assertThat(op.read(0, 0).byteSize()).isZero();
      assertThat(op.read(-1, 0).byteSize()).isZero();
      op.read(5, MemorySegment.NULL);
      assertThat(sides.requests()).isZero();
      assertThatThrownBy(() -> op.read(5, -1)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1 << 20})
  void pageOfWhichOnlyAPartIsExportedIsReadableThereInOneRequest(int cacheBytes) throws Exception {
    try (Sides sides = Sides.open(fixture, options(cacheBytes))) {
      MemorySegment memory = sides.memory(PAGE);
      long base = sides.server().export("part", memory.asSlice(1000, 100)).address();
      try (MemoryOperation op = sides.reader().operation()) {
        assertThat(op.getByte(base)).isEqualTo(Sides.at(1000));
        assertThat(op.getByte(base + 99)).isEqualTo(Sides.at(1099));
        assertThat(op.getLong(base + 92)).isEqualTo(memory.get(JAVA_LONG_UNALIGNED, 1092));
        if (cacheBytes > 0) {
          assertThat(sides.requests()).as("one for the page, one for the form of words").isEqualTo(2);
          assertThat(sides.reader().statistics().cachedBytes()).isEqualTo(100);
        }
        assertUnreadable(() -> op.getByte(base - 1), base - 1, null);
        assertUnreadable(() -> op.getByte(base + 100), base + 100, "part");
        assertUnreadable(() -> op.getLong(base + 93), base + 100, "part");
        assertThat(op.getByte(base + 50)).as("nothing else is lost").isEqualTo(Sides.at(1050));
      }
    }
  }

  @Test
  void neighbouringSegmentsAreReadInOneGoAndGapsAreNot() throws Exception {
    try (Sides sides = Sides.open(fixture)) {
      MemorySegment memory = sides.memory(PAGE);
      long base = sides.server().export("b", memory.asSlice(64, 64)).address();
      sides.server().export("a", memory.asSlice(0, 64));
      sides.server().export("d", memory.asSlice(129, 64));
      try (MemoryOperation op = sides.reader().operation()) {
        assertBytes(op.read(base - 64, 128), 0);
        assertUnreadable(() -> op.read(base - 64, 129), base + 64, "b");
        assertUnreadable(() -> op.read(base + 64, 1), base + 64, "b");
        assertBytes(op.read(base + 65, 64), 129);
        assertUnreadable(() -> op.read(0, 1), 0, null);
        assertUnreadable(() -> op.read(-1, 1), -1, null);
      }
    }
  }

  private static void assertUnreadable(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable read, long address, @org.jspecify.annotations.Nullable String segment) {
    assertThatThrownBy(read)
        .isInstanceOfSatisfying(
            UnreadableMemoryException.class,
            e -> {
              assertThat(e.address()).isEqualTo(address);
              assertThat(e.segment().orElse(null)).isEqualTo(segment);
              assertThat(e).hasMessageContaining("0x" + Long.toHexString(address)).hasMessageContaining("reading ");
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1 << 20})
  void theTopOfTheAddressSpaceIsReadAndNothingGoesOverIt(int cacheBytes) throws Exception {
    try (Sides sides = Sides.open(fixture, options(cacheBytes))) {
      MemorySegment memory = sides.memory(PAGE + 100);
      long top = sides.server().export("top", memory, -(PAGE + 100L)).address();
      sides.server().export("bottom", memory.asSlice(0, 50), 0);
      try (MemoryOperation op = sides.reader().operation()) {
        assertThat(op.getByte(-1)).isEqualTo(Sides.at(PAGE + 99));
        assertThat(op.getLong(-8)).isEqualTo(memory.get(JAVA_LONG_UNALIGNED, PAGE + 92));
        assertBytes(op.read(top, PAGE + 100), 0);
        assertThat(op.getByte(0)).isEqualTo(Sides.at(0));
        assertBytes(op.read(1, 49), 1);
        assertUnreadable(() -> op.getByte(50), 50, "bottom");
        long asked = sides.requests();
        for (int count : new int[] {2, 8, PAGE, PAGE + 1}) {
          assertUnreadable(() -> op.read(-1, count), -1, null);
        }
        assertUnreadable(() -> op.getLong(-7), -1, null);
        assertThat(sides.requests()).as("nothing was asked").isEqualTo(asked);
        memory.set(JAVA_BYTE, PAGE + 99, (byte) 'x');
        assertThatThrownBy(() -> op.readString(-1, 8)).isInstanceOf(UnreadableMemoryException.class);
        assertThatThrownBy(() -> sides.reader().stringLength(-1, 8)).isInstanceOf(UnreadableMemoryException.class);
      }
      assertThatThrownBy(() -> sides.server().export("over", memory, -1)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1 << 20})
  void stringsEndAtTheirZeroAlsoWhereReadableMemoryDoes(int cacheBytes) throws Exception {
    try (Sides sides = Sides.open(fixture, options(cacheBytes))) {
      MemorySegment memory = sides.arena().allocate(3 * PAGE, PAGE);
      memory.fill((byte) 'x');
      memory.setString(0, "");
      memory.setString(10, "naïve ☃");
      memory.setString(PAGE - 3, "over the edge");
      memory.set(JAVA_BYTE, 3 * PAGE - 1, (byte) 0);
      long base = sides.server().export("s", memory).address();
      try (MemoryOperation op = sides.reader().operation()) {
        assertThat(op.readString(base, 1)).isEmpty();
        assertThat(op.readString(base + 10, 100)).isEqualTo("naïve ☃");
        assertThat(op.readString(base + PAGE - 3, 100)).isEqualTo("over the edge");
        assertThat(op.readString(base + 3 * PAGE - 5, 5)).isEqualTo("xxxx");
        assertThat(op.readString(base + 2 * PAGE, 1 << 20)).hasSize(PAGE - 1);
        assertThat(sides.reader().stringLength(base + 2 * PAGE, 1 << 20)).isEqualTo(PAGE - 1);
        assertThat(sides.reader().stringLength(base, 1)).isZero();
        for (int most : new int[] {1, 4}) {
          assertThatThrownBy(() -> op.readString(base + 3 * PAGE - 5, most)).isInstanceOf(LimitExceededException.class);
          assertThatThrownBy(() -> sides.reader().stringLength(base + 3 * PAGE - 5, most))
              .isInstanceOfSatisfying(LimitExceededException.class, e -> assertThat(e.allowed()).isEqualTo(most));
        }
        memory.set(JAVA_BYTE, 3 * PAGE - 1, (byte) 'x');
      }
      try (MemoryOperation op = sides.reader().operation()) {
        assertThatThrownBy(() -> op.readString(base + 3 * PAGE - 5, 100))
            .isInstanceOfSatisfying(
                UnreadableMemoryException.class, e -> assertThat(e.address()).isEqualTo(base + 3 * PAGE));
        assertThatThrownBy(() -> sides.reader().stringLength(base + 3 * PAGE - 5, 100))
            .isInstanceOfSatisfying(
                UnreadableMemoryException.class, e -> assertThat(e.address()).isEqualTo(base + 3 * PAGE));
        assertThatThrownBy(() -> op.readString(base, 0)).isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void readsOverTheLimitNameIt() throws Exception {
    try (Sides sides = Sides.open(fixture, RemoteMemoryOptions.defaults().withReadBytes(PAGE));
        MemoryOperation op = sides.reader().operation()) {
      long base = sides.server().export("m", sides.memory(2 * PAGE)).address();
      assertBytes(op.read(base, PAGE), 0);
      long asked = sides.requests();
      assertThatThrownBy(() -> op.read(base, PAGE + 1))
          .isInstanceOfSatisfying(
              LimitExceededException.class,
              e -> {
                assertThat(e.limit()).isEqualTo("readBytes");
                assertThat(e.allowed()).isEqualTo(PAGE);
                assertThat(e.asked()).isEqualTo(PAGE + 1);
                assertThat(e).hasMessageContaining("0x" + Long.toHexString(base));
              });
      assertThatThrownBy(() -> op.read(base, Long.MAX_VALUE)).isInstanceOf(LimitExceededException.class);
      assertThatThrownBy(() -> op.readString(base, PAGE + 1)).isInstanceOf(LimitExceededException.class);
      assertThatThrownBy(() -> sides.reader().stringLength(base, PAGE + 1)).isInstanceOf(LimitExceededException.class);
      assertThat(sides.requests()).isEqualTo(asked);
    }
  }

  @Test
  void whatIsTakenBackOrClosedCannotBeReadAndTheRestCan() throws Exception {
    try (Sides sides = Sides.open(fixture)) {
      long base = sides.server().export("stays", sides.memory(PAGE)).address();
      Arena arena = Arena.ofShared();
      RemoteSegment closes = sides.server().export("closes", arena.allocate(PAGE, PAGE));
      RemoteSegment goes = sides.server().export("goes", sides.memory(PAGE));
      assertThat(sides.reader().segments())
          .containsExactlyInAnyOrder(sides.reader().segment("stays"), closes, goes)
          .isSortedAccordingTo((a, b) -> Long.compareUnsigned(a.address(), b.address()));
      try (MemoryOperation op = sides.reader().operation()) {
        assertThat(op.getByte(closes.address())).isZero();
        assertThat(op.getByte(goes.address())).isEqualTo(Sides.at(0));
      }
      arena.close();
      assertThat(sides.server().withdraw("goes")).isTrue();
      assertThat(sides.server().withdraw("goes")).isFalse();
      try (MemoryOperation op = sides.reader().operation()) {
        assertUnreadable(() -> op.getByte(closes.address() + 5), closes.address() + 5, "closes");
        assertThatThrownBy(() -> op.getByte(goes.address())).isInstanceOf(UnreadableMemoryException.class);
        assertThat(op.getByte(base)).isEqualTo(Sides.at(0));
      }
      assertThatThrownBy(() -> sides.reader().segment("goes"))
          .isInstanceOf(NoSuchElementException.class)
          .hasMessageContaining("goes");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1 << 20})
  void aNeighbourOnThePageThatIsGoneCostsNobodyElse(int cacheBytes) throws Exception {
    try (Sides sides = Sides.open(fixture, options(cacheBytes))) {
      Arena arena = Arena.ofShared();
      MemorySegment memory = sides.memory(PAGE);
      long base = 1 << 20;
      sides.server().export("left", memory.asSlice(0, 100), base);
      sides.server().export("gone", arena.allocate(100), base + 100);
      sides.server().export("right", memory.asSlice(200, 100), base + 200);
      arena.close();
      for (int i = 0; i < 2; i++) {
        try (MemoryOperation op = sides.reader().operation()) {
          assertThat(op.getLong(base + 92)).isEqualTo(memory.get(JAVA_LONG_UNALIGNED, 92));
          assertThat(op.getByte(base + 200)).isEqualTo(Sides.at(200));
          assertUnreadable(() -> op.getLong(base + 93), base + 100, "gone");
          assertUnreadable(() -> op.read(base, 300), base + 100, "gone");
          assertUnreadable(() -> op.getByte(base + 199), base + 199, "gone");
          assertThatThrownBy(() -> sides.reader().stringLength(base + 99, 50))
              .isInstanceOfSatisfying(
                  UnreadableMemoryException.class, e -> assertThat(e.address()).isEqualTo(base + 100));
        }
      }
    }
  }
}
