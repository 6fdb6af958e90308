package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.receiverset.DuplexRegistration;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.unix.processes.CallRecord;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After servo/ipc-channel #127: add took a duplicate of the descriptor. The kernel's record of the system calls is the proof. */
class DuplicatedInTheSetTest {
  private static final String BEGIN = "ferry selects from here";
  private static final String END = "ferry selects to here";
  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final int ROUNDS = 100;
  // The set's calls, by list and number: a sender with a lane has its own number watched, and only for the end of its receiver.
  private static final Pattern FOR_MESSAGES = Pattern.compile("epoll_ctl\\((\\d+), EPOLL_CTL_ADD, \\d+, \\{events=EPOLLIN\\|EPOLLRDHUP");
  private static final Pattern REMOVAL = Pattern.compile("epoll_ctl\\((\\d+), EPOLL_CTL_DEL, ");

  @TempDir private Path directory;

  @Test
  void addingSelectingAndRemovingDuplicatesNothing() throws Exception {
    Path log = directory.resolve("calls");
    try (ChildJvm child = CallRecord.of(ChildJvm.of(Adder.class), log, "epoll_ctl").start()) {
      assertThat(child.finish(PATIENCE)).contains("done");
    }
    List<String> between = CallRecord.read(log).between(BEGIN, END).lines();
    assertThat(between).noneMatch(CallRecord::isDuplication);
    assertThat(between.stream().filter(line -> FOR_MESSAGES.matcher(line).find())).hasSizeGreaterThanOrEqualTo(2 * ROUNDS);
    Set<String> watched = groups(between.stream(), FOR_MESSAGES).collect(Collectors.toSet());
    assertThat(groups(between.stream(), REMOVAL).filter(watched::contains)).hasSize(2 * ROUNDS);
  }

  private static Stream<String> groups(Stream<String> lines, Pattern call) {
    return lines.map(call::matcher).filter(Matcher::find).map(matcher -> matcher.group(1));
  }

  /** Works with a set between two marks. */
  static final class Adder {
    public static void main(String[] arguments) throws Exception {
      work(1); // what the first use of anything does is not counted
      CallRecord.mark(BEGIN);
      work(ROUNDS);
      CallRecord.mark(END);
      System.out.println("done");
    }

    private static void work(int rounds) throws Exception {
      try (ReceiverSet set = new ReceiverSet();
          IpcChannel<Note> channel = Ferry.channel(Note.class);
          DuplexPair<Note, Note> duplex = Ferry.duplex(Note.class, Note.class)) {
        IpcReceiver<Note> receiver = channel.receiver();
        var end = duplex.left();
        for (int i = 0; i < rounds; i++) {
          Registration<Note> member = set.add(receiver);
          DuplexRegistration<Note, Note> other = set.add(end);
          channel.sender().send(new Note(i));
          duplex.right().send(new Note(i));
          int got = 0;
          while (got < 2) {
            got += set.select().size();
          }
          receiver = set.remove(member);
          end = set.remove(other);
        }
        receiver.close();
        end.close();
      }
    }
  }
}
