package org.ferryipc.core.remotememory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.HandleClosedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked once is not asked again in an operation, and always in the next. */
public abstract class CachingContract {
  private static final int PAGE = RemoteMemoryReader.PAGE;

  private final Fixture fixture;

  protected CachingContract(Fixture fixture) {
    this.fixture = fixture;
  }

  private static RemoteMemoryOptions caching(int bytes) {
    return RemoteMemoryOptions.defaults().withCacheBytes(bytes);
  }

  @Test
  void anOperationSeesTheOldValueAndTheNextTheNewOne() throws Exception {
    try (Sides sides = Sides.open(fixture)) {
      checkFlush(sides);
    }
  }

  @Test
  void thatCheckFailsWhereTheFlushIsForgotten() throws Exception {
    PageCache forgetful =
        new PageCache(1 << 20) {
          @Override
          void flush() {}
        };
    try (Sides sides = Sides.open(fixture, RemoteMemoryOptions.defaults(), forgetful)) {
      assertThatThrownBy(() -> checkFlush(sides)).isInstanceOf(AssertionError.class).hasMessageContaining("new value");
    }
  }

  private static void checkFlush(Sides sides) throws Exception {
    MemorySegment memory = sides.memory(PAGE);
    long base = sides.server().export("m", memory).address();
    memory.set(JAVA_BYTE, 5, (byte) 1);
    try (MemoryOperation op = sides.reader().operation()) {
      assertThat(op.getByte(base + 5)).isEqualTo((byte) 1);
      memory.set(JAVA_BYTE, 5, (byte) 2);
      assertThat(op.getByte(base + 5)).as("old value").isEqualTo((byte) 1);
      assertThat(op.read(base + 4, 3).get(JAVA_BYTE, 1)).as("old value").isEqualTo((byte) 1);
      assertThat(sides.reader().statistics().pages()).isEqualTo(1);
    }
    try (MemoryOperation op = sides.reader().operation()) {
      assertThat(op.getByte(base + 5)).as("new value").isEqualTo((byte) 2);
    }
    assertThat(sides.reader().statistics().pages()).as("new value").isZero();
    assertThat(sides.reader().statistics().cachedBytes()).isZero();
  }

  @Test
  void aPageIsAskedForOnce() throws Exception {
    try (Sides sides = Sides.open(fixture)) {
      MemorySegment memory = sides.memory(PAGE);
      long base = sides.server().export("m", memory).address();
      assertThat(sides.reader().target().addressBytes()).isEqualTo(8);
      long before = sides.requests();
      try (MemoryOperation op = sides.reader().operation()) {
        for (int i = 0; i < PAGE; i += 4) {
          assertThat(op.getInt(base + i)).isEqualTo(memory.get(JAVA_INT, i));
        }
      }
      assertThat(sides.requests() - before).isEqualTo(1);
      assertThat(sides.reader().statistics().hits()).isEqualTo(PAGE / 4 - 1);
    }
  }

  @Test
  void withoutACacheEachReadAsksForItsBytesAlone() throws Exception {
    try (Sides sides = Sides.open(fixture, caching(0))) {
      MemorySegment memory = sides.memory(PAGE);
      long base = sides.server().export("m", memory).address();
      try (MemoryOperation op = sides.reader().operation()) {
        for (int i = 0; i < 10; i++) {
          memory.set(JAVA_BYTE, 7, (byte) i);
          assertThat(op.getByte(base + 7)).isEqualTo((byte) i);
        }
        assertThat(sides.requests()).isEqualTo(10);
        assertThat(sides.reader().statistics().bytesReceived()).isEqualTo(10);
        assertThat(sides.reader().statistics().pages()).isZero();
      }
    }
  }

