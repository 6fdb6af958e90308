package org.ferryipc.unix.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each way into and out of {@link OwnedFd}, very often: nothing may stay behind. */
class ConversionGrowthTest {
  private static final int TIMES = 10_000;
  private static final int BETWEEN_LOOKS = 1_000;
  private static final int MAPPED = 100;

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.write(directory.resolve("file"), new byte[2 * MAPPED]);
  }

  /** Opens or takes a descriptor, converts it, and closes what came out of that. */
  private enum Way {
    INPUT_STREAM(file -> OwnedFd.open(file).inputStream().close()),
    INPUT_STREAM_CHANNEL(
        file -> {
          try (FileInputStream stream = OwnedFd.open(file).inputStream()) {
            stream.getChannel().position(1);
          }
        }),
    OUTPUT_STREAM(file -> OwnedFd.open(file, StandardOpenOption.WRITE).outputStream().close()),
    OUTPUT_STREAM_CHANNEL(file -> OwnedFd.open(file, StandardOpenOption.WRITE).outputStream().getChannel().close()),
    BYTE_CHANNEL(file -> OwnedFd.open(file).byteChannel().close()),
    SEEKABLE_CHANNEL(file -> OwnedFd.open(file).seekableChannel().close()),
    REDIRECT(file -> OwnedFd.open(file).redirect().close()),
    MAP(
        file -> {
          try (Arena arena = Arena.ofConfined();
              OwnedFd descriptor = OwnedFd.open(file)) {
            descriptor.map(MapMode.READ_ONLY, 1, MAPPED, arena);
          }
        }),
    DUPLICATE(
        file -> {
          try (OwnedFd descriptor = OwnedFd.open(file)) {
            descriptor.duplicate().close();
          }
        }),
    DETACH(
        file -> {
          try {
            Descriptors.close(UnixDescriptors.detach(OwnedFd.open(file)));
          } catch (KernelException e) {
            throw new IOException(e);
          }
        }),
    FROM_INPUT_STREAM(file -> OwnedFd.from(new FileInputStream(file.toFile())).close()),
    FROM_OUTPUT_STREAM(file -> OwnedFd.from(new FileOutputStream(file.toFile(), true)).close()),
    FROM_FILE(file -> OwnedFd.from(new RandomAccessFile(file.toFile(), "rw")).byteChannel().close()),
    REFUSED(
        file -> {
          try (OwnedFd descriptor = OwnedFd.from(new FileInputStream(file.toFile()))) {
            boolean given = gives(descriptor);
            assertThat(given).isFalse();
            assertThat(descriptor.state()).isEqualTo(HandleState.Open.INSTANCE);
          }
        });

    private final Conversion conversion;

    Way(Conversion conversion) {
      this.conversion = conversion;
    }

    private static boolean gives(OwnedFd descriptor) {
      try {
        UnixDescriptors.detach(descriptor);
        return true;
      } catch (IOException streamsOwn) {
        return false;
      }
    }
  }

  @FunctionalInterface
  private interface Conversion {
    void of(Path file) throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  void leavesNothingOpen(Way way) throws IOException {
    way.conversion.of(file); // what is loaded and opened once
    OpenDescriptors before = OpenDescriptors.now();
    for (int i = 1; i <= TIMES; i++) {
      way.conversion.of(file);
      if (i % BETWEEN_LOOKS == 0) {
        assertThat(OpenDescriptors.now().since(before)).as("after %d times", i).isEmpty();
      }
    }
  }
}
