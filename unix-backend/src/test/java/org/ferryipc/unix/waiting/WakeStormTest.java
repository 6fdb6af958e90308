package org.ferryipc.unix.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads that are interrupted all the time, in the middle of receiving and sending, neither lose nor double a message.
 */
class WakeStormTest {
  private static final int MESSAGES = Effort.of(20_000, 500_000);
  private static final int RECEIVERS = 3;
  private static final int SENDERS = 3;
  private static final Duration SHORT = Duration.ofMillis(1);

  record Note(int number) {}

  enum Kind {
    PLATFORM(() -> Thread.ofPlatform().daemon()),
    VIRTUAL(Thread::ofVirtual);

    private final Supplier<Thread.Builder> builder;

    Kind(Supplier<Thread.Builder> builder) {
      this.builder = builder;
    }
  }

  @ParameterizedTest
  @EnumSource
  void interruptsLoseAndDoubleNothing(Kind kind) throws Exception {
    BitSet[] got = new BitSet[RECEIVERS];
    List<Thread> stormed = new ArrayList<>();
    CountDownLatch sent = new CountDownLatch(SENDERS);
    try (IpcChannel<Note> channel = Ferry.channel(Note.class)) {
      for (int r = 0; r < RECEIVERS; r++) {
        BitSet mine = new BitSet();
        got[r] = mine;
        stormed.add(kind.builder.get().start(() -> receive(channel, mine)));
      }
      for (int s = 0; s < SENDERS; s++) {
        int first = s;
        stormed.add(
            kind.builder
                .get()
                .start(
                    () -> {
                      send(channel, first);
                      sent.countDown();
                    }));
      }
      interruptUntil(sent, stormed);
      channel.sender().close();
      for (Thread thread : stormed) {
        thread.join();
      }
    }
    BitSet all = new BitSet();
    int sum = 0;
    for (BitSet part : got) {
      sum += part.cardinality();
      all.or(part);
    }
    assertThat(all.cardinality()).isEqualTo(MESSAGES);
    assertThat(sum).isEqualTo(MESSAGES);
  }

  private static void interruptUntil(CountDownLatch over, List<Thread> threads) {
    Random random = new Random(1);
    while (over.getCount() > 0) {
      threads.get(random.nextInt(threads.size())).interrupt();
      Thread.yield();
    }
  }

  private static void receive(IpcChannel<Note> channel, BitSet mine) {
    Random random = new Random();
    boolean goesOn = true;
    while (goesOn) {
      try {
        int number = random.nextBoolean() ? channel.receiver().receive().number() : tryShortly(channel);
        if (number >= 0) {
          assertThat(mine.get(number)).as("message %d is not doubled", number).isFalse();
          mine.set(number);
        }
      } catch (InterruptedException again) {
        // Nothing was taken.
      } catch (DisconnectedException end) {
        goesOn = false;
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }

  private static int tryShortly(IpcChannel<Note> channel) throws Exception {
    return channel.receiver().tryReceive(SHORT) instanceof Received.Message<Note>(Note note) ? note.number() : -1;
  }

  private static void send(IpcChannel<Note> channel, int first) {
    Random random = new Random(first);
    for (int number = first; number < MESSAGES; ) {
      try {
        if (random.nextBoolean()) {
          channel.sender().send(new Note(number));
          number += SENDERS;
        } else if (channel.sender().trySend(new Note(number), SHORT)) {
          number += SENDERS;
        }
      } catch (InterruptedException again) {
        // Nothing was sent.
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }
}
