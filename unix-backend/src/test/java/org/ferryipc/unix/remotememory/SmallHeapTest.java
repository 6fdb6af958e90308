package org.ferryipc.unix.remotememory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.remotememory.MemoryOperation;
import org.ferryipc.core.remotememory.RemoteMemoryMessage;
import org.ferryipc.core.remotememory.RemoteMemoryOptions;
import org.ferryipc.core.remotememory.RemoteMemoryReader;
import org.ferryipc.core.remotememory.RemoteMemoryServer;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/** What the reader's heap has no room for was an {@code OutOfMemoryError}; it is an error of that read. */
class SmallHeapTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void readsThatItHasNoRoomForFailAndAllOthersGoOn() throws Exception {
    try (ChildJvm child = ChildJvm.of(Reader.class).jvmOptions("-Xmx48m", "-XX:+UseSerialGC").start()) {
      assertThat(child.finish(LIMIT)).contains("done");
    }
  }

  /** Reads more than it has memory, out of its own process. */
  static final class Reader {
    private static final int MEMORY = 64 << 20;
    private static final int PART = 1 << 20;

    public static void main(String[] arguments) throws Exception {
      DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair =
          Ferry.duplex(RemoteMemoryMessage.class, RemoteMemoryMessage.class);
      try (Arena arena = Arena.ofShared();
          RemoteMemoryServer server = new RemoteMemoryServer()) {
        MemorySegment memory = arena.allocate(MEMORY, 8).fill((byte) 'm');
        long base = server.export("m", memory).address();
        InBackground<CloseReason> serving = InBackground.start(() -> server.serve(pair.left()));
        RemoteMemoryOptions options = RemoteMemoryOptions.defaults().withRequestLimit(LIMIT);
        assertThat(options.cacheBytes()).isLessThanOrEqualTo(6 << 20);
        try (RemoteMemoryReader reader = RemoteMemoryReader.over(pair.right(), options)) {
          tryAll(reader, base);
        }
        assertThat(serving.result()).isInstanceOf(CloseReason.class);
      }
      System.out.println("done");
    }

    private static void tryAll(RemoteMemoryReader reader, long base) throws Exception {
      try (MemoryOperation op = reader.operation()) {
        assertThat(op.getByte(base)).isEqualTo((byte) 'm');
        assertThatExceptionOfType(ResourceExhaustedException.class)
            .isThrownBy(() -> op.read(base, MEMORY))
            .satisfies(e -> assertThat(e.errno()).isEqualTo("ENOMEM"))
            .withMessageContaining(MEMORY + " bytes");
        assertThatExceptionOfType(ResourceExhaustedException.class)
            .isThrownBy(() -> op.readString(base, MEMORY))
            .satisfies(e -> assertThat(e.errno()).isEqualTo("ENOMEM"));
        for (int at = 0; at < MEMORY; at += PART) { // more than the heap, through the cache
          assertThat(op.read(base + at, PART).get(ValueLayout.JAVA_BYTE, PART - 1)).isEqualTo((byte) 'm');
        }
      }
    }
  }
}