  @Test
  void theNewestOfOverlappingCopiesCounts() throws Exception {
    try (Sides sides = Sides.open(fixture)) {
      MemorySegment memory = sides.memory(3 * PAGE);
      long base = sides.server().export("m", memory).address();
      memory.set(JAVA_BYTE, PAGE - 1, (byte) 1);
      try (MemoryOperation op = sides.reader().operation()) {
        assertThat(op.getByte(base + PAGE - 1)).isEqualTo((byte) 1); // the first page
        memory.set(JAVA_BYTE, PAGE - 1, (byte) 2);
        assertThat(op.getByte(base + PAGE)).isEqualTo(Sides.at(PAGE)); // the second
        assertThat(op.getByte(base + PAGE - 1)).isEqualTo((byte) 1);
        assertThat(op.read(base + PAGE - 1, 2).get(JAVA_BYTE, 0)).as("both pages, asked for now").isEqualTo((byte) 2);
        assertThat(op.getByte(base + PAGE - 1)).as("out of that answer").isEqualTo((byte) 2);
        assertThat(sides.reader().statistics().pages()).isEqualTo(3);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5000, 50_000, 200_000})
  void theCacheNeverHasMoreBytesThanItMay(int most) throws Exception {
    int pages = 40;
    SplittableRandom random = new SplittableRandom(7);
    try (Sides sides = Sides.open(fixture, caching(most))) {
      long base = sides.server().export("m", sides.memory((long) pages * PAGE)).address();
      try (MemoryOperation op = sides.reader().operation()) {
        for (int i = 0; i < 500; i++) {
          int count = random.nextInt(1, i % 10 == 0 ? 10 * PAGE : 20);
          int offset = random.nextInt(pages * PAGE - count + 1);
          MemorySegment copy = op.read(base + offset, count);
          assertThat(copy.get(JAVA_BYTE, 0)).isEqualTo(Sides.at(offset));
          assertThat(copy.get(JAVA_BYTE, count - 1)).isEqualTo(Sides.at(offset + count - 1));
          assertThat(sides.reader().statistics().cachedBytes()).isLessThanOrEqualTo(most);
        }
      }
      assertThat(sides.reader().statistics().pages()).isZero();
    }
  }

  @Test
  void otherQuestionsAreNeverAnsweredByTheCache() throws Exception {
    try (Sides sides = Sides.open(fixture)) {
      MemorySegment memory = sides.arena().allocate(PAGE, PAGE);
      memory.setString(0, "long");
      long base = sides.server().export("m", memory).address();
      try (MemoryOperation op = sides.reader().operation()) {
        assertThat(op.readString(base, 100)).isEqualTo("long");
        assertThat(sides.reader().segments()).hasSize(1);
        memory.setString(0, "no");
        sides.server().export("n", sides.memory(1));
        assertThat(op.readString(base, 100)).isEqualTo("long");
        assertThat(sides.reader().stringLength(base, 100)).isEqualTo(2);
        assertThat(sides.reader().segments()).hasSize(2);
      }
    }
  }

  @Test
  void anOperationThatSomebodyForgotToCloseIsNoticed() throws Exception {
    try (Sides sides = Sides.open(fixture)) {
      long base = sides.server().export("m", sides.memory(PAGE)).address();
      MemoryOperation forgotten = sides.reader().operation();
      assertThatThrownBy(() -> sides.reader().operation()).isInstanceOf(IllegalStateException.class);
      forgotten.close();
      MemoryOperation next = sides.reader().operation();
      assertThat(next.getByte(base)).isEqualTo(Sides.at(0));
      forgotten.close(); // ends nothing that is not its own
      assertThat(sides.reader().statistics().pages()).isEqualTo(1);
      assertThatThrownBy(() -> forgotten.getByte(base)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> forgotten.read(base, 0)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> forgotten.readString(base, 5)).isInstanceOf(IllegalStateException.class);
      next.close();
      sides.reader().close();
      try (MemoryOperation late = sides.reader().operation()) {
        assertThatThrownBy(() -> late.getByte(base)).isInstanceOf(HandleClosedException.class);
      }
    }
  }

  @Test
  void pagesAreFetchedWhereTheyPayAndOnlyThere() throws Exception {
    int pages = 4000;
    try (Sides sides = Sides.open(fixture)) {
      MemorySegment memory = sides.arena().allocate((long) pages * PAGE, PAGE);
      long base = sides.server().export("m", memory).address();
      SplittableRandom random = new SplittableRandom(11);
      for (int i = 0; i < 300; i++) {
        try (MemoryOperation op = sides.reader().operation()) {
          var unused = op.read(base + random.nextInt(pages * PAGE - 16), 16); // no page is ever read twice
        }
      }
      long before = sides.reader().statistics().bytesReceived();
      try (MemoryOperation op = sides.reader().operation()) {
        var unused = op.read(base + 8, 16);
        assertThat(sides.reader().statistics().bytesReceived() - before).isEqualTo(16);
        memory.set(JAVA_BYTE, 8, (byte) 9);
        assertThat(op.getByte(base + 8)).as("what was read once is read again").isZero();
        assertThat(sides.reader().statistics().bytesReceived() - before).isEqualTo(16);
        assertThat(op.getByte(base + 100)).isZero();
        assertThat(sides.reader().statistics().bytesReceived() - before).as("touched before").isEqualTo(16 + PAGE);
      }
      long asked = sides.requests();
      try (MemoryOperation op = sides.reader().operation()) {
        for (int i = 0; i < 1000 * PAGE; i += 16) {
          var unused = op.read(base + i, 16); // one after the other
        }
      }
      assertThat(sides.requests() - asked).as("for a thousand pages").isLessThan(1000 + 2 * 64);
    }
  }
}
