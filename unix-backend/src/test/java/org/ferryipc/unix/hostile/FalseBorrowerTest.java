package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.transport.Loan;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Mappings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A receiver that keeps, marks or scribbles the regions of its sender hurts its own channel and nobody else's. */
@Timeout(60)
class FalseBorrowerTest {
  private static final int SIZE = 300_000;
  private static final byte SECRET = 0x5A;

  private RawReceiver receiver;

  @BeforeEach
  void connect() throws Exception {
    receiver = RawReceiver.open();
  }

  private void lend(int value, int size) throws Exception {
    assertThat(receiver.lend(value, size)).isTrue();
  }

  @Test
  void whoNeverReleasesGetsAllMessagesAndKeepsNoMoreThanOneGround() throws Exception {
    for (int i = 0; i < 100; i++) {
      lend(i, 1 << 20);
      assertThat(receiver.takeInRegion()).isEqualTo(i < 64);
    }
    assertThat(receiver.figures().committedBytes()).isEqualTo(64 << 20);
    assertThat(receiver.figures().out()).isEqualTo(64);
  }

  @Test
  void whoReleasesTooEarlyOrTwiceMixesUpItsOwn() throws Exception {
    lend(1, SIZE);
    assertThat(receiver.takeInRegion()).isTrue();
    RawGround ground = receiver.ground();
    ground.known(1);
    for (int i = 0; i < 20; i++) {
      ground.done(0, ground.generation(0));
      lend(2 + i, SIZE);
      assertThat(receiver.takeInRegion()).isTrue();
      assertThat(ground.data().get(ValueLayout.JAVA_BYTE, SIZE - 1)).isEqualTo((byte) (2 + i));
    }
    assertThat(receiver.figures().commits()).isEqualTo(1);
    ground.done(0, Long.MAX_VALUE);
    lend(1, SIZE);
    assertThat(receiver.figures().commits()).as("that mark says nothing").isEqualTo(2);
  }

  @Test
  void whoReleasesWhatIsStillWrittenDoesNotGiveItToAnother() throws Exception {
    lend(1, SIZE);
    assertThat(receiver.takeInRegion()).isTrue();
    RawGround ground = receiver.ground();
    Loan first = receiver.port().loan(SIZE);
    Loan second;
    try (Arena life = Arena.ofConfined()) {
      MemorySegment written = first.memory(life, this).fill((byte) 2);
      for (int slot = 0; slot < 2048; slot++) {
        ground.done(slot, ground.generation(slot)); // also of what was never sent, or never there
      }
      second = receiver.port().loan(SIZE);
      second.memory(life, this).fill((byte) 3);
      assertThat(written.get(ValueLayout.JAVA_BYTE, SIZE - 1)).isEqualTo((byte) 2);
      assertThat(first.trySend(SIZE)).isTrue();
    }
    second.release();
  }

  @Test
  void whoTakesTheMemoryAwayGetsZeros() throws Exception {
    lend(1, SIZE);
    assertThat(receiver.takeInRegion()).isTrue();
    RawGround ground = receiver.ground();
    for (int i = 0; i < 50; i++) {
      Mappings.advise(ground.mapped(), Mappings.MADV_REMOVE);
      lend(i, SIZE);
      assertThat(receiver.takeInRegion()).isTrue();
      assertThat(receiver.send(i, SIZE + i)).isTrue();
      assertThat(receiver.take()).isNotEmpty();
      receiver.port().regions().orElseThrow().purge();
    }
  }

  @Test
  void whoScribblesEverywhereGetsWhatItGets() throws Exception {
    lend(1, SIZE);
    assertThat(receiver.takeInRegion()).isTrue();
    RawGround ground = receiver.ground();
    AtomicBoolean over = new AtomicBoolean();
    Thread scribbler =
        Thread.ofPlatform()
            .start(
                () -> {
                  Random random = new Random(3);
                  while (!over.get()) {
                    int word = 8 * random.nextInt(2048);
                    ground.word(word, random.nextBoolean() ? random.nextLong() : random.nextInt(300));
                  }
                });
    for (int i = 0; i < 2000; i++) {
      int size = 1 + i * 37 % SIZE;
      if (i % 3 == 0) {
        assertThat(receiver.send(0, 1)).isTrue();
      }
      lend(i, size);
      var unused = receiver.take();
      if (i % 100 == 0) {
        receiver.port().regions().orElseThrow().purge();
        OtherChannel.works();
      }
    }
    over.set(true);
    scribbler.join();
  }

  @Test
  void whatWasWrittenAndNotSentIsNotToBeFound() throws Exception {
    lend(1, SIZE);
    assertThat(receiver.takeInRegion()).isTrue();
    Loan withdrawn = receiver.port().loan(SIZE);
    try (Arena life = Arena.ofConfined()) {
      withdrawn.memory(life, this).fill(SECRET);
    }
    withdrawn.release();
    assertNoSecret(receiver.ground().data().asSlice(0, 1 << 20));
  }

  @Test
  void whatWasWrittenBehindAMessageThatBecameShorterIsNotToBeFound() throws Exception {
    int length = 10_000;
    assertThat(receiver.lend(SECRET, SIZE, length)).isTrue();
    assertThat(receiver.takeInRegion()).isTrue();
    RawGround ground = receiver.ground();
    assertThat(ground.data().get(ValueLayout.JAVA_BYTE, length - 1)).isEqualTo(SECRET);
    assertNoSecret(ground.data().asSlice(length, 1 << 20));
    ground.done(0, ground.generation(0));
    Loan next = receiver.port().loan(SIZE);
    try (Arena life = Arena.ofConfined()) {
      assertThat(next.memory(life, this).mismatch(receiver.zeros(SIZE))).isEqualTo(-1);
    }
    next.release();
    assertThat(receiver.figures().commits()).as("it was the same region").isEqualTo(1);
  }

  @Test
  void nothingOfAnotherChannelIsInItsFile() throws Exception {
    try (RawReceiver other = RawReceiver.open()) {
      for (int i = 0; i < 10; i++) {
        assertThat(other.lend(SECRET, SIZE)).isTrue();
        if (i % 3 == 0) {
          other.port().regions().orElseThrow().purge();
        }
        lend(1, SIZE + i * 10_000);
        assertThat(receiver.takeInRegion()).isTrue();
      }
    }
    for (int i = 0; i < 10; i++) {
      Loan fresh = receiver.port().loan(SIZE << 1);
      try (Arena life = Arena.ofConfined()) {
        MemorySegment memory = fresh.memory(life, this);
        assertThat(memory.mismatch(receiver.zeros(memory.byteSize()))).isEqualTo(-1);
      }
      fresh.release();
    }
    assertThat(receiver.files())
        .hasSize(10)
        .allSatisfy(file -> assertThat(Descriptors.status(file).size()).isEqualTo(RawReceiver.GROUND));
    assertNoSecret(receiver.ground().data().asSlice(0, 16 << 20));
  }

  private static void assertNoSecret(MemorySegment memory) {
    byte[] bytes = memory.toArray(ValueLayout.JAVA_BYTE);
    for (byte b : bytes) {
      if (b == SECRET) {
        throw new AssertionError("there is a byte of another message");
      }
    }
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    receiver.close();
    OtherChannel.works();
  }
}
