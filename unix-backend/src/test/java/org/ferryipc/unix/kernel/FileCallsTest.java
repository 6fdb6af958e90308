package org.ferryipc.unix.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCallsTest {

  @TempDir
  private Path directory;

  @Test
  void writesAndReadsAtAndWithoutAPosition() throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom("ferryboat").asSlice(0, 9);
      MemorySegment target = arena.allocate(16);
      int fd = FileCalls.open(directory.resolve("new"), FileCalls.O_RDWR | FileCalls.O_CREAT, 0600);
      assertThat(FileCalls.write(fd, text)).isEqualTo(9);
      assertThat(FileCalls.read(fd, target)).isZero();
      assertThat(FileCalls.pread(fd, target, 5)).isEqualTo(4);
      assertThat(target.getString(0)).isEqualTo("boat");
      assertThat(FileCalls.pwrite(fd, text.asSlice(0, 5), 4)).isEqualTo(5);
      assertThat(FileCalls.seek(fd, 0, FileCalls.SEEK_CUR)).isEqualTo(9);
      assertThat(FileCalls.seek(fd, -9, FileCalls.SEEK_END)).isZero();
      assertThat(FileCalls.read(fd, target)).isEqualTo(9);
      assertThat(target.getString(0)).isEqualTo("ferrferry");
      assertThat(Descriptors.statusFlags(fd) & FileCalls.O_ACCMODE).isEqualTo(FileCalls.O_RDWR);
      assertThat(Descriptors.status(fd).mode() & 0777).isEqualTo(0600);
      assertThat(Descriptors.closeOnExec(fd)).isTrue();
      Descriptors.close(fd);
    }
  }

  @Test
  void aFailureIsAResultOrNamesItsCause() throws KernelException {
    assertThatExceptionOfType(KernelException.class)
        .isThrownBy(() -> FileCalls.open(directory.resolve("missing"), FileCalls.O_RDONLY, 0))
        .withMessage("openat: ENOENT");
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_STREAM);
    assertThat(FileCalls.seek(pair.first(), 0, FileCalls.SEEK_CUR)).isEqualTo(-Errno.ESPIPE);
    Descriptors.close(pair.first());
    Descriptors.close(pair.second());
    assertThat(FileCalls.write(-1, MemorySegment.NULL)).isEqualTo(-Errno.EBADF);
    MemorySegment fixed = MemorySegment.ofArray(new byte[1]).asReadOnly();
    assertThatThrownBy(() -> FileCalls.read(0, fixed)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FileCalls.write(1, fixed)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void flagsThatDifferBetweenMachinesMeanWhatTheySay() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    Path name = Files.createSymbolicLink(directory.resolve("name"), file);
    assertFails(Errno.ELOOP, () -> FileCalls.open(name, FileCalls.O_RDONLY | FileCalls.O_NOFOLLOW, 0));
    assertFails(Errno.ENOTDIR, () -> FileCalls.open(file, FileCalls.O_RDONLY | FileCalls.O_DIRECTORY, 0));
    Descriptors.close(FileCalls.open(directory, FileCalls.O_RDWR | FileCalls.O_TMPFILE, 0600));
  }

  @Test
  void namesAreGivenAndTakenButNeverReplaced() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    Path name = directory.resolve("name");
    FileCalls.link(file, name);
    assertThat(Files.isSameFile(file, name)).isTrue();
    assertFails(Errno.EEXIST, () -> FileCalls.link(file, name));
    FileCalls.unlink(name);
    assertFails(Errno.ENOENT, () -> FileCalls.unlink(name));
    FileCalls.mkdir(name, 0700);
    assertFails(Errno.EEXIST, () -> FileCalls.mkdir(name, 0700));
    assertThat((int) Files.getAttribute(name, "unix:mode") & 0777).isEqualTo(0700);
  }

  @Test
  void aNameThatIsNoTextInThisLocaleIsOpened() throws Exception {
    Path strange = Path.of(URI.create(directory.toUri() + "a%20b%FF%FE%C3%A9"));
    Files.write(strange, new byte[] {42});
    assertThat(strange.toString()).contains("\uFFFD");
    int fd = FileCalls.open(strange, FileCalls.O_RDONLY, 0);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(2);
      assertThat(FileCalls.read(fd, target)).isEqualTo(1);
      assertThat(target.get(JAVA_BYTE, 0)).isEqualTo((byte) 42);
    }
    Descriptors.close(fd);
    Files.write(directory.resolve("\u00e9"), new byte[0]);
    Descriptors.close(FileCalls.open(directory.resolve("\u00e9"), FileCalls.O_RDONLY, 0));
  }

  private interface Call {
    void run() throws KernelException;
  }

  private static void assertFails(int errno, Call call) {
    assertThatExceptionOfType(KernelException.class)
        .isThrownBy(call::run)
        .satisfies(e -> assertThat(e.errnoName()).isEqualTo(Errno.name(errno)));
  }
}
