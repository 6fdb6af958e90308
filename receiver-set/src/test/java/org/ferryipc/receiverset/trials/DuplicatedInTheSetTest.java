package org.ferryipc.receiverset.trials;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.receiverset.DuplexRegistration;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.processes.Strace;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After servo/ipc-channel #127: add took a duplicate of the descriptor. The kernel's record of the system calls is the proof. */
class DuplicatedInTheSetTest {
  private static final String BEGIN = "ferry selects from here";
  private static final String END = "ferry selects to here";
  private static final Pattern DUPLICATION = Pattern.compile("\\b(dup|dup2|dup3)\\(|F_DUPFD");
  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final int ROUNDS = 100;

  @TempDir private Path directory;

  @Test
  void addingSelectingAndRemovingDuplicatesNothing() throws Exception {
    Path log = directory.resolve("calls");
    try (ChildJvm child =
        ChildJvm.of(Adder.class)
            .under(
                Strace.command(), "-f", "--seccomp-bpf", "-qq", "-o", log.toString(),
                "-e", "trace=write,fcntl,?dup,?dup2,dup3,epoll_ctl")
            .start()) {
      assertThat(child.finish(PATIENCE)).contains("done");
    }
    List<String> lines = Files.readAllLines(log);
    List<String> between = lines.subList(indexOf(lines, BEGIN), indexOf(lines, END));
    assertThat(between).noneMatch(line -> DUPLICATION.matcher(line).find());
    assertThat(between.stream().filter(line -> line.contains("EPOLL_CTL_ADD"))).hasSizeGreaterThanOrEqualTo(2 * ROUNDS);
    assertThat(between.stream().filter(line -> line.contains("EPOLL_CTL_DEL"))).hasSize(2 * ROUNDS);
  }

  private static int indexOf(List<String> lines, String mark) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(mark)) {
        return i;
      }
    }
    throw new AssertionError("the record has no write of \"" + mark + "\"");
  }

  /** Works with a set between two marks. */
  static final class Adder {
    public static void main(String[] arguments) throws Exception {
      work(1); // what the first use of anything does is not counted
      mark(BEGIN);
      work(ROUNDS);
      mark(END);
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

    private static void mark(String text) throws Exception {
      try (OwnedFd sink = OwnedFd.open(Path.of("/dev/null"), StandardOpenOption.WRITE);
          Arena arena = Arena.ofConfined()) {
        MemorySegment bytes = arena.allocateFrom(text, US_ASCII);
        long written = UnixDescriptors.with(sink, number -> FileCalls.write(number, bytes));
        assertThat(written).isEqualTo(bytes.byteSize());
      }
    }
  }
}
