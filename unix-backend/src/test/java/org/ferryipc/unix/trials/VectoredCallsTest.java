package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.encode.EncodeCodec;
import org.ferryipc.core.encode.Encoded;
import org.ferryipc.unix.processes.CallRecord;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An encoded value in several segments is one {@code sendmsg} of a list of them: nothing joins them before. */
class VectoredCallsTest {
  private static final String BEGIN = "ferry sends segments from here";
  private static final String END = "ferry sends segments to here";
  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final int NATIVE = 50_001;
  private static final int HEAP = 10_001;
  private static final int WARM = 20;
  private static final Pattern PART = Pattern.compile("iov_len=(\\d+)");

  @TempDir private Path directory;

  record Picture(String name, MemorySegment pixels, byte[] profile) {}

  @Test
  void theKernelIsGivenTheSegmentsAsTheyLie() throws Exception {
    Path log = directory.resolve("calls");
    try (ChildJvm child = CallRecord.of(ChildJvm.of(Sender.class), log, "sendmsg", "sendto", "writev").start()) {
      long allocated = Long.parseLong(child.awaitLine("allocated ", PATIENCE).substring("allocated ".length()));
      child.finish(PATIENCE);
      List<String> sends =
          CallRecord.read(log).between(BEGIN, END).lines().stream()
              .filter(line -> line.contains("iov_len=") || line.contains("sendto("))
              .toList();
      assertThat(sends).hasSize(1);
      // Frame header; metadata, references and the text; the first segment; its padding; the second; its padding.
      assertThat(PART.matcher(sends.getFirst()).results().map(part -> part.group(1)).toList())
          .containsExactly("16", "40", "" + NATIVE, "7", "" + HEAP, "7");
      Matcher count = Pattern.compile("msg_iovlen=(\\d+)").matcher(sends.getFirst());
      assertThat(count.find()).isTrue();
      assertThat(count.group(1)).isEqualTo("6");
      assertThat(allocated).as("bytes of the heap for encoding and sending").isLessThan(HEAP);
    }
  }

  /** Encodes, sends and receives, in one thread. */
  static final class Sender {
    public static void main(String[] arguments) throws Exception {
      ChannelOptions options =
          ChannelOptions.defaults().withLanes(LanePolicy.NEVER).withCodec(EncodeCodec.get());
      try (IpcChannel<Picture> channel = Ferry.channel(MessageType.of(Picture.class), options);
          OpaqueSender sender = channel.sender().share().opaque();
          Arena arena = Arena.ofConfined()) {
        Picture picture =
            new Picture("seven", arena.allocate(NATIVE).fill((byte) 'n'), "h".repeat(HEAP).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        long least = Long.MAX_VALUE;
        for (int i = 0; i < WARM; i++) {
          least = Math.min(least, send(sender, picture));
          receive(channel, picture);
        }
        CallRecord.mark(BEGIN);
        long last = send(sender, picture);
        CallRecord.mark(END);
        receive(channel, picture);
        System.out.println("allocated " + Math.min(least, last));
      }
    }

    private static long send(OpaqueSender sender, Picture picture) throws Exception {
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      Encoded encoded = Ferry.encode(picture).orElseThrow();
      try (OpaqueMessage message = encoded.message()) {
        sender.send(message);
      }
      return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static void receive(IpcChannel<Picture> channel, Picture sent) throws Exception {
      Picture got = channel.receiver().receive();
      assertThat(got.pixels().mismatch(sent.pixels())).isEqualTo(-1);
      assertThat(got.profile()).isEqualTo(sent.profile());
    }
  }
}
