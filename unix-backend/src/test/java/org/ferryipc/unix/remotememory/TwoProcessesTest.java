package org.ferryipc.unix.remotememory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.UnreadableMemoryException;
import org.ferryipc.core.remotememory.MemoryOperation;
import org.ferryipc.core.remotememory.RemoteMemoryMessage;
import org.ferryipc.core.remotememory.RemoteMemoryOptions;
import org.ferryipc.core.remotememory.RemoteMemoryReader;
import org.ferryipc.core.remotememory.RemoteSegment;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.processes.Stopped;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.ChildJvmLaunch;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A process reads another one, which ends, or stands still, or changes. */
class TwoProcessesTest {
  private static final Duration HANG = Duration.ofSeconds(60);
  private static final Duration BRIEF = Duration.ofMillis(100);
  private static final Duration GENEROUS = Duration.ofSeconds(20); // the machine may be busy with other work
  private static final int PAGE = RemoteMemoryReader.PAGE;
  private static final int KILLS = Effort.of(2, 100);
  private static final int CUTS = Effort.of(8_000, 300_000); // enough for the compilers of the other process

  private static ConnectedChild<RemoteMemoryMessage, RemoteMemoryMessage> start(String thread, LanePolicy lanes, String... more)
      throws IOException {
    String[] arguments = new String[2 + more.length];
    arguments[0] = thread;
    arguments[1] = lanes.name();
    System.arraycopy(more, 0, arguments, 2, more.length);
    ChildJvmLaunch launch = ChildJvm.of(TargetMain.class, arguments).jvmOptions("-XX:+UseSerialGC");
    return ConnectedChild.start(launch, RemoteMemoryMessage.class, RemoteMemoryMessage.class);
  }

  private static RemoteMemoryOptions options(LanePolicy lanes, Duration limit) {
    return RemoteMemoryOptions.defaults()
        .withChannel(ChannelOptions.defaults().withLanes(lanes))
        .withRequestLimit(limit);
  }

  @ParameterizedTest
  @CsvSource({"platform, NEVER", "virtual, NEVER", "platform, ALWAYS", "virtual, AUTO"})
  void aListIsWalkedByItsOwnAddressesAndEachOperationSeesItAsItIs(String thread, LanePolicy lanes) throws Exception {
    try (var child = start(thread, lanes);
        RemoteMemoryReader reader = RemoteMemoryReader.over(child.line(), options(lanes, HANG))) {
      RemoteSegment nodes = reader.segment("nodes");
      RemoteSegment questions = reader.segment("questions");
      try (MemoryOperation op = reader.operation()) {
        assertThat(walk(op, nodes)).isEqualTo(TargetMain.NODES);
        assertThat(reader.statistics().requests()).isLessThan(TargetMain.NODES / 50);
      }
      long last = -1;
      for (int i = 0; i < 5; i++) {
        try (MemoryOperation op = reader.operation()) {
          long seen = op.getLong(questions.address());
          assertThat(seen).as("new value").isGreaterThan(last);
          assertThat(op.getLong(questions.address())).isEqualTo(seen);
          last = seen;
        }
      }
      reader.close();
      assertThat(child.jvm().waitFor(HANG)).isZero();
      assertThat(child.jvm().output()).containsExactly("ended: closed by the other side");
    }
  }

  private static long walk(MemoryOperation op, RemoteSegment nodes) throws IpcException, InterruptedException {
    long count = 0;
    for (long node = nodes.address(); node != 0; node = op.getAddress(node)) {
      assertThat(nodes.contains(node, 16)).isTrue();
      assertThat(op.getLong(node + 8)).isEqualTo(count);
      count++;
    }
    return count;
  }

