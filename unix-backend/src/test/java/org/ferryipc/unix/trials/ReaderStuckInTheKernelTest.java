package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.processes.Blocked;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * After jnr-unixsocket #52: a read that no close and no interrupt could end. Between "there is data" and the read
 * another holder of the same pipe takes the data, and the read waits in the kernel.
 */
@Timeout(60)
class ReaderStuckInTheKernelTest {
  private static final int ROUNDS = Effort.of(400, 20_000);
  // In turns of a spinning thread: about the time in which a thread wakes up.
  private static final int LONGEST_DELAY = 4_000;
  private static final Duration AT_ONCE = Duration.ofSeconds(5); // 100 ms, and a machine that does something else

  @Test
  void aReaderWhoseDataAnotherHolderTookIsStillWokenByClose() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Sockets.Pair pair = Sockets.pair(Sockets.SOCK_STREAM);
      try (OwnedFd thief = UnixDescriptors.adopt(pair.first());
          ByteChannel reader = thief.duplicate().byteChannel();
          ByteChannel writer = UnixDescriptors.adopt(pair.second()).byteChannel();
          Arena arena = Arena.ofConfined()) {
        MemorySegment loot = arena.allocate(1);
        Thread thread = start(() -> readUntilClosed(reader));
        Blocked.awaitIn(thread, "Poll");
        int unused = writer.write(ByteBuffer.allocate(1));
        spin(i * 37 % LONGEST_DELAY); // the theft is made to meet each moment between the wake-up and the read
        long stolen = UnixDescriptors.with(thief, number -> Sockets.receive(number, loot));
        reader.close();
        assertThat(thread.join(AT_ONCE)).as("round %d: the reader is woken; stolen: %d", i, stolen).isTrue();
      }
    }
  }

  /** Ten thousand virtual threads that read from idle pipes would otherwise need two gigabytes. */
  @Test
  void waitingReadersHoldNoPacketBuffers() throws Exception {
    int readers = 64;
    long before = directMemory();
    List<ByteChannel> channels = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    try (AutoCloseable all = () -> closeAll(channels)) {
      for (int i = 0; i < readers; i++) {
        Sockets.Pair pair = Sockets.pair(Sockets.SOCK_STREAM);
        ByteChannel reader = UnixDescriptors.adopt(pair.first()).byteChannel();
        channels.add(reader);
        channels.add(UnixDescriptors.adopt(pair.second()).byteChannel());
        threads.add(start(() -> readUntilClosed(reader)));
      }
      for (Thread thread : threads) {
        Blocked.awaitIn(thread, "Poll");
      }
      assertThat(directMemory() - before).isLessThan(readers * 32L * 1024);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void readUntilClosed(ByteChannel reader) {
    try {
      while (reader.read(ByteBuffer.allocate(1)) > 0) {
        // Until this end is closed.
      }
    } catch (AsynchronousCloseException right) {
      // As it should be.
    } catch (IOException e) {
      assertThat(reader.isOpen()).as("%s", e).isFalse(); // closed before it began
    }
  }

  private static long directMemory() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private static void spin(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
  }

  private static Thread start(Runnable task) {
    return Thread.ofPlatform().daemon().start(task);
  }

  private static void closeAll(List<ByteChannel> channels) throws IOException {
    for (ByteChannel channel : channels) {
      channel.close();
    }
  }
}
