package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.processes.Hoard;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.LoadedClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * At the limit of open descriptors a message whose handles find no room is reported once, all others arrive, nothing is
 * tried again and again, and a receiver that cannot be added stays where it was.
 */
class SetAtTheDescriptorLimitTest {
  private static final Duration LIMIT = Duration.ofSeconds(50);

  @Test
  void isFeltOnlyByMessagesWithHandlesAndByNewSets() throws Exception {
    try (ChildJvm child = ChildJvm.of(AtTheLimit.class).descriptorLimit(128).start()) {
      assertThat(child.finish(LIMIT)).contains("done");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"select", "receive"})
  void whoWaitsForANumberTakesNoProcessor(String way) throws Exception {
    try (ChildJvm child = ChildJvm.of(Starved.class, way).descriptorLimit(128).start()) {
      assertThat(child.finish(LIMIT)).contains("done");
    }
  }

  @Test
  void aTryIsNotHeldUp() throws Exception {
    try (ChildJvm child = ChildJvm.of(Trying.class).descriptorLimit(128).start()) {
      assertThat(child.finish(LIMIT)).contains("done");
    }
  }

  /** Run as a process of its own: has no number for the file of a large message, not even one to spare, and waits for it. */
  static final class Starved {
    public static void main(String[] arguments) throws Exception {
      LoadedClasses.all();
      assertThat(AtTheLimit.processorTime()).as("loads what asserting needs").isPositive();
      ResourceExhaustedException loaded = new ResourceExhaustedException("loaded", "EMFILE", 1);
      try (ReceiverSet set = new ReceiverSet();
          IpcChannel<Letter> channel = Ferry.channel(Letter.class);
          Hoard hoard = new Hoard()) {
        Callable<Object> wait = way(arguments[0], set, channel.receiver());
        channel.sender().send(AtTheLimit.letter("large", AtTheLimit.LARGE, 0));
        hoard.fill();
        long begin = System.nanoTime();
        long before = AtTheLimit.processorTime();
        Object only = wait.call();
        long worked = AtTheLimit.processorTime() - before;
        long waited = System.nanoTime() - begin;
        hoard.close();
        assertThat(only).isEqualTo(loaded.getClass());
        assertThat(worked).as("of %d ns", waited).isLessThan(waited / 2);
        channel.sender().send(AtTheLimit.letter("again", AtTheLimit.LARGE, 0));
        assertThat(wait.call()).isEqualTo("again");
        System.out.println("done");
      }
    }

    // The name of the next letter, or the class of what came instead.
    private static Callable<Object> way(String name, ReceiverSet set, IpcReceiver<Letter> receiver) throws Exception {
      return switch (name) {
        case "select" -> {
          Registration<Letter> member = set.add(receiver);
          yield () ->
              switch (set.select().getFirst()) {
                case Selection.Message m -> m.as(member).name();
                case Selection.Failed(var from, var error) -> error.getClass();
                case Selection.Closed c -> throw new AssertionError(c);
              };
        }
        case "receive" ->
            () -> {
              try {
                return receiver.receive().name();
              } catch (ResourceExhaustedException e) {
                return e.getClass();
              }
            };
        default -> throw new AssertionError(name);
      };
    }
  }

  /** Run as a process of its own: tries without a number. A pause in a try would use up the thread's permit to run on. */
  static final class Trying {
    // A park that has a permit returns at once, and one that has none after this: so there is a difference on any machine.
    private static final Duration NO_PERMIT = Duration.ofSeconds(3);

    public static void main(String[] arguments) throws Exception {
      LoadedClasses.all();
      ResourceExhaustedException unusedLoaded = new ResourceExhaustedException("loaded", "EMFILE", 1);
      assertThat(tries(() -> {})).as("a call that does not pause").isTrue();
      assertThat(tries(() -> LockSupport.parkNanos(1))).as("a call that pauses").isFalse();
      try (ReceiverSet set = new ReceiverSet();
          IpcChannel<Letter> one = Ferry.channel(Letter.class);
          IpcChannel<Letter> other = Ferry.channel(Letter.class);
          Hoard hoard = new Hoard()) {
        Registration<Letter> unusedMember = set.add(other.receiver());
        one.sender().send(AtTheLimit.letter("large", AtTheLimit.LARGE, 0));
        other.sender().send(AtTheLimit.letter("large", AtTheLimit.LARGE, 0));
        hoard.fill();
        boolean tried = tries(() -> refused(one.receiver()));
        boolean selected = tries(() -> refused(set));
        hoard.close();
        assertThat(List.of(tried, selected)).containsExactly(true, true);
        System.out.println("done");
      }
    }

    // Until the message is given up for lost, about a second later.
    private static void refused(IpcReceiver<Letter> receiver) throws Exception {
      try {
        while (receiver.tryReceive() instanceof Received.Empty) {
          Thread.onSpinWait();
        }
        throw new AssertionError("a message without a number");
      } catch (ResourceExhaustedException e) {
        // As it must be.
      }
    }