  @ParameterizedTest
  @EnumSource(value = LanePolicy.class, names = {"NEVER", "ALWAYS"})
  void aKilledTargetEndsTheReadThatRunsAndEachLaterOne(LanePolicy lanes) throws Exception {
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < KILLS; i++) {
      try (var child = start("platform", lanes);
          RemoteMemoryReader reader =
              RemoteMemoryReader.over(child.line(), options(lanes, HANG).withCacheBytes(0));
          MemoryOperation op = reader.operation()) {
        RemoteSegment nodes = reader.segment("nodes");
        assertThat(op.getLong(nodes.address() + 8)).isZero();
        InBackground<Long> walks = InBackground.start(() -> walkForEver(op, nodes));
        burn(random.nextInt(20_000_000));
        child.jvm().kill();
        assertThat(walks.failure()).isInstanceOf(DisconnectedException.class).hasMessageContaining("reading 8 bytes at 0x");
        assertThatThrownBy(() -> op.getByte(nodes.address()))
            .isInstanceOf(DisconnectedException.class)
            .hasMessageContaining("reading 1 bytes at 0x" + Long.toHexString(nodes.address()));
        assertThatThrownBy(reader::segments)
            .isInstanceOf(DisconnectedException.class)
            .hasMessageContaining("listing segments");
      }
    }
  }

  private static long walkForEver(MemoryOperation op, RemoteSegment nodes) throws IpcException, InterruptedException {
    while (true) {
      long unused = walk(op, nodes);
    }
  }

  // The place of the kill is what differs; a sleep would end with the scheduler's tick.
  private static void burn(int nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource(value = LanePolicy.class, names = {"NEVER", "ALWAYS"})
  void aStoppedTargetCostsEachReadItsLimitAndIsReadAgainWhenItGoesOn(LanePolicy lanes) throws Exception {
    try (var child = start("platform", lanes);
        RemoteMemoryReader reader = RemoteMemoryReader.over(child.line(), options(lanes, BRIEF));
        MemoryOperation op = reader.operation()) {
      RemoteSegment nodes = patiently(() -> reader.segment("nodes"));
      long cached = patiently(() -> op.getLong(nodes.address()));
      try (Stopped stopped = Stopped.process(child.jvm().pid()).entirely()) {
        assertThat(op.getLong(nodes.address())).as("needs nobody").isEqualTo(cached);
        for (int i = 1; i <= 3; i++) {
          long page = nodes.address() + (long) i * PAGE;
          long begun = System.nanoTime();
          assertThatThrownBy(() -> op.getLong(page))
              .isInstanceOfSatisfying(IpcTimeoutException.class, e -> assertThat(e.limit()).isEqualTo(BRIEF))
              .hasMessageContaining("reading 8 bytes at 0x" + Long.toHexString(page));
          assertThat(Duration.ofNanos(System.nanoTime() - begun)).isBetween(BRIEF, GENEROUS);
        }
      }
      assertThat(patiently(() -> walk(op, nodes))).isEqualTo(TargetMain.NODES);
      Stopped unused = Stopped.process(child.jvm().pid());
      child.jvm().kill(); // also of a stopped process
      assertThatThrownBy(() -> patiently(reader::segments)).isInstanceOf(DisconnectedException.class);
    }
  }

  private interface Reading<T> {
    T read() throws IpcException, InterruptedException;
  }

  /** {@return what is read}, however often a busy machine exceeds the brief limit */
  private static <T> T patiently(Reading<T> reading) throws IpcException, InterruptedException {
    long giveUp = System.nanoTime() + HANG.toNanos();
    while (true) {
      try {
        return reading.read();
      } catch (IpcTimeoutException late) {
        if (System.nanoTime() - giveUp > 0) {
          throw late;
        }
      }
    }
  }

  /** The file of a mapping is cut: the pages that are left can be read, also where a rounded range goes over the cut. */
  @ParameterizedTest
  @CsvSource({"platform, 0", "platform, 16777216", "virtual, 16777216"})
  void aFileThatIsCutUnderTheTargetCostsTheReadsOfWhatIsGone(String thread, int cacheBytes, @TempDir Path folder)
      throws Exception {
    byte[] content = new byte[4 * PAGE];
    Arrays.fill(content, (byte) 'c');
    Path file = Files.write(folder.resolve("file"), content);
    try (var child = start(thread, LanePolicy.NEVER, file.toString());
        RemoteMemoryReader reader =
            RemoteMemoryReader.over(child.line(), options(LanePolicy.NEVER, HANG).withCacheBytes(cacheBytes))) {
      long base = reader.segment("file").address();
      try (MemoryOperation op = reader.operation()) {
        assertThat(op.getByte(base + 3 * PAGE)).isEqualTo((byte) 'c');
      }
      try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
        cut.setLength(2 * PAGE);
      }
      int readable = 0;
      int gone = 0;
      SplittableRandom random = new SplittableRandom(8);
      for (int i = 0; i < CUTS; i++) {
        int count = random.nextInt(1, i % 2 == 0 ? 20 : 3 * PAGE);
        int offset = random.nextInt(4 * PAGE - count);
        try (MemoryOperation op = reader.operation()) {
          var copy = op.read(base + offset, count);
          assertThat(offset + count).isLessThanOrEqualTo(2 * PAGE);
          assertThat(copy.get(java.lang.foreign.ValueLayout.JAVA_BYTE, count - 1)).isEqualTo((byte) 'c');
          readable++;
        } catch (UnreadableMemoryException e) {
          assertThat(offset + count).isGreaterThan(2 * PAGE);
          assertThat(e.address()).isEqualTo(base + Math.max(offset, 2 * PAGE));
          assertThat(e.segment()).contains("file");
          assertThat(e).hasMessageContaining("reading " + count + " bytes at 0x" + Long.toHexString(base + offset));
          gone++;
        }
      }
      assertThat(readable).isPositive();
      assertThat(gone).isPositive();
      assertThat(reader.segment("nodes").size()).isEqualTo(16L * TargetMain.NODES);
      reader.close();
      assertThat(child.jvm().waitFor(HANG)).isZero();
      assertThat(child.jvm().errors()).isEmpty();
    }
  }
}
