package org.ferryipc.unix.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.leak.NothingLeaks;
import org.ferryipc.unix.processes.ProcessorTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What lanes take of the machine. */
@ExtendWith(NothingLeaks.class)
@Timeout(120)
class LaneMemoryTest {
  private static final int BUSY = 2_000;
  private static final int IDLE = 1_000;
  private static final long BUDGET_KIB = 64 << 10; // of a process, unless -Dferry.lanes.bytes says otherwise
  private static final Duration WATCHED = Duration.ofSeconds(5);
  private static final Duration ALLOWED = Duration.ofMillis(50);

  @Test
  void ofTwoThousandBusyChannelsStaysWithinTheBudget() throws Exception {
    List<BytesChannel> open = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment message = arena.allocate(1_000);
      MemorySegment into = arena.allocate(1_000);
      for (int i = 0; i < BUSY; i++) {
        open.add(Ferry.bytes(ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS)));
      }
      for (int round = 0; round < 100; round++) { // more than the ring holds: each page of it is used
        for (BytesChannel channel : open) {
          channel.sender().send(message);
          assertThat(channel.receiver().receive(into)).isEqualTo(1_000);
        }
      }
      assertThat(sharedKiB()).isBetween(BUDGET_KIB / 2, BUDGET_KIB + BUDGET_KIB / 10);
    } finally {
      open.forEach(BytesChannel::close);
    }
  }

  @Test
  void ofIdleChannelsIsGivenToBusyOnes() throws Exception {
    List<BytesChannel> idle = new ArrayList<>();
    try (Arena arena = Arena.ofConfined();
        BytesChannel busy = Ferry.bytes(ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS))) {
      MemorySegment message = arena.allocate(8);
      int mapped = 0;
      while (mapped == 0 || mappedLanes() > mapped) { // until there is no room for another lane
        mapped = mappedLanes();
        BytesChannel channel = Ferry.bytes(ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS));
        idle.add(channel);
        pass(channel, message);
      }
      long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (mappedLanes() > mapped / 2 + 2) { // the senders' halves are given back, and the busy one has both of its own
        pass(busy, message);
        assertThat(System.nanoTime()).isLessThan(until);
      }
      for (BytesChannel channel : idle) {
        pass(channel, message);
      }
    } finally {
      idle.forEach(BytesChannel::close);
    }
  }

  /** The receiver's process cannot ask for it: it does not know who will send. */
  @Test
  void ofAnIdleChannelIsGivenBackByBothSides() throws Exception {
    int before = mappedLanes();
    System.setProperty("ferry.lanes.idle", "50");
    try (Arena arena = Arena.ofShared();
        BytesChannel channel = Ferry.bytes(ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS))) {
      MemorySegment message = arena.allocate(8);
      pass(channel, message);
      InBackground<byte[]> waiting = InBackground.start(() -> channel.receiver().receive());
      long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (mappedLanes() > before) {
        Thread.yield();
        assertThat(System.nanoTime()).isLessThan(until);
      }
      channel.sender().send(message); // and goes on as before
      assertThat(waiting.result()).hasSize(8);
      pass(channel, message);
    } finally {
      System.clearProperty("ferry.lanes.idle");
    }
  }

  private static void pass(BytesChannel channel, MemorySegment message) throws Exception {
    for (int i = 0; i < 3; i++) {
      channel.sender().send(message);
      assertThat(channel.receiver().receive(message)).isEqualTo(8);
    }
  }

  private static int mappedLanes() throws Exception {
    return (int) Files.readAllLines(Path.of("/proc/self/maps")).stream().filter(line -> line.contains("ferry-lane")).count();
  }

  // RssShmem of proc(5): the pages of lanes and nothing else here but what a large payload needs.
  private static long sharedKiB() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("RssShmem:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new AssertionError("no RssShmem");
  }

  @Test
  void ofAThousandIdleChannelsTakesNoTime() throws Exception {
    List<BytesChannel> open = new ArrayList<>();
    List<Thread> waiting = new ArrayList<>();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment message = arena.allocate(8);
      for (int i = 0; i < IDLE; i++) {
        BytesChannel channel = Ferry.bytes(ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS));
        open.add(channel);
        for (int k = 0; k < 3; k++) {
          channel.sender().send(message);
          byte[] unused = channel.receiver().receive();
        }
      }
      for (BytesChannel channel : open) {
        waiting.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        byte[] unused = channel.receiver().receive();
                      } catch (Exception closed) {
                        // At the end of the test.
                      }
                    }));
      }
      for (Thread thread : waiting) {
        while (thread.getState() != Thread.State.WAITING) {
          Thread.onSpinWait();
        }
      }
      Duration before = ProcessorTime.ofThreads("ferry-", "ForkJoinPool-1-worker");
      Thread.sleep(WATCHED);
      assertThat(ProcessorTime.ofThreads("ferry-", "ForkJoinPool-1-worker").minus(before)).isLessThan(ALLOWED);
    } finally {
      open.forEach(BytesChannel::close);
      for (Thread thread : waiting) {
        thread.join();
      }
    }
  }
}
