package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.processes.Signals;
import org.junit.jupiter.api.Test;

/** After servo/ipc-channel #131: a signal during select was taken for an error; a timed one began its time again. */
class SignalDuringSelectTest {
  private static final int EACH_PER_SECOND = 1_000;
  private static final Duration TIME = Duration.ofSeconds(Effort.of(2, 20));
  private static final Duration LIMIT = Duration.ofMillis(250);
  // For a machine that does something else. A wait that begins again at each signal does not end in the storm at all.
  private static final Duration SLACK = Duration.ofSeconds(5);
  private static final Duration BETWEEN_MESSAGES = Duration.ofMillis(10);

  @Test
  void neitherEndsNorLengthensTheSelect() throws Exception {
    try (ReceiverSet busy = new ReceiverSet();
        ReceiverSet silent = new ReceiverSet();
        IpcChannel<Note> channel = Ferry.channel(Note.class);
        IpcChannel<Note> never = Ferry.channel(Note.class)) {
      Registration<Note> member = busy.add(channel.receiver());
      Registration<Note> unused = silent.add(never.receiver());
      CompletableFuture<Integer> first = new CompletableFuture<>();
      CompletableFuture<Integer> second = new CompletableFuture<>();
      FutureTask<Long> untimed = new FutureTask<>(() -> selectAll(busy, member, first));
      FutureTask<Integer> timed = new FutureTask<>(() -> selectTimed(silent, second));
      Thread one = Thread.ofPlatform().start(untimed);
      Thread other = Thread.ofPlatform().start(timed);
      long sent = 0;
      try (Signals storm = Signals.storm(List.of(first.get(), second.get()), EACH_PER_SECOND)) {
        long end = System.nanoTime() + TIME.toNanos();
        while (System.nanoTime() - end < 0) {
          LockSupport.parkNanos(BETWEEN_MESSAGES.toNanos()); // so that the select waits in between
          channel.sender().send(new Note(sent++));
        }
        channel.sender().close();
        assertThat(untimed.get()).isEqualTo(sent);
        assertThat(timed.get()).isPositive();
      }
      one.join();
      other.join();
    }
  }

  private static long selectAll(ReceiverSet set, Registration<Note> member, CompletableFuture<Integer> id)
      throws Exception {
    id.complete(Signals.threadId());
    long next = 0;
    while (true) {
      List<Selection> batch = set.select();
      assertThat(batch).isNotEmpty();
      for (Selection selection : batch) {
        switch (selection) {
          case Selection.Message m when m.as(member) instanceof Note(long number) ->
              assertThat(number).isEqualTo(next++);
          case Selection.Message m -> throw new AssertionError(m);
          case Selection.Closed c -> {
            return next;
          }
          case Selection.Failed(var from, var error) -> throw error;
        }
      }
    }
  }

  private static int selectTimed(ReceiverSet set, CompletableFuture<Integer> id) throws Exception {
    id.complete(Signals.threadId());
    int calls = 0;
    long end = System.nanoTime() + TIME.toNanos();
    for (; System.nanoTime() - end < 0; calls++) {
      long start = System.nanoTime();
      assertThat(set.select(LIMIT)).isEmpty();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(LIMIT, LIMIT.plus(SLACK));
    }
    return calls;
  }
}
