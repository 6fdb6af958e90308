package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/**
 * After quickfix #45 and servo/ipc-channel #94: sets that break above descriptor 1,023, or become slower with each idle
 * member. One thread has ten thousand channels whose senders are in another process; all but one are silent.
 */
class IdleMembersCostTest {
  private static final int FEW = 100;
  private static final int MANY = 10_000;
  private static final int IN_A_MESSAGE = 500;
  private static final int PINGS = 10_000;
  private static final int PINGS_AT_ONCE = 100;
  // Limits of the report's check; ours are in docs/benchmarking.md, and measured there on a silent machine.
  private static final double MOST_SLOWER = 3;
  private static final Duration ADDING = Duration.ofSeconds(2);
  private static final Duration CLOSING = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  record Ends(List<IpcSender<Note>> senders) {}

  @Test
  void tenThousandAreAsFastAsAHundredAndEachEndIsReportedOnce() throws Exception {
    try (ConnectedChild<Ends, Note> child = ConnectedChild.start(ChildJvm.of(Sender.class), Ends.class, Note.class);
        ReceiverSet set = new ReceiverSet()) {
      long adding = fill(set, child.line(), FEW);
      double few = medianOfPings(set, child.line());
      adding += fill(set, child.line(), MANY);
      assertThat(set.size()).isEqualTo(MANY);
      double many = medianOfPings(set, child.line());
      child.line().send(new Ends(List.of())); // close all
      long begin = System.nanoTime();
      Set<Registration<?>> closed = new HashSet<>();
      while (closed.size() < MANY) {
        for (Selection selection : set.select(PATIENCE)) {
          assertThat(selection).isInstanceOf(Selection.Closed.class);
          assertThat(closed.add(selection.from())).as("reported once").isTrue();
        }
      }
      Duration closing = Duration.ofNanos(System.nanoTime() - begin);
      assertThat(set.selectNow()).isEmpty();
      assertThat(set.size()).isZero();
      assertThat(many).as("nanoseconds of a select").isLessThan(few * MOST_SLOWER);
      assertThat(Duration.ofNanos(adding)).isLessThan(ADDING);
      assertThat(closing).isLessThan(CLOSING);
      child.jvm().finish(PATIENCE);
    }
  }

  // {@return nanoseconds spent in add}
  private static long fill(ReceiverSet set, Duplex<Ends, Note> line, int upTo) throws Exception {
    long inAdd = 0;
    while (set.size() < upTo) {
      List<IpcSender<Note>> senders = new ArrayList<>();
      for (int i = 0; i < IN_A_MESSAGE && set.size() < upTo; i++) {
        IpcChannel<Note> channel = Ferry.channel(Note.class);
        senders.add(channel.sender());
        long begin = System.nanoTime();
        Registration<Note> unused = set.add(channel.receiver());
        inAdd += System.nanoTime() - begin;
      }
      line.send(new Ends(senders));
      assertThat(line.receive()).isEqualTo(new Note(senders.size()));
    }
    return inAdd;
  }

  // The peer sends some ahead, so that it is the set that is measured and not how fast the two wake each other.
  private static double medianOfPings(ReceiverSet set, Duplex<Ends, Note> line) throws Exception {
    List<Long> each = new ArrayList<>();
    long expected = 0;
    for (int got = 0; got < PINGS; ) {
      line.send(new Ends(null));
      assertThat(line.receive()).isEqualTo(new Note(PINGS_AT_ONCE));
      for (int end = got + PINGS_AT_ONCE; got < end; ) {
        long begin = System.nanoTime();
        List<Selection> batch = set.select(PATIENCE);
        each.add((System.nanoTime() - begin) / batch.size());
        for (Selection selection : batch) {
          assertThat(((Selection.Message) selection).as(Note.class)).isEqualTo(new Note(expected++));
          got++;
        }
      }
    }
    long[] sorted = each.stream().mapToLong(Long::longValue).sorted().toArray();
    return Arrays.stream(sorted, sorted.length / 2, sorted.length / 2 + 1).sum();
  }

  /** Has the senders: keeps them, sends by the first, or closes all. */
  static final class Sender {
    public static void main(String[] arguments) throws Exception {
      List<IpcSender<Note>> senders = new ArrayList<>();
      long sent = 0;
      try (Duplex<Note, Ends> parent = ConnectedChild.parent(Note.class, Ends.class)) {
        while (true) {
          List<IpcSender<Note>> more = parent.receive().senders();
          if (more == null) {
            for (int i = 0; i < PINGS_AT_ONCE; i++) {
              senders.getFirst().send(new Note(sent++ % PINGS));
            }
            parent.send(new Note(PINGS_AT_ONCE));
          } else if (more.isEmpty()) {
            senders.forEach(IpcSender::close);
            return;
          } else {
            senders.addAll(more);
            parent.send(new Note(more.size()));
          }
        }
      }
    }
  }
}
