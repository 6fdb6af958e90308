package org.ferryipc.unix.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.ChannelRegions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.Received;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.region.KeptBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Mappings, descriptors and memory of regions end with what they belong to, in whatever order that ends. */
@Timeout(60)
class RegionsGivenBackTest {
  private static final int SIZE = 300_000;

  private static long mappings() throws Exception {
    return Files.readAllLines(Path.of("/proc/self/maps")).stream().filter(l -> l.contains("ferry-regions")).count();
  }

  private static void send(BytesSender sender, int value) throws Exception {
    try (LoanedMessage message = sender.loan(SIZE)) {
      message.segment().fill((byte) value);
      message.send();
    }
  }

  @Test
  void aChannelHasTwoMappingsAndGivesThemBack() throws Exception {
    long before = mappings();
    long kept = KeptBytes.now();
    try (BytesChannel channel = Ferry.bytes()) {
      for (int i = 0; i < 10; i++) {
        send(channel.sender(), i);
        channel.receiver().takeLoaned().close();
        channel.sender().send(MemorySegment.ofArray(new byte[SIZE + i]));
        assertThat(channel.receiver().receive()).hasSize(SIZE + i);
      }
      assertThat(mappings()).isEqualTo(before + 2);
      channel.sender().loan(1).close(); // looks at what was released
      assertThat(channel.sender().regions().figures().emptyBytes()).isPositive();
      assertThat(KeptBytes.now()).isGreaterThan(kept);
    }
    assertThat(mappings()).isEqualTo(before);
    assertThat(KeptBytes.now()).isEqualTo(kept);
  }

  @Test
  void oneLargeMessageNeedsNone() throws Exception {
    long before = mappings();
    try (BytesChannel channel = Ferry.bytes()) {
      channel.sender().send(MemorySegment.ofArray(new byte[SIZE]));
      assertThat(channel.receiver().receive()).hasSize(SIZE);
      assertThat(mappings()).isEqualTo(before);
    }
  }

  @Test
  void theEndOfAChannelEndsTheReceiversMappingWithTheLastMessageThatIsHeld() throws Exception {
    long before = mappings();
    try (BytesChannel channel = Ferry.bytes()) {
      send(channel.sender(), 1);
      ReceivedLoan held = channel.receiver().takeLoaned();
      LoanedMessage unsent = channel.sender().loan(SIZE);
      channel.sender().close();
      assertThat(channel.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
      assertThat(mappings()).isEqualTo(before + 2);
      assertThat(held.segment().get(ValueLayout.JAVA_BYTE, SIZE - 1)).isEqualTo((byte) 1);
      held.close();
      assertThat(mappings()).isEqualTo(before + 1);
      unsent.close();
      assertThat(mappings()).isEqualTo(before);
    }
  }

  @Test
  void unreadMessagesOfAClosedReceiverAreNobodys() throws Exception {
    long before = mappings();
    try (BytesChannel channel = Ferry.bytes()) {
      send(channel.sender(), 1);
      channel.receiver().takeLoaned().close();
      send(channel.sender(), 2);
      send(channel.sender(), 3);
      channel.receiver().close();
    }
    assertThat(mappings()).isEqualTo(before);
  }

  /** Sends, releases, purges, resizes and closes from all sides; what is read is what was sent. */
  @Test
  void nothingIsLeftAndNothingMixedUpWhenEverythingHappensAtOnce() throws Exception {
    long before = mappings();
    long kept = KeptBytes.now();
    for (int round = 0; round < 12; round++) {
      BytesChannel channel = Ferry.bytes();
      ChannelRegions regions = channel.sender().regions();
      AtomicBoolean over = new AtomicBoolean();
      List<Thread> threads = new ArrayList<>();
      List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
      for (int i = 0; i < 2; i++) {
        int seed = i;
        threads.add(start(failures, () -> sendUntilClosed(channel.sender(), seed)));
        threads.add(start(failures, () -> takeUntilClosed(channel.receiver(), seed)));
      }
      threads.add(
          start(
              failures,
              () -> {
                Random random = new Random(5);
                while (!over.get()) {
                  regions.resize(random.nextInt(20));
                  regions.purge();
                  assertThat(regions.figures().committedBytes()).isNotNegative();
                }
              }));
      while (regions.figures().taken() < 300 && failures.isEmpty()) {
        Thread.onSpinWait();
      }
      if (round % 2 == 0) {
        channel.sender().close();
        channel.receiver().close();
      } else {
        channel.receiver().close();
        channel.sender().close();
      }
      over.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).isEmpty();
    }
    assertThat(mappings()).isEqualTo(before);
    assertThat(KeptBytes.now()).isEqualTo(kept);
  }

  private interface Task {
    void run() throws Exception;
  }

  private static Thread start(List<Throwable> failures, Task task) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                task.run();
              } catch (DisconnectedException | HandleStateException closed) {
                // As it was meant to be.
              } catch (Throwable e) {
                failures.add(e);
              }
            });
  }

  private static void sendUntilClosed(BytesSender sender, int seed) throws Exception {
    Random random = new Random(seed);
    while (true) {
      try (LoanedMessage message = sender.loan(1 + random.nextInt(200_000))) {
        if (random.nextInt(8) > 0) {
          message.segment().fill((byte) random.nextInt());
          message.send();
        }
      }
    }
  }

  private static void takeUntilClosed(BytesReceiver receiver, int seed) throws Exception {
    Random random = new Random(seed);
    Deque<ReceivedLoan> held = new ArrayDeque<>();
    try {
      while (true) {
        held.add(receiver.takeLoaned());
        while (held.size() > random.nextInt(12)) {
          try (ReceivedLoan message = held.remove()) {
            MemorySegment bytes = message.segment();
            byte first = bytes.get(ValueLayout.JAVA_BYTE, 0);
            for (long at = 0; at < bytes.byteSize(); at += 997) {
              assertThat(bytes.get(ValueLayout.JAVA_BYTE, at)).isEqualTo(first);
            }
          }
        }
      }
    } finally {
      held.forEach(ReceivedLoan::close);
    }
  }
}
