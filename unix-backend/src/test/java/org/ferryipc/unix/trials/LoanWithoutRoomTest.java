package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.unix.processes.DescriptorCount;
import org.ferryipc.unix.processes.Hoard;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.LoadedClasses;
import org.junit.jupiter.api.Test;

/**
 * Where no ground can be made, for want of descriptors or because files may not be so large, loans are private memory; and where
 * there is no memory at all, that is an error of one message.
 */
class LoanWithoutRoomTest {
  private static final Duration LIMIT = Duration.ofSeconds(50);
  private static final int SMALL = 10_000;
  private static final int LARGE = 300_000;

  @Test
  void withoutDescriptorsShortLoansArriveAndLongOnesSayWhyNot() throws Exception {
    try (ChildJvm child = ChildJvm.of(WithoutDescriptors.class).descriptorLimit(128).start()) {
      assertThat(child.finish(LIMIT)).contains("done");
    }
  }

  @Test
  void withoutLargeFilesShortLoansArriveAndLongOnesTo() throws Exception {
    try (ChildJvm child =
        ChildJvm.of(WithoutLargeFiles.class).under("prlimit", "--fsize=" + (1 << 20)).start()) {
      assertThat(child.finish(LIMIT)).contains("done");
    }
  }

  @Test
  void aMessageThatFindsNoRoomInItsRegionIsRefusedAndTheNextOneArrives() throws Exception {
    try (ChildJvm child = ChildJvm.of(FileThatMayNotGrow.class).start()) {
      assertThat(child.finish(LIMIT)).contains("done");
    }
  }

  private static void arrives(BytesChannel channel, int size) throws Exception {
    try (LoanedMessage message = channel.sender().loan(size)) {
      message.segment().fill((byte) 1);
      message.send();
    }
    try (ReceivedLoan message = channel.receiver().takeLoaned()) {
      assertThat(message.length()).isEqualTo(size);
      assertThat(message.segment().get(ValueLayout.JAVA_BYTE, size - 1)).isEqualTo((byte) 1);
    }
  }

  private static boolean isRefused(BytesChannel channel, int size) throws Exception {
    try (LoanedMessage message = channel.sender().loan(size)) {
      message.send();
      return false;
    } catch (ResourceExhaustedException e) {
      return e.errno().equals("EMFILE");
    }
  }

  static final class WithoutDescriptors {
    public static void main(String[] arguments) throws Exception {
      LoadedClasses.all();
      try (BytesChannel warm = Ferry.bytes()) {
        arrives(warm, SMALL);
        arrives(warm, LARGE);
        assertThat(new ResourceExhaustedException("loaded", "EMFILE", 1).errno()).isEqualTo("EMFILE");
      }
      int before = DescriptorCount.now();
      try (BytesChannel channel = Ferry.bytes();
          BytesChannel known = Ferry.bytes()) {
        arrives(known, LARGE);
        try (Hoard hoard = new Hoard()) {
          hoard.fill();
          arrives(channel, SMALL);
          assertThat(isRefused(channel, LARGE)).isTrue();
          arrives(channel, SMALL);
          for (int i = 0; i < 10; i++) {
            arrives(known, LARGE); // it needs none
          }
        }
        for (int i = 0; i < 100; i++) {
          arrives(channel, LARGE);
        }
        assertThat(channel.sender().regions().figures().taken()).as("regions, by and by").isPositive();
      }
      assertThat(DescriptorCount.now()).isEqualTo(before);
      System.out.println("done");
    }
  }

  static final class FileThatMayNotGrow {
    private static final int HALF = 1 << 20;
    private static final int WHOLE = 2 << 20;
    private static final int GROUNDS_WORDS = 266_240; // in front of the regions

    public static void main(String[] arguments) throws Exception {
      try (BytesChannel channel = Ferry.bytes()) {
        arrives(channel, SMALL); // there is a ground now
        channel.sender().send(MemorySegment.ofArray(new byte[LARGE])); // the first has a file of its own
        assertThat(channel.receiver().receive()).hasSize(LARGE);
        String most = hardLimit();
        largestFile(GROUNDS_WORDS + WHOLE + HALF + ":");
        byte[] message = new byte[WHOLE]; // its region begins behind one of that size, in which there is a small one
        Arrays.fill(message, (byte) 7);
        assertThatExceptionOfType(ResourceExhaustedException.class)
            .isThrownBy(() -> channel.sender().send(MemorySegment.ofArray(message)))
            .satisfies(e -> assertThat(e.errno()).isEqualTo("EFBIG"));
        largestFile(most + ":");
        try (LoanedMessage loan = channel.sender().loan(WHOLE)) {
          assertThat(loan.segment().mismatch(MemorySegment.ofArray(new byte[WHOLE]))).as("zeros").isEqualTo(-1);
        }
        channel.sender().send(MemorySegment.ofArray(message));
        assertThat(channel.receiver().receive()).isEqualTo(message);
        arrives(channel, WHOLE);
      }
      System.out.println("done");
    }

    private static String hardLimit() throws Exception {
      String line =
          Files.readAllLines(Path.of("/proc/self/limits")).stream()
              .filter(limit -> limit.startsWith("Max file size"))
              .findFirst()
              .orElseThrow();
      return line.split(" +")[4]; // proc(5): behind the three words and the soft limit
    }

    private static void largestFile(String limits) throws Exception {
      String self = Long.toString(ProcessHandle.current().pid());
      assertThat(new ProcessBuilder("prlimit", "--pid", self, "--fsize=" + limits).start().waitFor()).isZero();
    }
  }

  static final class WithoutLargeFiles {
    public static void main(String[] arguments) throws Exception {
      try (BytesChannel channel = Ferry.bytes()) {
        for (int i = 0; i < 3; i++) {
          arrives(channel, SMALL);
          arrives(channel, LARGE);
          channel.sender().send(MemorySegment.ofArray(new byte[LARGE]));
          assertThat(channel.receiver().receive()).hasSize(LARGE);
        }
        assertThat(channel.sender().regions().figures().taken()).isZero();
      }
      System.out.println("done");
    }
  }
}
