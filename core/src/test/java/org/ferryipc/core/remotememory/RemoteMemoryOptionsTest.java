package org.ferryipc.core.remotememory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What makes no sense is refused where it is said. */
class RemoteMemoryOptionsTest {
  @Test
  void optionsAreChecked() {
    RemoteMemoryOptions options = RemoteMemoryOptions.defaults();
    assertThatThrownBy(() -> options.withRequestLimit(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> options.withCacheBytes(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> options.withReadBytes(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> options.withReadBytes(Integer.MAX_VALUE)).isInstanceOf(IllegalArgumentException.class);
    assertThat(options.withReadBytes(7).withCacheBytes(0).withRequestLimit(Duration.ofDays(1_000_000)).readBytes())
        .isEqualTo(7);
    assertThatThrownBy(() -> new RemoteTarget(2, ByteOrder.BIG_ENDIAN)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void exportsAreChecked() {
    try (RemoteMemoryServer server = new RemoteMemoryServer();
        Arena arena = Arena.ofShared();
        Arena mine = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(100, 8);
      MemorySegment heap = MemorySegment.ofArray(new byte[10]);
      RemoteSegment first = server.export("first", memory.asSlice(0, 50));
      assertThatThrownBy(() -> server.export("first", memory.asSlice(50))).hasMessageContaining("'first'");
      assertThatThrownBy(() -> server.export("over", memory.asSlice(49))).hasMessageContaining("overlaps");
      assertThatThrownBy(() -> server.export("in", memory.asSlice(10, 1))).hasMessageContaining("overlaps");
      assertThatThrownBy(() -> server.export("heap", heap)).hasMessageContaining("heap");
      assertThatThrownBy(() -> server.export("none", memory.asSlice(60, 0))).hasMessageContaining("empty");
      assertThatThrownBy(() -> server.export("mine", mine.allocate(8))).hasMessageContaining("one thread");
      assertThatThrownBy(() -> server.export("x".repeat(256), memory.asSlice(50))).hasMessageContaining("255");
      for (String unseen : new String[] {"a\nb", "\0", "\u001b[2J", "\ud800"}) {
        assertThatThrownBy(() -> server.export(unseen, memory.asSlice(50))).hasMessageContaining("readers");
      }
      RemoteSegment second = server.export("second", memory.asSlice(50));
      RemoteSegment third = server.export("third", heap, 0);
      assertThat(server.segments()).containsExactly(third, first, second);
      assertThat(first.contains(first.address(), 50)).isTrue();
      assertThat(first.contains(first.address(), 51)).isFalse();
      assertThat(first.contains(first.address() - 1, 1)).isFalse();
      assertThat(first.contains(first.address() + 49, 1)).isTrue();
      assertThat(first.contains(first.address() + 1, Long.MAX_VALUE)).isFalse();
      for (int i = 3; i < RemoteMemoryServer.SEGMENTS; i++) {
        server.export("s" + i, heap, 1000L * i);
      }
      assertThatThrownBy(() -> server.export("more", heap, 1 << 30)).hasMessageContaining("1024");
    }
  }
}
