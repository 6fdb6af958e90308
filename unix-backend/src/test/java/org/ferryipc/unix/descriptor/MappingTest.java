package org.ferryipc.unix.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.failure.HandleClosedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link OwnedFd#map} at its edges. */
class MappingTest {
  private static final int BYTES = 200_000;
  private static final long BEYOND_INTEGERS = 3L << 30;

  @TempDir Path directory;
  private Path file;
  private byte[] content;

  @BeforeEach
  void write() throws IOException {
    content = new byte[BYTES];
    new Random(BYTES).nextBytes(content);
    file = Files.write(directory.resolve("file"), content);
  }

  private OwnedFd open() throws IOException {
    return OwnedFd.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0", "0, 1", "0, 200000", "1, 1", "4095, 2", "4096, 1", "4097, 4096", "65535, 2", "65536, 65536", "65537, 1",
    "199999, 1", "200000, 0"
  })
  void showsExactlyWhatWasAskedFor(long offset, long size) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mapped;
      try (OwnedFd descriptor = open()) {
        mapped = descriptor.map(MapMode.READ_ONLY, offset, size, arena);
      }
      assertThat(mapped.byteSize()).isEqualTo(size);
      assertThat(mapped.mismatch(MemorySegment.ofArray(content).asSlice(offset, size))).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @CsvSource({"200000, 1", "0, 200001", "199999, 2", "9223372036854775806, 1"})
  void refusesWhatTheFileHasNot(long offset, long size) throws IOException {
    try (Arena arena = Arena.ofConfined();
        OwnedFd descriptor = open()) {
      assertThatThrownBy(() -> descriptor.map(MapMode.READ_ONLY, offset, size, arena)).isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "0, -1", "9223372036854775807, 1"})
  void refusesWhatIsNoPlace(long offset, long size) throws IOException {
    try (Arena arena = Arena.ofConfined();
        OwnedFd descriptor = open()) {
      assertThatThrownBy(() -> descriptor.map(MapMode.READ_ONLY, offset, size, arena))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void writesReachTheFileOrStayPrivate() throws IOException {
    try (Arena arena = Arena.ofConfined();
        OwnedFd descriptor = open()) {
      MemorySegment shared = descriptor.map(MapMode.READ_WRITE, 10, 10, arena);
      MemorySegment own = descriptor.map(MapMode.PRIVATE, 0, BYTES, arena);
      MemorySegment read = descriptor.map(MapMode.READ_ONLY, 0, BYTES, arena);
      shared.fill((byte) 1);
      own.asSlice(100, 10).fill((byte) 2);
      assertThat(read.asSlice(10, 10).toArray(ValueLayout.JAVA_BYTE)).containsOnly(1);
      assertThat(read.asSlice(100, 10).mismatch(MemorySegment.ofArray(content).asSlice(100, 10))).isEqualTo(-1);
      assertThatThrownBy(() -> read.set(ValueLayout.JAVA_BYTE, 0, (byte) 1)).isInstanceOf(RuntimeException.class);
    }
  }

  @Test
  void aSparseFileBeyondTwoGibibytesIsMappedWhole() throws IOException {
    Path sparse = directory.resolve("sparse");
    try (OwnedFd descriptor =
            OwnedFd.open(
                sparse, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        OwnedFd second = descriptor.duplicate();
        Arena arena = Arena.ofConfined()) {
      try (SeekableByteChannel channel = second.seekableChannel()) {
        channel.position(BEYOND_INTEGERS).write(ByteBuffer.wrap(new byte[] {7}));
      }
      assertThat(descriptor.size()).isEqualTo(BEYOND_INTEGERS + 1);
      MemorySegment mapped = descriptor.map(MapMode.READ_ONLY, 0, BEYOND_INTEGERS + 1, arena);
      assertThat(mapped.get(ValueLayout.JAVA_BYTE, BEYOND_INTEGERS)).isEqualTo((byte) 7);
    }
  }

  @Test
  void aMappingOutlivesItsDescriptorAndNotItsArena() throws IOException {
    MemorySegment mapped;
    OwnedFd descriptor = open();
    try (Arena arena = Arena.ofConfined()) {
      mapped = descriptor.map(MapMode.READ_ONLY, 5, 1, arena);
      descriptor.close();
      assertThat(mapped.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo(content[5]);
      assertThatThrownBy(() -> descriptor.map(MapMode.READ_ONLY, 5, 1, arena)).isInstanceOf(HandleClosedException.class);
    }
    assertThatThrownBy(() -> mapped.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
  }
}
