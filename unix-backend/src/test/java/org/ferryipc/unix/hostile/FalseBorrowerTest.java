package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.RegionFigures;
import org.ferryipc.core.transport.Loan;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.socket.SocketPorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A receiver that keeps, marks or scribbles the regions of its sender hurts its own channel and nobody else's. */
@Timeout(60)
class FalseBorrowerTest {
  private static final int SIZE = 300_000;
  private static final byte SECRET = 0x5A;
  private static final long GROUND = RawGround.DATA_AT + (64L << 20);

  private final Arena arena = Arena.ofShared();
  private final List<Integer> files = new ArrayList<>();
  private RawPeer peer;
  private SendPort port;

  @BeforeEach
  void connect() throws Exception {
    peer = RawPeer.open();
    port = SocketPorts.sender(peer.nearEnd());
  }

  private void lend(int value, int size) throws Exception {
    Loan loan = port.loan(size);
    try (Arena life = Arena.ofConfined()) {
      loan.memory(life, this).fill((byte) value);
      assertThat(loan.trySend(size)).isTrue();
    }
  }

  /** Takes what is queued; the files of regions are kept open. {@return whether the last packet named a region} */
  private boolean take() {
    boolean inRegion = false;
    try (MessageBlock block = MessageBlock.borrow()) {
      block.payload(arena.allocate(1 << 18));
      while (block.receive(peer.socket()) >= 0) {
        inRegion = (block.header().get(ValueLayout.JAVA_BYTE, 4) & Packet.IN_REGION) != 0;
        for (int i = 0; i < block.received(); i++) {
          files.add(block.take(i));
        }
      }
    }
    return inRegion;
  }

  private RawGround ground() throws Exception {
    return RawGround.of(files.getFirst(), GROUND, arena);
  }

  private RegionFigures figures() {
    return port.regions().orElseThrow().figures();
  }

  @Test
  void whoNeverReleasesGetsAllMessagesAndKeepsNoMoreThanOneGround() throws Exception {
    for (int i = 0; i < 100; i++) {
      lend(i, 1 << 20);
      assertThat(take()).isEqualTo(i < 64);
    }
    assertThat(figures().committedBytes()).isEqualTo(64 << 20);
    assertThat(figures().out()).isEqualTo(64);
  }

  @Test
  void whoReleasesTooEarlyOrTwiceMixesUpItsOwn() throws Exception {
    lend(1, SIZE);
    assertThat(take()).isTrue();
    RawGround ground = ground();
    ground.known(1);
    for (int i = 0; i < 20; i++) {
      ground.done(0, ground.generation(0));
      lend(2 + i, SIZE);
      assertThat(take()).isTrue();
      assertThat(ground.data().get(ValueLayout.JAVA_BYTE, SIZE - 1)).isEqualTo((byte) (2 + i));
    }
    assertThat(figures().commits()).isEqualTo(1);
    ground.done(0, Long.MAX_VALUE);
    lend(1, SIZE);
    assertThat(figures().commits()).as("that mark says nothing").isEqualTo(2);
  }

  @Test
  void whoScribblesEverywhereGetsWhatItGets() throws Exception {
    lend(1, SIZE);
    assertThat(take()).isTrue();
    RawGround ground = ground();
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
        assertThat(port.trySendBytes(arena.allocate(1).asSlice(0, 1), 0, 1)).isTrue();
      }
      lend(i, size);
      boolean unused = take();
      if (i % 100 == 0) {
        port.regions().orElseThrow().purge();
        OtherChannel.works();
      }
    }
    over.set(true);
    scribbler.join();
  }

  @Test
  void whatWasWrittenAndNotSentIsNotToBeFound() throws Exception {
    lend(1, SIZE);
    assertThat(take()).isTrue();
    Loan withdrawn = port.loan(SIZE);
    try (Arena life = Arena.ofConfined()) {
      withdrawn.memory(life, this).fill(SECRET);
    }
    withdrawn.release();
    assertNoSecret(ground().data().asSlice(0, 1 << 20));
  }

  @Test
  void nothingOfAnotherChannelIsInItsFile() throws Exception {
    try (RawPeer otherPeer = RawPeer.open()) {
      SendPort other = SocketPorts.sender(otherPeer.nearEnd());
      for (int i = 0; i < 10; i++) {
        Loan secret = other.loan(SIZE);
        try (Arena life = Arena.ofConfined()) {
          secret.memory(life, this).fill(SECRET);
          assertThat(secret.trySend(SIZE)).isTrue();
        }
        if (i % 3 == 0) {
          other.regions().orElseThrow().purge();
        }
        lend(1, SIZE + i * 10_000);
        assertThat(take()).isTrue();
      }
      other.release();
      for (int i = 0; i < 10; i++) {
        Loan fresh = port.loan(SIZE << 1);
        try (Arena life = Arena.ofConfined()) {
          MemorySegment memory = fresh.memory(life, this);
          assertThat(memory.mismatch(arena.allocate(memory.byteSize()))).isEqualTo(-1);
        }
        fresh.release();
      }
      assertThat(files).hasSize(10).allSatisfy(file -> assertThat(Descriptors.status(file).size()).isEqualTo(GROUND));
      assertNoSecret(ground().data().asSlice(0, 16 << 20));
    }
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
    arena.close();
    port.release(new CloseReason.Closed(0, ""));
    peer.close();
    files.forEach(Descriptors::discard);
    OtherChannel.works();
  }
}
