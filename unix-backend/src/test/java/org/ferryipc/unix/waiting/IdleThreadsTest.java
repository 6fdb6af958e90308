package org.ferryipc.unix.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.processes.Blocked;
import org.ferryipc.unix.processes.ProcessorTime;
import org.junit.jupiter.api.Test;

/** Threads that wait take no processor time, whichever way they wait. */
class IdleThreadsTest {
  private static final int CHANNELS = 40;
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration WATCHED = Duration.ofSeconds(1);
  // A tenth of a processor for all of them; a single one that spins takes a whole one.
  private static final Duration ALLOWED = WATCHED.dividedBy(10);
  // A sender looks at its full queue at growing distances, which have become seconds after this time.
  private static final Duration SETTLING = Duration.ofSeconds(1);
  private static final String NAME = "ferry idle";

  record Note(int number) {}

  private final List<Thread> threads = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  private interface Call {
    void run() throws Exception;
  }

  @Test
  void blockedPlatformThreadsAreIdle() throws Exception {
    for (int i = 0; i < CHANNELS; i++) {
      block(Thread.ofPlatform().daemon().name(NAME));
    }
    threads.forEach(thread -> Blocked.awaitIn(thread, "Waker"));
    assertIdle(NAME);
  }

  @Test
  void blockedVirtualThreadsAreIdle() throws Exception {
    for (int i = 0; i < CHANNELS; i++) {
      block(Thread.ofVirtual());
    }
    threads.forEach(thread -> Blocked.awaitIn(thread, "ParkedThread"));
    assertIdle("ferry-poller", "ForkJoinPool-1-worker");
  }

  private void block(Thread.Builder builder) throws IpcException {
    IpcChannel<Note> empty = open(Ferry.channel(Note.class));
    IpcChannel<Note> also = open(Ferry.channel(Note.class));
    IpcChannel<Note> full = open(Ferry.channel(Note.class));
    BytesChannel large = open(Ferry.bytes());
    MemorySegment megabyte = MemorySegment.ofArray(new byte[1 << 20]);
    while (full.sender().trySend(new Note(0))) {
      // Until there is no room.
    }
    while (large.sender().trySend(megabyte.asSlice(0, 100_000))) {
      // Until there is no room.
    }
    start(builder, () -> empty.receiver().receive());
    start(builder, () -> also.receiver().tryReceive(LONG));
    start(builder, () -> full.sender().send(new Note(1)));
    start(builder, () -> large.sender().trySend(megabyte, LONG));
  }

  private <T extends AutoCloseable> T open(T channel) {
    open.add(channel);
    return channel;
  }

  private void start(Thread.Builder builder, Call call) {
    threads.add(
        builder.start(
            () -> {
              try {
                call.run();
              } catch (HandleClosedException | DisconnectedException atTheEnd) {
                // The test closes both ends, one after the other.
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            }));
  }

  private void assertIdle(String... names) throws Exception {
    Thread.sleep(SETTLING);
    Duration before = ProcessorTime.ofThreads(names);
    Thread.sleep(WATCHED);
    Duration spent = ProcessorTime.ofThreads(names).minus(before);
    for (AutoCloseable channel : open) {
      channel.close();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(spent).as("processor time of %d blocked threads", threads.size()).isLessThan(ALLOWED);
  }
}
