package org.ferryipc.unix.descriptor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.IntFunction;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.RedirectedFd;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A conversion moves the descriptor: same number, same open file, one owner. */
class ConversionTest {
  private static final IntFunction<Integer> NUMBER = number -> number;

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("file"), "0123456789");
  }

  private enum Way {
    INPUT_STREAM("inputStream()", OwnedFd::inputStream),
    OUTPUT_STREAM("outputStream()", OwnedFd::outputStream),
    BYTE_CHANNEL("byteChannel()", OwnedFd::byteChannel),
    SEEKABLE_CHANNEL("seekableChannel()", OwnedFd::seekableChannel),
    REDIRECT("redirect()", OwnedFd::redirect);

    private final String name;
    private final Conversion conversion;

    Way(String name, Conversion conversion) {
      this.name = name;
      this.conversion = conversion;
    }
  }

  @FunctionalInterface
  private interface Conversion {
    AutoCloseable of(OwnedFd descriptor) throws IOException;
  }

  private OwnedFd open() throws IOException {
    return OwnedFd.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private static String read(ByteChannel channel, int bytes) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(bytes);
    int got = channel.read(into);
    return got < 0 ? "end" : UTF_8.decode(into.flip()).toString();
  }

  @ParameterizedTest
  @EnumSource
  void movesTheDescriptorAndSaysSo(Way way) throws Exception {
    OwnedFd descriptor = open();
    int number = UnixDescriptors.with(descriptor, NUMBER);
    try (AutoCloseable converted = way.conversion.of(descriptor)) {
      assertThat(converted).isNotNull();
      assertThat(descriptor.state()).isEqualTo(new HandleState.Moved(way.name));
      assertThatExceptionOfType(HandleMovedException.class)
          .isThrownBy(() -> way.conversion.of(descriptor))
          .withMessageContaining(way.name);
      assertThatThrownBy(descriptor::size).isInstanceOf(HandleMovedException.class);
      descriptor.close(); // does nothing
      try (OwnedFd next = open()) {
        assertThat(UnixDescriptors.with(next, NUMBER)).isNotEqualTo(number);
      }
    }
    try (OwnedFd next = open()) {
      assertThat(UnixDescriptors.with(next, NUMBER)).as("the lowest that is free").isEqualTo(number);
    }
  }

  @Test
  void reopensNothing() throws Exception {
    OwnedFd descriptor = open();
    Files.delete(file);
    Files.writeString(file, "another file of that name");
    try (FileInputStream stream = descriptor.inputStream()) {
      assertThat(new String(stream.readNBytes(3), UTF_8)).isEqualTo("012");
      OwnedFd again = OwnedFd.from(stream);
      try (ByteChannel channel = again.byteChannel()) {
        assertThat(read(channel, 4)).as("the position stays").isEqualTo("3456");
      }
      assertThat(stream.getFD().valid()).as("it was the channel's").isFalse();
    }
  }

  @Test
  void aStreamsChannelHasTheStreamsPosition() throws Exception {
    try (FileOutputStream stream = open().outputStream()) {
      stream.write("ab".getBytes(UTF_8));
      assertThat(stream.getChannel().position()).isEqualTo(2);
      stream.getChannel().truncate(2);
    }
    assertThat(file).hasContent("ab");
  }

  @Test
  void aDuplicateSharesThePositionAndLivesOn() throws Exception {
    OwnedFd second;
    try (OwnedFd first = open()) {
      second = first.duplicate();
      try (ByteChannel channel = first.byteChannel()) {
        assertThat(read(channel, 5)).isEqualTo("01234");
      }
    }
    try (ByteChannel channel = second.byteChannel()) {
      assertThat(read(channel, 50)).isEqualTo("56789");
      assertThat(read(channel, 50)).isEqualTo("end");
    }
  }

  @Test
  void aSeekableChannelHasAPositionOfItsOwn() throws Exception {
    OwnedFd first = open();
    OwnedFd second = first.duplicate();
    try (SeekableByteChannel channel = first.seekableChannel();
        ByteChannel other = second.byteChannel()) {
      assertThat(read(other, 4)).isEqualTo("0123");
      assertThat(channel.position()).isZero();
      assertThat(read(channel.position(8), 4)).isEqualTo("89");
      assertThat(read(channel, 4)).isEqualTo("end");
      assertThat(channel.position(12).write(UTF_8.encode("x"))).isEqualTo(1);
      assertThat(channel.position()).isEqualTo(13);
      assertThat(channel.size()).isEqualTo(13);
      assertThat(channel.truncate(5).position()).isEqualTo(5);
      assertThat(read(other, 4)).isEqualTo("4");
    }
    assertThat(file).hasContent("01234");
  }

  @Test
  void appendingGoesToTheEndWhereverThePositionIs() throws Exception {
    OwnedFd descriptor = OwnedFd.open(file, StandardOpenOption.APPEND);
    try (SeekableByteChannel channel = descriptor.seekableChannel()) {
      Files.writeString(file, "more", StandardOpenOption.APPEND);
      assertThat(channel.position(1).write(UTF_8.encode("end"))).isEqualTo(3);
      assertThat(channel.position()).isEqualTo(17);
    }
    assertThat(file).hasContent("0123456789moreend");
  }

  @Test
  void whatAFileWasNotOpenedForIsRefusedAsByAFileChannel() throws Exception {
    ByteBuffer one = ByteBuffer.allocate(1);
    try (SeekableByteChannel reading = OwnedFd.open(file).seekableChannel();
        SeekableByteChannel writing = OwnedFd.open(file, StandardOpenOption.WRITE).seekableChannel();
        ByteChannel bytes = OwnedFd.open(file).byteChannel()) {
      assertThatThrownBy(() -> reading.write(one)).isInstanceOf(NonWritableChannelException.class);
      assertThatThrownBy(() -> reading.truncate(1)).isInstanceOf(NonWritableChannelException.class);
      assertThatThrownBy(() -> writing.read(one)).isInstanceOf(NonReadableChannelException.class);
      assertThatThrownBy(() -> bytes.write(one)).isInstanceOf(NonWritableChannelException.class);
    }
    assertThat(file).hasContent("0123456789");
  }

  @Test
  void aConversionThatFailsLeavesTheDescriptorAsItWas() throws Exception {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_STREAM);
    try (OwnedFd socket = UnixDescriptors.adopt(pair.first());
        ByteChannel peer = UnixDescriptors.adopt(pair.second()).byteChannel()) {
      assertThatThrownBy(socket::seekableChannel).isInstanceOf(IOException.class).hasMessageContaining("ESPIPE");
      assertThat(socket.state()).isEqualTo(HandleState.Open.INSTANCE);
      try (ByteChannel channel = socket.byteChannel()) {
        channel.write(UTF_8.encode("still open"));
        assertThat(read(peer, 50)).isEqualTo("still open");
      }
      assertThat(read(peer, 50)).isEqualTo("end");
    }
  }

  @Test
  void whatCameFromAStreamGoesBackIntoThatStreamOnly() throws Exception {
    FileInputStream stream = new FileInputStream(file.toFile());
    try (OwnedFd descriptor = OwnedFd.from(stream)) {
      assertThatThrownBy(descriptor::outputStream).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> UnixDescriptors.detach(descriptor)).isInstanceOf(IOException.class);
      assertThat(descriptor.inputStream()).isSameAs(stream);
    }
    assertThat(stream.read()).isEqualTo('0');
    stream.close();
    assertThatThrownBy(() -> OwnedFd.from(stream)).isInstanceOf(IOException.class);
  }

  @Test
  void aStreamThatSomebodyElseClosesIsNoticedBeforeTheNumberIsUsed() throws Exception {
    FileInputStream stream = new FileInputStream(file.toFile());
    try (OwnedFd descriptor = OwnedFd.from(stream)) {
      stream.close();
      assertThatThrownBy(descriptor::size).isInstanceOf(IOException.class).hasMessageContaining("closed by somebody else");
      assertThatThrownBy(descriptor::byteChannel).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aChildReadsWhatItWasRedirectedTo() throws Exception {
    OwnedFd descriptor = open();
    Process child;
    try (RedirectedFd lent = descriptor.redirect()) {
      child = new ProcessBuilder("cat").redirectInput(lent.redirect()).start();
    }
    assertThat(new String(child.getInputStream().readAllBytes(), UTF_8)).isEqualTo("0123456789");
    assertThat(child.waitFor()).isZero();
    child.destroy();
    child.getInputStream().close();
    child.getErrorStream().close();
    child.getOutputStream().close();
  }
}