    private static void refused(ReceiverSet set) throws Exception {
      List<Selection> selected = List.of();
      while (selected.isEmpty()) {
        selected = set.selectNow();
      }
      if (!(selected.getFirst() instanceof Selection.Failed)) {
        throw new AssertionError(selected);
      }
    }

    private interface Call {
      void run() throws Exception;
    }

    private static boolean tries(Call call) throws Exception {
      LockSupport.unpark(Thread.currentThread());
      call.run();
      long begin = System.nanoTime();
      LockSupport.parkNanos(NO_PERMIT.toNanos());
      return System.nanoTime() - begin < NO_PERMIT.toNanos();
    }
  }

  record Letter(String name, byte[] body, List<OwnedFd> files) {}

  /** Run as a process of its own with few descriptors. */
  static final class AtTheLimit {
    private static final Duration WATCHED = Duration.ofMillis(500);
    private static final int LARGE = 1 << 20;

    public static void main(String[] arguments) throws Exception {
      LoadedClasses.all();
      selected(false); // with numbers enough: what the first use of anything loads needs descriptors
      selected(true);
      selected(true);
      refused();
      System.out.println("done");
    }

    private static Letter letter(String name, int bytes, int files) throws KernelException {
      List<OwnedFd> handles = new ArrayList<>();
      for (int i = 0; i < files; i++) {
        handles.add(UnixDescriptors.adopt(EventFd.create()));
      }
      return new Letter(name, new byte[bytes], handles);
    }

    private static void selected(boolean full) throws Exception {
      try (ReceiverSet set = new ReceiverSet();
          IpcChannel<Letter> mixed = Ferry.channel(Letter.class);
          IpcChannel<Letter> plain = Ferry.channel(Letter.class);
          Hoard hoard = new Hoard()) {
        Registration<Letter> one = set.add(mixed.receiver());
        Registration<Letter> other = set.add(plain.receiver());
        mixed.sender().send(letter("small", 10, 0));
        mixed.sender().send(letter("handles", 10, 3));
        mixed.sender().send(letter("large", LARGE, 0));
        mixed.sender().send(letter("large with handles", LARGE, 2));
        mixed.sender().send(letter("large again", LARGE, 0));
        plain.sender().send(letter("plain", 10, 0));
        if (full) {
          hoard.fill();
        }
        List<String> ofOne = new ArrayList<>();
        List<String> ofOther = new ArrayList<>();
        while (ofOne.size() < 5 || ofOther.isEmpty()) {
          for (Selection selection : set.select()) {
            List<String> list = selection.from() == one ? ofOne : ofOther;
            switch (selection) {
              case Selection.Message m -> {
                Letter letter = m.as(Letter.class);
                list.add(letter.name());
                letter.files().forEach(AtTheLimit::close);
              }
              case Selection.Failed(var from, var error) -> {
                assertThat(error).isInstanceOf(ResourceExhaustedException.class);
                list.add(((ResourceExhaustedException) error).errno());
              }
              case Selection.Closed c -> throw new AssertionError(c);
            }
          }
        }
        assertThat(ofOne)
            .isEqualTo(
                full
                    ? List.of("small", "EMFILE", "large", "EMFILE", "large again")
                    : List.of("small", "handles", "large", "large with handles", "large again"));
        assertThat(ofOther).containsExactly("plain");
        long before = processorTime();
        assertThat(set.select(WATCHED)).isEmpty();
        assertThat(Duration.ofNanos(processorTime() - before)).as("no busy loop").isLessThan(WATCHED.dividedBy(4));
        hoard.close();
        mixed.sender().send(letter("handles again", 10, 3));
        try (Selection.Message message = (Selection.Message) set.select().getFirst()) {
          assertThat(message.as(one).files()).hasSize(3);
        }
        assertThat(other.isMember()).isTrue();
      }
    }

    static long processorTime() {
      return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime(); // needs no descriptor
    }

    private static void close(OwnedFd file) {
      try {
        file.close();
      } catch (java.io.IOException e) {
        throw new AssertionError(e);
      }
    }

    private static void refused() throws Exception {
      try (ReceiverSet set = new ReceiverSet();
          IpcChannel<Letter> channel = Ferry.channel(Letter.class);
          Hoard hoard = new Hoard()) {
        for (int free = 0; free < 2; free++) { // the set needs two
          hoard.fill();
          if (free > 0) {
            hoard.giveLowest();
          }
          assertThatExceptionOfType(ResourceExhaustedException.class)
              .isThrownBy(() -> set.add(channel.receiver()))
              .satisfies(e -> assertThat(e.errno()).isEqualTo("EMFILE"));
          assertThat(channel.receiver().state()).isEqualTo(HandleState.Open.INSTANCE);
          assertThat(set.size()).isZero();
        }
        hoard.close();
        Registration<Letter> member = set.add(channel.receiver());
        channel.sender().send(letter("now", 1, 0));
        assertThat(((Selection.Message) set.select().getFirst()).as(member).name()).isEqualTo("now");
      }
    }
  }
}
