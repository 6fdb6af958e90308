package org.ferryipc.unix.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.processes.ProcessorTime;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/**
 * Ten thousand virtual threads blocked in receive on two carriers stop nothing else, cost nothing, and each gets its
 * message. This process holds their senders; a child holds the receivers.
 */
class TenThousandVirtualThreadsTest {
  private static final int THREADS = 10_000;
  private static final int IN_A_MESSAGE = 1_000;
  private static final int HAND_OVERS = 10_000; // of the virtual threads that go on meanwhile
  private static final Duration WATCHED = Duration.ofSeconds(1);
  // A tenth of a processor; a single thread that spins takes a whole one.
  private static final Duration ALLOWED = WATCHED.dividedBy(10);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  record Note(int number) {}

  record Ends(List<IpcSender<Note>> senders) {}

  @Test
  void blockedInReceiveOnTwoCarriersStopNothingElse() throws Exception {
    try (ConnectedChild<Note, Ends> child =
        ConnectedChild.start(
            ChildJvm.of(Receivers.class).jvmOptions("-Djdk.virtualThreadScheduler.parallelism=2"),
            Note.class,
            Ends.class)) {
      List<IpcSender<Note>> senders = new ArrayList<>();
      while (senders.size() < THREADS) {
        senders.addAll(child.line().receive().senders());
      }
      child.jvm().awaitLine("idle", PATIENCE);
      for (int i = 0; i < THREADS; i++) {
        senders.get(i).send(new Note(i));
      }
      child.jvm().finish(PATIENCE);
      senders.forEach(IpcSender::close);
    }
  }

  /** The process of the blocked threads. */
  static final class Receivers {
    private static final AtomicInteger WAITING = new AtomicInteger();
    private static final AtomicInteger RIGHT = new AtomicInteger();

    public static void main(String[] arguments) throws Exception {
      List<Thread> threads = new ArrayList<>();
      try (Duplex<Ends, Note> parent = ConnectedChild.parent(Ends.class, Note.class)) {
        for (int i = 0; i < THREADS; i += IN_A_MESSAGE) {
          List<IpcSender<Note>> senders = new ArrayList<>();
          for (int k = i; k < i + IN_A_MESSAGE; k++) {
            int number = k;
            IpcChannel<Note> channel = Ferry.channel(Note.class);
            senders.add(channel.sender());
            threads.add(Thread.ofVirtual().start(() -> receive(channel.receiver(), number)));
          }
          parent.send(new Ends(senders));
        }
        for (Thread thread : threads) {
          awaitParked(thread);
        }
        assertOthersGoOn();
        assertIdle();
        System.out.println("idle");
        for (Thread thread : threads) {
          thread.join();
        }
        assertThat(RIGHT).hasValue(THREADS);
      }
    }

    private static void receive(IpcReceiver<Note> receiver, int number) {
      try (receiver) {
        WAITING.incrementAndGet();
        if (receiver.receive().number() == number) {
          RIGHT.incrementAndGet();
        }
      } catch (IpcException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private static void awaitParked(Thread thread) {
      while (thread.getState() != Thread.State.WAITING) {
        Thread.yield();
      }
    }

    private static void assertOthersGoOn() throws InterruptedException {
      SynchronousQueue<Integer> hands = new SynchronousQueue<>();
      CountDownLatch over = new CountDownLatch(2);
      for (boolean puts : new boolean[] {true, false}) {
        Thread unused =
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        for (int i = 0; i < HAND_OVERS; i++) {
                          if (puts) {
                            hands.put(i);
                          } else {
                            assertThat(hands.take()).isEqualTo(i);
                          }
                        }
                        over.countDown();
                      } catch (InterruptedException e) {
                        throw new AssertionError(e);
                      }
                    });
      }
      assertThat(over.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    // The compiler's and collector's threads work when they like; those on which virtual threads run must not.
    private static void assertIdle() throws Exception {
      Duration before = ProcessorTime.ofThreads("ferry-poller", "ForkJoinPool-1-worker");
      Thread.sleep(WATCHED);
      Duration spent = ProcessorTime.ofThreads("ferry-poller", "ForkJoinPool-1-worker").minus(before);
      assertThat(spent).as("processor time of idle threads").isLessThan(ALLOWED);
    }
  }
}
