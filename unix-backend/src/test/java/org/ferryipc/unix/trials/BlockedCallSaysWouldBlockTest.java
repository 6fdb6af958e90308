package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/**
 * After servo/ipc-channel #275 and node #42826: a try made the socket non-blocking for everybody who shares it, in this
 * process and in others, whose blocking calls then failed with "would block"; and "send never blocks" was not true.
 */
class BlockedCallSaysWouldBlockTest {
  private static final Duration LIMIT = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int MESSAGES = Effort.of(10_000, 200_000);

  record Start(IpcSender<Numbered> way) {}

  record Numbered(boolean fromChild, int number) {}

  /** The documented number is about 278; what matters is that it has an end, and that what was accepted arrives. */
  @Test
  void aTryIsRefusedWhenNobodyReadsAndWhatWasAcceptedArrives() throws Exception {
    try (IpcChannel<Note> channel = Ferry.channel(Note.class)) {
      int accepted = 0;
      while (channel.sender().trySend(new Note(accepted))) {
        accepted++;
      }
      assertThat(accepted).isBetween(200, 300);
      long start = System.nanoTime();
      assertThat(channel.sender().trySend(new Note(accepted), LIMIT)).isFalse();
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(LIMIT.toNanos());
      for (int i = 0; i < accepted; i++) {
        assertThat(channel.receiver().tryReceive()).isEqualTo(new Received.Message<>(new Note(i)));
      }
      assertThat(channel.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
    }
  }

  @Test
  void aBlockingReceiveIsNotDisturbedByTriesOfAnotherThread() throws Exception {
    try (IpcChannel<Note> channel = Ferry.channel(Note.class);
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<List<Integer>> blocking = threads.submit(() -> receiveAll(channel.receiver()));
      Future<List<Integer>> trying = threads.submit(() -> tryAll(channel.receiver()));
      for (int i = 0; i < MESSAGES; i++) {
        channel.sender().send(new Note(i));
      }
      channel.sender().close();
      assertAscending(blocking.get());
      assertAscending(trying.get());
      BitSet came = new BitSet();
      blocking.get().forEach(came::set);
      trying.get().forEach(came::set);
      assertThat(blocking.get().size() + trying.get().size()).isEqualTo(MESSAGES); // none twice
      assertThat(came.cardinality()).isEqualTo(MESSAGES);
    }
  }

  @Test
  void blockingSendsOfAnotherProcessAreNotDisturbedByTriesHere() throws Exception {
    try (IpcChannel<Numbered> channel = Ferry.channel(Numbered.class);
        ConnectedChild<Start, Note> child =
            ConnectedChild.start(ChildJvm.of(BlockingSender.class), Start.class, Note.class)) {
      child.line().send(new Start(channel.sender().share()));
      int sent = 0;
      while (channel.sender().trySend(new Numbered(false, sent))) {
        sent++; // until there is no room, neither for us nor for the child
      }
      CompletableFuture<int[]> counts = CompletableFuture.supplyAsync(() -> countBoth(channel.receiver()));
      while (sent < MESSAGES) {
        sent += channel.sender().trySend(new Numbered(false, sent)) ? 1 : 0;
      }
      channel.sender().close();
      assertThat(child.line().receive()).isEqualTo(new Note(MESSAGES));
      child.jvm().finish(PATIENCE);
      assertThat(counts.get()).containsExactly(MESSAGES, MESSAGES);
    }
  }

  private static List<Integer> receiveAll(IpcReceiver<Note> receiver) throws Exception {
    List<Integer> got = new ArrayList<>();
    receiver.forEach(note -> got.add(note.number()));
    return got;
  }

  private static List<Integer> tryAll(IpcReceiver<Note> receiver) throws Exception {
    List<Integer> got = new ArrayList<>();
    while (true) {
      switch (receiver.tryReceive()) {
        case Received.Message<Note>(Note note) -> got.add(note.number());
        case Received.Empty<Note> nothing -> Thread.onSpinWait();
        case Received.Closed<Note> end -> {
          return got;
        }
      }
    }
  }

  private static int[] countBoth(IpcReceiver<Numbered> receiver) {
    int[] next = new int[2];
    try {
      receiver.forEach(
          message -> assertThat(message.number()).isEqualTo(next[message.fromChild() ? 1 : 0]++));
    } catch (IpcException | InterruptedException e) {
      throw new AssertionError(e);
    }
    return next;
  }

  private static void assertAscending(List<Integer> numbers) {
    assertThat(numbers).isSorted();
  }

  /** Sends all by blocking sends, then says how many. */
  static final class BlockingSender {
    public static void main(String[] arguments) throws Exception {
      try (Duplex<Note, Start> parent = ConnectedChild.parent(Note.class, Start.class);
          IpcSender<Numbered> way = parent.receive().way()) {
        for (int i = 0; i < MESSAGES; i++) {
          way.send(new Numbered(true, i));
        }
        parent.send(new Note(MESSAGES));
      }
    }
  }
}
