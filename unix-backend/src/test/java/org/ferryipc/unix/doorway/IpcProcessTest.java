package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Received;
import org.ferryipc.core.contract.Patience;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcLaunch;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.doorway.Waiter;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.doorway.Worker.Answer;
import org.ferryipc.unix.doorway.Worker.Ask;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A child process and the channel to it. */
@Timeout(60)
class IpcProcessTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir private Path directory;
  private String tmp = "";
  private Path output;

  @BeforeEach
  void useADirectoryOfOurOwn() throws IOException {
    tmp = System.setProperty("java.io.tmpdir", Files.createDirectory(directory.resolve("tmp")).toString());
    output = directory.resolve("output");
  }

  @AfterEach
  void noNameIsLeft() throws IOException {
    Path names = Path.of(System.setProperty("java.io.tmpdir", tmp));
    try (Stream<Path> left = Files.list(names)) {
      assertThat(left).isEmpty();
    }
  }

  private IpcLaunch worker(String does) {
    return quiet(IpcProcess.java(Worker.class, does));
  }

  /** The test's own output is a protocol of the test runner. */
  private IpcLaunch quiet(IpcLaunch launch) {
    return launch
        .jvmOptions("-XX:-UsePerfData")
        .adjust(
            builder ->
                builder
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile()));
  }

  private Ask ask(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "content");
    return new Ask(text, OwnedFd.open(file));
  }

  private static void ends(Process process) throws InterruptedException {
    assertThat(process.waitFor(LONG.toNanos(), TimeUnit.NANOSECONDS)).isTrue();
  }

  private void answers(IpcProcess<Ask, Answer> child) throws Exception {
    Duplex<Ask, Answer> channel = child.accept(LONG);
    assertThat(channel).isSameAs(child.accept());
    channel.send(ask("file has "));
    assertThat(channel.receive()).isEqualTo(new Answer("file has content"));
    assertThat(channel.peer().uid()).isPresent();
    child.close();
    ends(child.process());
    assertThat(output).hasContent(""); // no warning of native access either
    assertThat(child.process().exitValue()).isZero();
  }

  @Test
  void aChildReadsADescriptorAndEndsWithItsChannel() throws Exception {
    try (var child = worker("read").start(Ask.class, Answer.class)) {
      assertThat(child.accept(LONG).peer().pid()).hasValue(child.process().pid());
      answers(child);
    }
  }

  @Test
  void aChildIsWaitedForWithoutLimit() throws Exception {
    DoorwayOptions patient = DoorwayOptions.defaults().withHelloLimit(Duration.ofSeconds(Long.MAX_VALUE));
    try (var child = worker("read").options(patient).start(Ask.class, Answer.class)) {
      answers(child);
    }
  }

  @Test
  void aChildInAnotherDirectoryFindsItsClasses() throws Exception {
    try (var child = worker("read").adjust(b -> b.directory(directory.toFile())).start(Ask.class, Answer.class)) {
      answers(child);
    }
  }

  @Test
  void aGrandchildMayConnect() throws Exception {
    try (var child = worker("grandchild").start(Ask.class, Answer.class)) {
      assertThat(child.accept(LONG).peer().pid().orElseThrow()).isNotEqualTo(child.process().pid());
      answers(child);
    }
  }

  @Test
  void aLauncherInFrontThatForksIsNoObstacle() throws Exception {
    try (var child = worker("read").launcher("sh", "-c", "\"$@\"; exit $?", "sh").start(Ask.class, Answer.class)) {
      answers(child);
    }
  }

  @Test
  void aBuilderIsUsedAndNotChanged() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
            java, "--enable-native-access=ALL-UNNAMED", "-XX:-UsePerfData", "-cp",
            System.getProperty("java.class.path"), Worker.class.getName(), "read");
    builder.redirectErrorStream(true).redirectOutput(output.toFile()).environment().put("MARK", "1");
    Map<String, String> before = Map.copyOf(builder.environment());
    try (var child = IpcProcess.of(builder).start(Ask.class, Answer.class)) {
      answers(child);
      child.process().getOutputStream().close();
    }
    assertThat(builder.environment()).isEqualTo(before);
    assertThatThrownBy(() -> IpcProcess.of(builder).jvmOptions("-Xmx1g")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aChildThatExitsBeforeItConnectsEndsAcceptAtOnce() throws Exception {
    try (var child = worker("exit").start(Ask.class, Answer.class)) {
      assertThatThrownBy(child::accept)
          .isInstanceOfSatisfying(
              DisconnectedException.class, e -> assertThat(e.reason()).isEqualTo(new CloseReason.Died()))
          .hasMessageContaining("exit status 7");
      assertThatThrownBy(() -> child.accept(LONG)).isInstanceOf(DisconnectedException.class);
    }
  }

  @Test
  void aChildThatIsKilledBeforeItConnectsEndsAcceptWithin100Milliseconds() throws Exception {
    try (var child = worker("wait").start(Ask.class, Answer.class)) {
      Waiter waiter = Waiter.start(child::accept);
      waiter.awaitWaiting();
      child.process().destroyForcibly();
      ends(child.process());
      long ended = System.nanoTime();
      assertThat(waiter.failure()).isInstanceOf(DisconnectedException.class).hasMessageContaining("exit status 137");
      Patience.assertAtOnce(Duration.ofNanos(System.nanoTime() - ended));
    }
  }

  @Test
  void aCommandThatCannotBeStartedLeavesNothing() {
    assertThatThrownBy(() -> IpcProcess.of(new ProcessBuilder("/no/such/thing")).start(Ask.class, Answer.class))
        .isInstanceOf(IOException.class);
  }

  @Test
  void whatAShortLivedChildSaidIsNotLost() throws Exception {
    for (int i = 0; i < 3; i++) {
      try (var child = worker("say and exit").start(Ask.class, Answer.class)) {
        ends(child.process());
        Duplex<Ask, Answer> channel = child.accept(LONG);
        assertThat(channel.receive()).isEqualTo(new Answer("short life"));
        assertThat(channel.tryReceive(LONG)).isEqualTo(new Received.Closed<Answer>(new CloseReason.Died()));
      }
    }
  }

  @Test
  void aChildThatExitsAfterItConnectedHasDied() throws Exception {
    try (var child = worker("connect and exit").start(Ask.class, Answer.class)) {
      assertThat(child.accept(LONG).tryReceive(LONG))
          .isEqualTo(new Received.Closed<Answer>(new CloseReason.Died()));
    }
  }

  @Test
  void aKilledChildHasDiedAndOneThatSaysGoodbyeHasNot() throws Exception {
    for (int i = 0; i < 3; i++) {
      try (var child = worker("say, wait to be killed").start(Ask.class, Answer.class)) {
        Duplex<Ask, Answer> channel = child.accept(LONG);
        assertThat(channel.receive()).isEqualTo(new Answer("kill me"));
        child.process().destroyForcibly();
        assertThat(channel.tryReceive(LONG)).isEqualTo(new Received.Closed<Answer>(new CloseReason.Died()));
        ends(child.process());
      }
    }
    try (var child = worker("say goodbye").start(Ask.class, Answer.class)) {
      assertThat(child.accept(LONG).tryReceive(LONG))
          .isEqualTo(new Received.Closed<Answer>(new CloseReason.Closed(4, "done here")));
      child.process().destroyForcibly();
      ends(child.process());
    }
  }

  @Test
  void acceptEndsAtItsLimitAndClosingDestroysWhoNeverCame() throws Exception {
    try (var child = worker("wait").start(Ask.class, Answer.class)) {
      long began = System.nanoTime();
      assertThatThrownBy(() -> child.accept(Duration.ofMillis(500))).isInstanceOf(IpcTimeoutException.class);
      Patience.assertEndedAt(Duration.ofMillis(500), Duration.ofNanos(System.nanoTime() - began));
      assertThat(child.process().isAlive()).isTrue();
      Waiter waiter = Waiter.start(child::accept);
      waiter.awaitWaiting();
      began = System.nanoTime();
      child.close();
      assertThat(waiter.failure()).isInstanceOf(HandleClosedException.class);
      Patience.assertAtOnce(Duration.ofNanos(System.nanoTime() - began));
      ends(child.process());
      assertThat(child.process().exitValue()).isEqualTo(143);
    }
  }

  @Test
  void whoIsNotOfTheFamilyIsRefusedAndUsesNothingUp() throws Exception {
    String[] name = new String[1];
    MessageType<Answer> answer = MessageType.of(Answer.class);
    try (var child =
        worker("read")
            .adjust(b -> name[0] = b.environment().get(IpcProcess.PARENT_VARIABLE))
            .start(Ask.class, Answer.class)) {
      assertThatThrownBy(
              () -> Ferry.connect(name[0], answer, MessageType.of(Ask.class), DoorwayOptions.defaults(), LONG))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("policy");
      answers(child);
    }
  }

  @Test
  void aChildOfOtherTypesIsToldAndMayTryAgain() throws Exception {
    try (var child = worker("wrong types").start(Ask.class, Answer.class)) {
      assertThat(child.accept(LONG).receive()).isEqualTo(new Answer("right at last"));
      ends(child.process());
    }
    assertThat(output).content().startsWith("RefusedException").contains("Worker$Ask").contains("Worker$Answer");
  }

  @Test
  void theNameIsUsedUpOnce() throws Exception {
    try (var child = worker("twice").start(Ask.class, Answer.class)) {
      assertThat(child.accept(LONG).receive()).isEqualTo(new Answer("RefusedException"));
      ends(child.process());
    }
  }

  @Test
  void thisProcessIsNoChild() {
    assertThatThrownBy(() -> Ferry.parent(Answer.class, Ask.class))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("FERRY_PARENT");
  }

  @Test
  void aSocketAsStandardInputIsTheInheritedChannel() throws Exception {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_STREAM);
    OwnedFd theirs = UnixDescriptors.adopt(pair.second());
    IpcLaunch launch =
        IpcProcess.java(Worker.class, "inherited channel")
            .jvmOptions("-XX:-UsePerfData")
            .stdin(theirs)
            .adjust(b -> b.redirectErrorStream(true).redirectOutput(output.toFile()));
    try (ByteChannel ours = UnixDescriptors.adopt(pair.first()).byteChannel();
        var child = launch.start(Ask.class, Answer.class)) {
      assertThat(theirs.toString()).contains("moved");
      ours.write(ByteBuffer.wrap("ping".getBytes(StandardCharsets.UTF_8)));
      assertThat(child.accept(LONG).receive()).isEqualTo(new Answer("ping"));
      ByteBuffer answer = ByteBuffer.allocate(10);
      ours.read(answer);
      assertThat(answer.flip().remaining()).isEqualTo(4);
      ends(child.process());
    }
  }

  @Test
  void aDescriptorForAChildThatDoesNotStartIsClosed() throws Exception {
    OwnedFd file = OwnedFd.open(Files.writeString(directory.resolve("file"), "content"));
    assertThatThrownBy(
            () -> IpcProcess.of(new ProcessBuilder("/no/such/thing")).stdin(file).start(Ask.class, Answer.class))
        .isInstanceOf(IOException.class);
    assertThat(file.toString()).contains("moved");
  }
}
