package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MemoryAccess;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.RawMemory;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.HugePages;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shared memory comes with a length and rights that are its sender's word, in a file that may be anything. */
class MemoryClaimTest {
  private static final int SIZE = 8192;
  private static final int SIZE_SEALS = MemoryFiles.SEAL_SHRINK | MemoryFiles.SEAL_GROW;
  private static final int MAY_WRITE = 1;

  private RawPeer peer;
  private ReceivePort port;

  @BeforeEach
  void connect() throws Exception {
    open();
  }

  private void open() throws Exception {
    peer = RawPeer.open();
    port = peer.port();
  }

  private RawMemory arrived(int file, long length, int flags) throws Exception {
    peer.give(Packet.handles(new Table().entry(Table.MEMORY, 1, flags, length)), file);
    return (RawMemory) ((Incoming) port.tryReceive(Limits.DEFAULT)).resources().getFirst();
  }

  private void refused(int file, long length, String field) throws Exception {
    peer.give(Packet.handles(new Table().entry(Table.MEMORY, 1, 0, length)), file);
    Reading.MESSAGE.isRefused(port, field);
    port.release();
    peer.close();
    open();
  }

  @ParameterizedTest
  @ValueSource(longs = {SIZE + 1, 1L << 31, 1L << 40, Long.MAX_VALUE})
  void ofMoreThanTheFileHasIsRefused(long length) throws Exception {
    refused(Strange.sparseFile(SIZE, SIZE_SEALS), length, "memory file");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE})
  void ofANegativeLengthIsRefused(long length) throws Exception {
    refused(Strange.sparseFile(SIZE, SIZE_SEALS), length, "memory length");
  }

  @Test
  void ofNothingInAFullFileIsRefused() throws Exception {
    refused(Strange.sparseFile(SIZE, SIZE_SEALS), 0, "handle descriptors");
  }

  @Test
  void inAFileThatCanShrinkIsRefused() throws Exception {
    refused(Strange.sparseFile(SIZE, 0), SIZE, "memory file");
    refused(Strange.sparseFile(SIZE, MemoryFiles.SEAL_GROW | MemoryFiles.SEAL_SEAL), SIZE, "memory file");
  }

  @Test
  void inWhatIsNoMemoryIsRefused(@TempDir Path folder) throws Exception {
    refused(EventFd.create(), SIZE, "memory file");
    refused(Strange.terminal(), SIZE, "memory file");
    refused(Strange.pipe(folder), SIZE, "memory file");
    refused(Strange.file(), SIZE, "memory file");
    refused(FileCalls.open(folder, FileCalls.O_PATH, 0), SIZE, "memory file");
    OptionalInt huge = HugePages.file();
    if (huge.isPresent()) {
      refused(huge.getAsInt(), SIZE, "memory file");
    }
  }

  @Test
  void ofPartOfAFileIsThatPart() throws Exception {
    RawMemory memory = arrived(Strange.sparseFile(SIZE, SIZE_SEALS), 100, 0);
    assertThat(memory.segment().byteSize()).isEqualTo(100);
    memory.release();
  }

  @Test
  void thatCannotBeMappedIsATypedErrorWhenItIsMapped() throws Exception {
    RawMemory memory = arrived(Strange.sparseFile(Long.MAX_VALUE - 4095, SIZE_SEALS), Long.MAX_VALUE - 4095, 0);
    assertThatExceptionOfType(IpcException.class).isThrownBy(memory::segment);
    try (Arena arena = Arena.ofConfined()) {
      assertThatExceptionOfType(IpcException.class).isThrownBy(() -> memory.map(arena));
    }
    memory.release();
  }

  enum Rights {
    SAID_TO_BE_WRITABLE_AND_SEALED(MAY_WRITE, MemoryFiles.SEAL_FUTURE_WRITE, MemoryAccess.READ),
    SAID_TO_BE_WRITABLE_AND_FROZEN(MAY_WRITE, MemoryFiles.SEAL_WRITE, MemoryAccess.FROZEN),
    NOT_SAID_TO_BE_WRITABLE(0, 0, MemoryAccess.READ),
    WRITABLE(MAY_WRITE, 0, MemoryAccess.WRITE);

    private final int flags;
    private final int seals;
    private final MemoryAccess access;

    Rights(int flags, int seals, MemoryAccess access) {
      this.flags = flags;
      this.seals = seals;
      this.access = access;
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesTheRightsThatTheSealsGive(Rights rights) throws Exception {
    RawMemory memory = arrived(Strange.sparseFile(SIZE, SIZE_SEALS | rights.seals), SIZE, rights.flags);
    assertThat(memory.access()).isEqualTo(rights.access);
    assertThat(memory.segment().isReadOnly()).isEqualTo(rights.access != MemoryAccess.WRITE);
    assertThat(memory.segment().get(ValueLayout.JAVA_BYTE, SIZE - 1)).isZero();
    memory.release();
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    port.release();
    peer.close();
    OtherChannel.works();
  }
}
