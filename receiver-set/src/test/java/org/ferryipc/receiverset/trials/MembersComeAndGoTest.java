package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** After servo/ipc-channel #133: adds, removes, closes and selects that meet. Every message and every end is accounted for. */
class MembersComeAndGoTest {
  private static final Duration FULL = Duration.ofSeconds(60);
  private static final Duration TIME = Effort.of(0, 1) == 1 ? FULL : Duration.ofSeconds(5);
  private static final int WORKERS = 4;
  private static final int MOST_MESSAGES = 20;

  /** What became of a channel, counted by whoever saw it. */
  private static final class Account {
    final AtomicLong sent = new AtomicLong();
    final AtomicLong received = new AtomicLong();
    volatile boolean abandoned; // its unread messages may be lost
    final AtomicLong ends = new AtomicLong();
  }

  private final Map<Long, Account> accounts = new ConcurrentHashMap<>();
  private final AtomicLong names = new AtomicLong();

  private static <R> FutureTask<R> start(Callable<R> call) {
    FutureTask<R> task = new FutureTask<>(call);
    Thread unused = Thread.ofPlatform().daemon().start(task);
    return task;
  }

  @ParameterizedTest
  @EnumSource
  void andNothingIsLostOrReportedTwice(Reach reach) throws Exception {
    ChannelOptions options = ChannelOptions.defaults().withReach(reach);
    try (ReceiverSet set = new ReceiverSet()) {
      long end = System.nanoTime() + TIME.toNanos() / Reach.values().length;
      FutureTask<Void> selecting = start(() -> select(set));
      List<FutureTask<Void>> workers = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        SplittableRandom random = new SplittableRandom(i);
        workers.add(
            start(
                () -> {
                  while (System.nanoTime() - end < 0) {
                    oneLife(set, options, random);
                  }
                  return null;
                }));
      }
      for (FutureTask<Void> worker : workers) {
        assertThat(worker.get()).isNull();
      }
      while (set.size() > 0) {
        Thread.onSpinWait(); // the ends of the last ones are on their way
      }
      set.close();
      assertThat(selecting.get()).isNull();
      accounts.forEach(
          (name, account) -> {
            if (!account.abandoned) {
              assertThat(account.received).as("messages of %d", name).hasValue(account.sent.get());
              assertThat(account.ends).as("ends of %d", name).hasValue(1);
            } else {
              assertThat(account.received.get()).isLessThanOrEqualTo(account.sent.get());
              assertThat(account.ends.get()).isLessThanOrEqualTo(1);
            }
          });
      assertThat(accounts).hasSizeGreaterThan(100);
      report(reach);
    }
  }

  // For docs/testing.md.
  private void report(Reach reach) {
    if (TIME.equals(FULL)) {
      long messages = accounts.values().stream().mapToLong(account -> account.received.get()).sum();
      long abandoned = accounts.values().stream().filter(account -> account.abandoned).count();
      System.out.printf("%s: %d channels, %d of them abandoned, %d messages%n", reach, accounts.size(), abandoned, messages);
    }
  }

  private Void select(ReceiverSet set) throws Exception {
    try {
      while (true) {
        for (Selection selection : set.select()) {
          Account account = accounts.get(selection.from().attachment(Long.class));
          switch (selection) {
            case Selection.Message m -> {
              Note note = m.as(Note.class);
              assertThat(note != null || account.abandoned).isTrue();
              if (note != null) {
                assertThat(account.received.getAndIncrement()).as("order").isEqualTo(note.number());
              }
            }
            case Selection.Closed c -> account.ends.incrementAndGet();
            case Selection.Failed(var from, var error) -> throw error;
          }
        }
      }
    } catch (HandleClosedException over) {
      return null;
    }
  }

  // One channel: sent to, added, perhaps removed and added again, and in the end closed by one of its sides.
  private void oneLife(ReceiverSet set, ChannelOptions options, SplittableRandom random) throws Exception {
    long name = names.incrementAndGet();
    Account account = new Account();
    accounts.put(name, account);
    IpcChannel<Note> channel = Ferry.channel(MessageType.of(Note.class), options);
    try (IpcSender<Note> sender = channel.sender()) {
      send(sender, account, random);
      Registration<Note> member = set.add(channel.receiver(), name);
      send(sender, account, random);
      for (int moves = random.nextInt(3); moves > 0; moves--) {
        IpcReceiver<Note> back = set.remove(member);
        send(sender, account, random);
        member = set.add(back, name);
        send(sender, account, random);
      }
      switch (random.nextInt(4)) {
        case 0 -> {
          account.abandoned = true;
          member.close();
        }
        case 1 -> {
          account.abandoned = true;
          set.remove(member).close();
        }
        case 2 -> {
          account.abandoned = true;
          sender.close();
          tryToRemove(set, member);
        }
        default -> sender.close();
      }
    }
  }

  private static void tryToRemove(ReceiverSet set, Registration<Note> member) throws Exception {
    try (IpcReceiver<Note> back = set.remove(member)) {
      while (!(back.tryReceive() instanceof Received.Closed<Note>)) {
        // What the set did not read, and then the end.
      }
    } catch (HandleStateException ended) {
      assertThat(member.isMember()).isFalse();
    }
  }

  private static void send(IpcSender<Note> sender, Account account, SplittableRandom random) throws Exception {
    for (int i = random.nextInt(MOST_MESSAGES); i > 0; i--) {
      sender.send(new Note(account.sent.getAndIncrement()));
    }
  }

  /** Closing meets every other call. */
  @Test
  void aSetThatIsClosedMeanwhileRefusesAndKeepsNothing() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < Effort.of(300, 20_000); round++) {
      ReceiverSet set = new ReceiverSet();
      FutureTask<Void> selecting = start(() -> selectAll(set));
      List<FutureTask<Integer>> adding = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        adding.add(start(() -> addUntilClosed(set)));
      }
      for (int i = random.nextInt(2_000); i > 0; i--) {
        Thread.onSpinWait();
      }
      set.close();
      for (FutureTask<Integer> task : adding) {
        assertThat(task.get()).isNotNegative();
      }
      assertThat(selecting.get()).isNull();
      assertThat(set.size()).isZero();
    }
  }

  private static Void selectAll(ReceiverSet set) throws Exception {
    try {
      while (true) {
        List<Selection> unused = set.select();
      }
    } catch (HandleClosedException over) {
      return null;
    }
  }

  private static int addUntilClosed(ReceiverSet set) throws Exception {
    int added = 0;
    while (true) {
      try (IpcChannel<Note> channel = Ferry.channel(Note.class)) {
        channel.sender().send(new Note(added));
        Registration<Note> unused;
        try {
          unused = set.add(channel.receiver());
        } catch (HandleClosedException over) {
          channel.sender().send(new Note(1));
          assertThat(channel.receiver().receive()).isEqualTo(new Note(added));
          return added;
        }
        added++;
      }
    }
  }
}
