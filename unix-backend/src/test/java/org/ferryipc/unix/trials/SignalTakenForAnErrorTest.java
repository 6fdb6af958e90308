package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.Received;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.unix.processes.Blocked;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.processes.Signals;
import org.junit.jupiter.api.Test;

/**
 * After servo/ipc-channel #131: a debugger's or profiler's signal ended a system call, and the library took EINTR for
 * an error; or a timed call began its whole time again, and never ended.
 */
class SignalTakenForAnErrorTest {
  private static final int EACH_PER_SECOND = 1_000;
  private static final Duration TIME = Duration.ofSeconds(Effort.of(2, 20));
  private static final Duration LIMIT = Duration.ofMillis(250);
  // For a machine that does something else. A wait that begins again at each signal does not end in the storm at all.
  private static final Duration SLACK = Duration.ofSeconds(5);
  private static final Duration BETWEEN_MESSAGES = Duration.ofMillis(10);
  private static final int LARGE = 1 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final List<Integer> targets = new ArrayList<>();
  private final long end = System.nanoTime() + TIME.toNanos();

  @Test
  void callsThatWaitUnderAThousandSignalsASecondEndAsWithoutThem() throws Exception {
    try (IpcChannel<Note> seldom = Ferry.channel(Note.class);
        IpcChannel<Note> never = Ferry.channel(Note.class);
        IpcChannel<Note> full = Ferry.channel(Note.class);
        IpcChannel<Note> virtual = Ferry.channel(Note.class);
        BytesChannel large = Ferry.bytes()) {
      while (full.sender().trySend(new Note(0))) {
        // Until there is no room.
      }
      List<FutureTask<Integer>> calls =
          List.of(
              target(() -> receiveAll(seldom)),
              target(() -> timedReceives(never)),
              target(() -> timedSends(full)),
              target(() -> sendLarge(large)),
              target(() -> receiveLarge(large)),
              target(this::waitsThatSignalsEnd));
      FutureTask<Integer> parked = new FutureTask<>(() -> receiveAll(virtual));
      Thread waiting = Thread.startVirtualThread(parked);
      Blocked.awaitIn(waiting, "ParkedThread"); // now the poller runs
      targets.add(Signals.threadId("ferry-poller"));
      try (Signals storm = Signals.storm(targets, EACH_PER_SECOND)) {
        int sent = sendNowAndThen(seldom, virtual);
        seldom.sender().close();
        virtual.sender().close();
        assertThat(calls.get(0).get()).isEqualTo(sent);
        assertThat(parked.get()).isEqualTo(sent);
        int messages = calls.get(3).get();
        large.sender().close();
        assertThat(calls.get(4).get()).isEqualTo(messages);
        for (FutureTask<Integer> call : calls) {
          assertThat(call.get()).isPositive();
        }
      }
    }
  }

  @Test
  void aDoorUnderAThousandSignalsASecondLetsEverybodyIn() throws Exception {
    try (IpcListener<Note, Note> listener = IpcListener.open(Note.class, Note.class)) {
      targets.add(Signals.threadId("ferry-doorway " + listener.name()));
      targets.add(Signals.threadId());
      try (Signals storm = Signals.storm(targets, EACH_PER_SECOND)) {
        for (int i = 0; goesOn(); i++) {
          try (Duplex<Note, Note> client = Ferry.connect(listener.name(), Note.class, Note.class);
              Duplex<Note, Note> guest = listener.accept(PATIENCE)) {
            client.send(new Note(i));
            assertThat(guest.receive()).isEqualTo(new Note(i));
          }
          long start = System.nanoTime();
          assertThatThrownBy(() -> listener.accept(BETWEEN_MESSAGES)).isInstanceOf(IpcTimeoutException.class);
          assertThat(Duration.ofNanos(System.nanoTime() - start))
              .isBetween(BETWEEN_MESSAGES, BETWEEN_MESSAGES.plus(SLACK));
        }
      }
    }
  }

  private FutureTask<Integer> target(Callable<Integer> call) throws Exception {
    FutureTask<Integer> task = new FutureTask<>(call);
    CompletableFuture<Integer> id = new CompletableFuture<>();
    Thread unused =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  id.complete(Signals.threadId());
                  task.run();
                });
    targets.add(id.get());
    return task;
  }

  private int sendNowAndThen(IpcChannel<Note> one, IpcChannel<Note> other) throws Exception {
    int sent = 0;
    for (; goesOn(); sent++) {
      LockSupport.parkNanos(BETWEEN_MESSAGES.toNanos()); // so that the receivers wait in between
      one.sender().send(new Note(sent));
      other.sender().send(new Note(sent));
    }
    return sent;
  }

  private static int receiveAll(IpcChannel<Note> channel) throws Exception {
    int[] next = new int[1];
    channel.receiver().forEach(note -> assertThat(note.number()).isEqualTo(next[0]++));
    return next[0];
  }

  private int timedReceives(IpcChannel<Note> channel) throws Exception {
    int calls = 0;
    for (; goesOn(); calls++) {
      long start = System.nanoTime();
      assertThat(channel.receiver().tryReceive(LIMIT)).isInstanceOf(Received.Empty.class);
      assertEndedAtLimit(start);
    }
    return calls;
  }

  private int timedSends(IpcChannel<Note> channel) throws Exception {
    int calls = 0;
    for (; goesOn(); calls++) {
      long start = System.nanoTime();
      assertThat(channel.sender().trySend(new Note(0), LIMIT)).isFalse();
      assertEndedAtLimit(start);
    }
    return calls;
  }

  private static void assertEndedAtLimit(long start) {
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(LIMIT, LIMIT.plus(SLACK));
  }

  private int sendLarge(BytesChannel channel) throws Exception {
    byte[] bytes = new byte[LARGE];
    int sent = 0;
    for (; goesOn(); sent++) {
      Arrays.fill(bytes, (byte) sent);
      channel.sender().send(MemorySegment.ofArray(bytes));
    }
    return sent;
  }

  private static int receiveLarge(BytesChannel channel) throws Exception {
    byte[] bytes = new byte[LARGE];
    byte[] expected = new byte[LARGE];
    int received = 0;
    try {
      for (; ; received++) {
        assertThat(channel.receiver().receive(MemorySegment.ofArray(bytes))).isEqualTo(LARGE);
        Arrays.fill(expected, (byte) received);
        assertThat(Arrays.equals(bytes, expected)).as("message %d is whole", received).isTrue();
      }
    } catch (DisconnectedException end) {
      return received;
    }
  }

  /** Counts waits that Ferry's calls would have seen ended: without a storm the other calls prove nothing. */
  private int waitsThatSignalsEnd() {
    int ended = 0;
    while (goesOn()) {
      ended += Signals.interrupts(LIMIT) ? 1 : 0;
    }
    return ended;
  }

  private boolean goesOn() {
    return System.nanoTime() - end < 0;
  }
}
