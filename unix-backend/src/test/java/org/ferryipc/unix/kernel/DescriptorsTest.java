package org.ferryipc.unix.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.ferryipc.core.leak.FailingCloses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DescriptorsTest {

  @TempDir
  private Path directory;

  @Test
  @FailingCloses(1)
  void closingANumberThatIsNotOpenIsReported() throws KernelException {
    int fd = EventFd.create();
    Descriptors.close(fd);
    assertThatExceptionOfType(KernelException.class)
        .isThrownBy(() -> Descriptors.close(fd))
        .withMessage("close: EBADF")
        .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EBADF))
        .satisfies(e -> assertThat(e.call()).isEqualTo("close"));
    assertThat(Descriptors.discard(fd)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void neighboursAreClosedTogetherAndNoOtherWithThem(boolean oldKernel) throws KernelException {
    try (KnownKernel asked = new KnownKernel(oldKernel)) {
      List<Opened> files = IntStream.range(0, 40).mapToObj(i -> Opened.file()).toList();
      Opened kept = files.get(20);
      int[] closed = files.stream().filter(file -> file != kept).mapToInt(Opened::number).toArray();
      reverse(closed);
      Descriptors.discardSockets(closed, closed.length - 1); // the last is not among those counted
      assertThat(files).filteredOn(Opened::isOpen).containsExactly(files.getFirst(), kept);
      Descriptors.discardSockets(new int[] {files.getFirst().number, kept.number}, 2);
      assertThat(Descriptors.noRanges).isEqualTo(asked.old); // this kernel knows the call
    }
  }

  @Test
  @FailingCloses(1)
  void closedOneByOneAllAreClosedWhateverOneOfThemSays() throws KernelException {
    try (KnownKernel unused = new KnownKernel(true)) {
      List<Opened> files = IntStream.range(0, 3).mapToObj(i -> Opened.file()).toList();
      Descriptors.close(files.get(1).number);
      Descriptors.discardSockets(files.stream().mapToInt(Opened::number).toArray(), 3);
      assertThat(files).noneMatch(Opened::isOpen);
    }
  }

  /** What was found of the kernel: that it does not know close_range(2), or nothing yet; then as before. */
  private static final class KnownKernel implements AutoCloseable {
    final boolean old;
    private final boolean before = Descriptors.noRanges;

    KnownKernel(boolean old) {
      this.old = old;
      Descriptors.noRanges = old;
    }

    @Override
    public void close() {
      Descriptors.noRanges = before;
    }
  }

  // Known by its file, because its number may be somebody else's as soon as it is closed.
  private record Opened(int number, FileStatus status) {
    static Opened file() {
      try {
        int number = MemoryFiles.create("one of many");
        return new Opened(number, Descriptors.status(number));
      } catch (KernelException e) {
        throw new AssertionError(e);
      }
    }

    boolean isOpen() {
      try {
        return Descriptors.status(number).equals(status);
      } catch (KernelException e) {
        assertThat(e.errno()).isEqualTo(Errno.EBADF);
        return false;
      }
    }
  }

  private static void reverse(int[] numbers) {
    for (int i = 0, j = numbers.length - 1; i < j; i++, j--) {
      int last = numbers[j];
      numbers[j] = numbers[i];
      numbers[i] = last;
    }
  }

  @Test
  void aDuplicateIsTheSameFileUnderAnotherNumber() throws KernelException {
    int fd = MemoryFiles.create("original");
    int other = Descriptors.duplicate(fd);
    assertThat(other).isNotEqualTo(fd);
    assertThat(Descriptors.closeOnExec(other)).isTrue();
    assertThat(Descriptors.status(other)).isEqualTo(Descriptors.status(fd));
    Descriptors.close(fd);
    assertThat(Descriptors.status(other).isRegularFile()).isTrue();
    Descriptors.close(other);
  }

  @Test
  void atTheLimitADuplicateIsRefused() throws KernelException {
    int fd = EventFd.create();
    Descriptors.close(Descriptors.duplicate(fd));
    long errno = TestLimits.withoutFreeDescriptors(() -> {
      try {
        return Descriptors.duplicate(fd);
      } catch (KernelException limit) {
        return -limit.errno();
      }
    });
    assertThat(errno).isEqualTo(-Errno.EMFILE);
    Descriptors.close(fd);
  }

  @Test
  void statusIsWhatTheFileSystemSays() throws Exception {
    Path file = directory.resolve("file");
    Files.write(file, new byte[12_345]);
    int fd = FileCalls.open(file, FileCalls.O_RDONLY, 0);
    FileStatus status = Descriptors.status(fd);
    assertThat(status.size()).isEqualTo(12_345);
    assertThat(status.inode()).isEqualTo(Files.getAttribute(file, "unix:ino"));
    assertThat(status.device()).isEqualTo(Files.getAttribute(file, "unix:dev"));
    assertThat(status.mode()).isEqualTo(Files.getAttribute(file, "unix:mode"));
    assertThat(status.blocks() * 512).isBetween(12_345L, 12_345L + 65_536);
    assertThat(status.isRegularFile()).isTrue();
    Descriptors.close(fd);

    int folder = FileCalls.open(directory, FileCalls.O_RDONLY | FileCalls.O_DIRECTORY, 0);
    assertThat(Descriptors.status(folder).isDirectory()).isTrue();
    assertThat(Descriptors.status(folder).mode()).isEqualTo(Files.getAttribute(directory, "unix:mode"));
    Descriptors.close(folder);
  }

  @Test
  void theTwoEndsOfASocketPairAreTwoSockets() throws KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    FileStatus first = Descriptors.status(pair.first());
    FileStatus second = Descriptors.status(pair.second());
    assertThat(first.isSocket()).isTrue();
    assertThat(first.sameFile(second)).isFalse();
    assertThat(first.sameFile(Descriptors.status(pair.first()))).isTrue();
    Descriptors.close(pair.first());
    Descriptors.close(pair.second());
  }

  @Test
  void aNumberMadeByOthersCanBeKeptFromChildren() throws Exception {
    int fd = EventFd.create();
    Descriptors.control(fd, 2, 0); // F_SETFD: as a library without O_CLOEXEC would make it
    assertThat(Descriptors.closeOnExec(fd)).isFalse();
    Descriptors.setCloseOnExec(fd);
    assertThat(Descriptors.closeOnExec(fd)).isTrue();
    Descriptors.close(fd);
  }
}
