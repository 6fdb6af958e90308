package org.ferryipc.unix.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.HugePages;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken for a lane and what is not. That no descriptor stays is looked at behind every test. */
class LaneAcceptanceTest {
  private static final int RING = 1 << 16;
  private static final int SIZE = LaneMemory.HEADER + RING;
  private static final int SEALS = MemoryFiles.SEAL_SHRINK | MemoryFiles.SEAL_GROW | MemoryFiles.SEAL_SEAL;

  private final LaneBudget budget = new LaneBudget(4L * SIZE, 3);

  @AfterEach
  void nothingIsMapped() {
    assertThat(budget.bytes()).isZero();
  }

  private void refuses(int descriptor, long ringBytes) {
    assertThat(LaneFiles.accept(descriptor, ringBytes, budget)).isNull();
  }

  private static int file(long size, int seals) throws KernelException {
    int made = MemoryFiles.create("ferry-test");
    MemoryFiles.resize(made, size);
    MemoryFiles.addSeals(made, seals);
    return made;
  }

  @Test
  void whatIsOfferedIsTaken() throws Exception {
    for (int ring : new int[] {SendingLane.LEAST_RING, RING}) {
      LaneMemory memory = LaneFiles.accept(LaneFiles.create(ring), ring, budget);
      assertThat(memory).isNotNull();
      assertThat(memory.capacity).isEqualTo(ring);
      assertThat(budget.bytes()).isEqualTo(LaneMemory.HEADER + ring);
      memory.unmap();
    }
  }

  @Test
  void eachSealIsDemandedAndNoOtherAllowed() throws Exception {
    int[] demanded = {MemoryFiles.SEAL_SHRINK, MemoryFiles.SEAL_GROW, MemoryFiles.SEAL_SEAL};
    for (int seal : demanded) {
      refuses(file(SIZE, SEALS & ~seal), RING);
    }
    refuses(file(SIZE, SEALS | MemoryFiles.SEAL_WRITE), RING);
    refuses(file(SIZE, SEALS | MemoryFiles.SEAL_FUTURE_WRITE), RING);
  }

  @Test
  void theSizeIsThatOfTheOffer() throws Exception {
    for (long size : new long[] {0, SIZE - 1, SIZE + 1, RING}) {
      refuses(file(size, SEALS), RING);
    }
    for (long ring : new long[] {0, -1, 1, 2048, RING - 1, RING + 8, 3 * RING / 2, 1L << 31, 1L << 32, Long.MIN_VALUE}) {
      refuses(file(Math.max(0, Math.min(LaneMemory.HEADER + ring, SIZE)), SEALS), ring);
    }
  }

  @Test
  void whatIsNoMemoryIsNotTouched(@TempDir Path folder) throws Exception {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    refuses(pair.first(), RING);
    refuses(pair.second(), RING);
    refuses(EventFd.create(), RING);
    Path file = Files.write(folder.resolve("file"), new byte[SIZE]);
    refuses(FileCalls.open(file, FileCalls.O_RDWR, 0), RING);
    refuses(FileCalls.open(Path.of("/dev/zero"), FileCalls.O_RDWR, 0), RING);
    HugePages.file().ifPresent(huge -> refuses(huge, RING));
  }

  @Test
  void memoryThatCanOnlyBeReadIsRefused() throws Exception {
    int writable = file(SIZE, SEALS);
    refuses(FileCalls.open(Path.of("/proc/self/fd/" + writable), FileCalls.O_RDONLY, 0), RING);
    boolean unused = Descriptors.discard(writable);
  }

  @Test
  void theBudgetBoundsBytesAndLanes() throws Exception {
    LaneMemory first = LaneFiles.accept(LaneFiles.create(RING), RING, budget);
    LaneMemory second = LaneFiles.accept(LaneFiles.create(RING), RING, budget);
    LaneMemory third = LaneFiles.accept(LaneFiles.create(4096), 4096, budget);
    assertThat(third).isNotNull();
    refuses(LaneFiles.create(4096), 4096); // the fourth
    third.unmap();
    refuses(LaneFiles.create(4 * RING), 4 * RING); // too many bytes
    assertThat(LaneOffer.make(4 * RING, budget)).isNull();
    LaneOffer offer = LaneOffer.make(RING, budget);
    assertThat(offer).isNotNull();
    offer.drop();
    assertThat(first).isNotNull();
    first.unmap();
    assertThat(second).isNotNull();
    second.unmap();
  }

  @Test
  void aRingIsAPowerOfTwo() {
    for (int ring : new int[] {0, -4096, 2048, 4097, 12_288, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> SendingLane.offer(ring)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void strictAccountingOfMemoryIsRecognised(@TempDir Path folder) throws Exception {
    assertThat(LaneFiles.isStrict(Files.writeString(folder.resolve("strict"), "2\n"))).isTrue();
    assertThat(LaneFiles.isStrict(Files.writeString(folder.resolve("usual"), "0\n"))).isFalse();
    assertThat(LaneFiles.isStrict(Files.writeString(folder.resolve("empty"), ""))).isFalse();
    assertThat(LaneFiles.isStrict(folder.resolve("none"))).isFalse();
  }
}
