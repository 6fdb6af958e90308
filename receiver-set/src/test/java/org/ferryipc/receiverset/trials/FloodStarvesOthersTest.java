package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.processes.Effort;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/**
 * After twemproxy #416: a source that was read until it would block kept the loop for itself. Two processes flood one
 * member; nine others say something now and then.
 */
class FloodStarvesOthersTest {
  private static final Duration TIME = Duration.ofSeconds(Effort.of(1, 10));
  private static final int QUIET = 9;
  private static final Duration BETWEEN = Duration.ofMillis(10);
  // 100 ms on a silent machine. A set that reads until there is nothing does not come round at all.
  private static final Duration LATEST = Duration.ofMillis(Effort.of(1_000, 100));
  private static final double SHARE = 0.5;

  record Ends(IpcSender<Note> flood, List<IpcSender<Note>> quiet) {}

  @Test
  void nineQuietMembersAreHeardInTimeAndTheFloodLosesNoMoreThanHalf() throws Exception {
    try (ConnectedChild<Ends, Note> one = ConnectedChild.start(ChildJvm.of(Sender.class), Ends.class, Note.class);
        ConnectedChild<Ends, Note> other = ConnectedChild.start(ChildJvm.of(Sender.class), Ends.class, Note.class);
        ReceiverSet set = new ReceiverSet()) {
      IpcChannel<Note> flood = Ferry.channel(Note.class);
      Registration<Note> flooding = set.add(flood.receiver());
      one.line().send(new Ends(flood.sender().share(), List.of()));
      other.line().send(new Ends(flood.sender(), List.of()));
      warmUp(set);
      double alone = watch(set, flooding, new ArrayList<>());
      List<IpcSender<Note>> senders = new ArrayList<>();
      for (int i = 0; i < QUIET; i++) {
        IpcChannel<Note> channel = Ferry.channel(Note.class);
        Registration<Note> unused = set.add(channel.receiver());
        senders.add(channel.sender());
      }
      one.line().send(new Ends(null, senders));
      List<Long> late = new ArrayList<>();
      double together = watch(set, flooding, late);
      assertThat(late).hasSizeGreaterThan(QUIET);
      long worstButOneInAHundred = late.stream().sorted().skip(late.size() * 99L / 100).findFirst().orElseThrow();
      assertThat(Duration.ofNanos(worstButOneInAHundred)).isLessThan(LATEST);
      assertThat(together).as("messages of the flood for a second of work; alone: %.0f", alone).isGreaterThan(alone * SHARE);
    }
  }

  private static void warmUp(ReceiverSet set) throws Exception {
    int got = 0;
    while (got < 50_000) {
      got += set.select().size();
    }
  }

  // {@return messages of the flood for each second that this thread has worked}: a busy machine changes nothing in that
  private static double watch(ReceiverSet set, Registration<Note> flooding, List<Long> late) throws Exception {
    long begin = System.nanoTime();
    long worked = -processorTime();
    long got = 0;
    while (System.nanoTime() - begin < TIME.toNanos()) {
      List<Selection> batch = set.select();
      assertThat(batch.size()).isLessThanOrEqualTo(ReceiverSet.MOST_SELECTED);
      for (Selection selection : batch) {
        Note note = ((Selection.Message) selection).as(Note.class);
        if (selection.from() == flooding) {
          got++;
        } else {
          late.add(System.nanoTime() - note.number()); // the clock is the same in all processes
        }
      }
    }
    worked += processorTime();
    return got * 1e9 / worked;
  }

  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Floods, and has other threads that send the time now and then. */
  static final class Sender {
    public static void main(String[] arguments) throws Exception {
      try (Duplex<Note, Ends> parent = ConnectedChild.parent(Note.class, Ends.class)) {
        IpcSender<Note> flood = parent.receive().flood();
        Thread.ofPlatform().daemon().start(() -> sendFor(flood, Duration.ZERO));
        for (IpcSender<Note> sender : parent.receive().quiet()) {
          Thread.ofPlatform().daemon().start(() -> sendFor(sender, BETWEEN));
        }
        Ends unused = parent.receive(); // until the other side closes
      } catch (DisconnectedException over) {
        System.exit(0);
      }
    }

    private static void sendFor(IpcSender<Note> sender, Duration between) {
      try (sender) {
        while (true) {
          sender.send(new Note(System.nanoTime()));
          if (!between.isZero()) {
            LockSupport.parkNanos(between.toNanos());
          }
        }
      } catch (Exception over) {
        // The set is closed.
      }
    }
  }
}
