package org.ferryipc.unix.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryFilesTest {

  private static final int PAGE = 4096;
  private static final int READ_WRITE = Mappings.PROT_READ | Mappings.PROT_WRITE;

  private int file;

  @BeforeEach
  void create() throws KernelException {
    file = MemoryFiles.create("ferry-test");
    MemoryFiles.resize(file, 2 * PAGE);
  }

  @AfterEach
  void close() {
    Descriptors.discard(file);
  }

  @Test
  void aSizeThatIsSealedStays() throws KernelException {
    int size = MemoryFiles.SEAL_SHRINK | MemoryFiles.SEAL_GROW;
    assertThat(MemoryFiles.seals(file) & size).isZero();
    MemoryFiles.addSeals(file, size | MemoryFiles.SEAL_SEAL);
    assertThat(MemoryFiles.seals(file) & (size | MemoryFiles.SEAL_SEAL)).isEqualTo(size | MemoryFiles.SEAL_SEAL);
    refused("ftruncate: EPERM", () -> MemoryFiles.resize(file, PAGE));
    refused("ftruncate: EPERM", () -> MemoryFiles.resize(file, 3 * PAGE));
    refused("fcntl: EPERM", () -> MemoryFiles.addSeals(file, MemoryFiles.SEAL_WRITE));
    assertThat(Descriptors.status(file).size()).isEqualTo(2 * PAGE);
  }

  @Test
  void writingIsSealedOnlyWhenNobodyCanWriteAnyMore() throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mapping = Mappings.map(file, 0, PAGE, READ_WRITE, arena);
      refused("fcntl: EBUSY", () -> MemoryFiles.addSeals(file, MemoryFiles.SEAL_WRITE));
      MemoryFiles.addSeals(file, MemoryFiles.SEAL_FUTURE_WRITE);
      mapping.set(JAVA_BYTE, 0, (byte) 1);
      assertThat(FileCalls.pwrite(file, mapping, 0)).isEqualTo(-Errno.EPERM);
      refused("mmap: EPERM", () -> Mappings.map(file, 0, PAGE, READ_WRITE));
    }
    MemoryFiles.addSeals(file, MemoryFiles.SEAL_WRITE);
  }

  @Test
  void onlyMemoryFilesTakeSeals(@TempDir Path directory) throws KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    assertThat(MemoryFiles.seals(pair.first())).isEqualTo(-Errno.EINVAL);
    assertThat(MemoryFiles.fileSystem(pair.first())).isNotEqualTo(MemoryFiles.TMPFS);
    assertThat(MemoryFiles.fileSystem(file)).isEqualTo(MemoryFiles.TMPFS);
    Descriptors.close(pair.first());
    Descriptors.close(pair.second());
    int event = EventFd.create();
    assertThat(MemoryFiles.seals(event)).isEqualTo(-Errno.EINVAL);
    Descriptors.close(event);
    int named = FileCalls.open(directory, FileCalls.O_RDWR | FileCalls.O_TMPFILE, 0600);
    boolean inMemory = MemoryFiles.fileSystem(named) == MemoryFiles.TMPFS;
    assertThat(MemoryFiles.seals(named)).isEqualTo(inMemory ? MemoryFiles.SEAL_SEAL : -Errno.EINVAL);
    Descriptors.close(named);
  }

  @Test
  void reservedMemoryIsThere() throws KernelException {
    assertThat(Descriptors.status(file).blocks()).isZero();
    MemoryFiles.reserve(file, PAGE, 2 * PAGE);
    assertThat(Descriptors.status(file).blocks() * 512).isGreaterThanOrEqualTo(2 * PAGE);
    assertThat(Descriptors.status(file).size()).isEqualTo(3 * PAGE);
  }

  @Test
  void twoMappingsShowTheSameBytesUntilUnmapped() throws Exception {
    MemorySegment one = Mappings.map(file, 0, 2 * PAGE, READ_WRITE);
    MemorySegment other = Mappings.map(file, PAGE, PAGE, Mappings.PROT_READ);
    one.set(JAVA_BYTE, PAGE + 5, (byte) 99);
    assertThat(other.get(JAVA_BYTE, 5)).isEqualTo((byte) 99);
    assertThat(other.isReadOnly()).isTrue();
    assertThat(mappings()).isEqualTo(2);
    Mappings.advise(one, Mappings.MADV_REMOVE);
    assertThat(other.get(JAVA_BYTE, 5)).isZero();
    Mappings.unmap(one);
    Mappings.unmap(other);
    assertThat(mappings()).isZero();
  }

  @Test
  void aMappingEndsWithItsArena() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mapping = Mappings.map(file, 0, PAGE, READ_WRITE, arena);
      MemorySegment own = Mappings.mapPrivate(file, 0, PAGE, READ_WRITE, arena);
      own.set(JAVA_BYTE, 0, (byte) 1);
      assertThat(mapping.get(JAVA_BYTE, 0)).isZero();
      assertThat(mappings()).isEqualTo(2);
    }
    assertThat(mappings()).isZero();
  }

  @Test
  void aMappingForAClosedArenaIsUndone() throws Exception {
    Arena arena = Arena.ofConfined();
    arena.close();
    assertThatThrownBy(() -> Mappings.map(file, 0, PAGE, READ_WRITE, arena))
        .isInstanceOf(IllegalStateException.class);
    assertThat(mappings()).isZero();
  }

  @Test
  void anImpossibleMappingNamesItsCause() {
    refused("mmap: EINVAL", () -> Mappings.map(file, 1, PAGE, READ_WRITE));
    refused("mmap: EINVAL", () -> Mappings.map(file, 0, 0, READ_WRITE));
    refused("mmap: EBADF", () -> Mappings.map(-1, 0, PAGE, READ_WRITE));
  }

  private static long mappings() throws Exception {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.filter(line -> line.contains("/memfd:ferry-test")).count();
    }
  }

  private interface Call {
    void run() throws KernelException;
  }

  private static void refused(String message, Call call) {
    assertThatExceptionOfType(KernelException.class).isThrownBy(call::run).withMessage(message);
  }
}
