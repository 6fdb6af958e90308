package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.Received;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.doorway.OneShotServer;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * servo/ipc-channel #214: descriptors that are not close-on-exec live on in each program that the process starts, so
 * that a channel does not end while any unrelated child lives. Here each one is, from the instant it exists.
 */
class InheritedDescriptorsTest {
  private static final long CLOSE_ON_EXEC = 02000000; // O_CLOEXEC, asm-generic/fcntl.h

  record Everything(
      OwnedFd file,
      IpcSender<Note> sender,
      IpcReceiver<Note> receiver,
      Duplex<Note, Note> duplex,
      SharedMemory memory,
      List<IpcSender<Note>> many) {}

  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  private <T extends AutoCloseable> T keep(T handle) {
    open.push(handle);
    return handle;
  }

  @Test
  void everyKindIsCloseOnExec(@TempDir Path folder) throws Exception {
    OpenDescriptors before = OpenDescriptors.now();
    Path file = Files.writeString(folder.resolve("file"), "text");
    for (int many : new int[] {0, 300}) { // in the packet, and in a crate
      IpcChannel<Everything> channel = keep(Ferry.channel(Everything.class));
      channel.sender().send(everything(file, many));
      keep(channel.receiver().take());
    }
    keep(OwnedFd.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
    keep(((OwnedFd) open.peek()).duplicate());
    keep(everything(file, 0).file());
    conversions(file);
    largePayload();
    waits();
    keep(OneShotServer.open(Note.class));
    for (int number : OpenDescriptors.now().since(before).keySet()) {
      assertThat(flags(number) & CLOSE_ON_EXEC)
          .as("descriptor %d, %s", number, Files.readSymbolicLink(Path.of("/proc/self/fd/" + number)))
          .isEqualTo(CLOSE_ON_EXEC);
    }
    closeAll();
  }

  private Everything everything(Path file, int many) throws Exception {
    IpcChannel<Note> one = Ferry.channel(Note.class);
    IpcChannel<Note> other = Ferry.channel(Note.class);
    keep(one.receiver());
    keep(other.sender());
    DuplexPair<Note, Note> pair = Ferry.duplex(Note.class, Note.class);
    keep(pair.left());
    List<IpcSender<Note>> ends = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      IpcChannel<Note> each = Ferry.channel(Note.class);
      keep(each.receiver());
      ends.add(keep(each.sender()));
    }
    SharedMemory memory = SharedMemory.copyOf(new byte[] {1});
    return new Everything(
        OwnedFd.open(file), keep(one.sender()), keep(other.receiver()), keep(pair.right()), keep(memory), ends);
  }

  private void conversions(Path file) throws Exception {
    keep(OwnedFd.open(file).inputStream());
    SeekableByteChannel seekable =
        keep(OwnedFd.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE).seekableChannel());
    assertThat(seekable.size()).isEqualTo(4);
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_STREAM);
    ByteChannel left = keep(UnixDescriptors.adopt(pair.first()).byteChannel());
    keep(UnixDescriptors.adopt(pair.second()).byteChannel());
    assertThat(left.isOpen()).isTrue();
  }

  /** Its file stays with the sender, to be used again; the receiver may keep a number in reserve. */
  private void largePayload() throws Exception {
    BytesChannel bytes = keep(Ferry.bytes());
    for (int i = 0; i < 2; i++) {
      bytes.sender().send(MemorySegment.ofArray(new byte[1 << 20]));
      assertThat(bytes.receiver().receive()).hasSize(1 << 20);
    }
  }

  /** A platform thread waits with a counter of its own, a virtual one by the process's poller. */
  private void waits() throws Exception {
    IpcChannel<Note> silent = keep(Ferry.channel(Note.class));
    Runnable wait =
        () -> {
          try {
            assertThat(silent.receiver().tryReceive(Duration.ofMillis(1))).isInstanceOf(Received.Empty.class);
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        };
    wait.run();
    Thread.ofVirtual().start(wait).join();
  }

  private static long flags(int number) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/fdinfo/" + number))) {
      if (line.startsWith("flags:")) {
        return Long.parseLong(line.substring("flags:".length()).strip(), 8);
      }
    }
    throw new AssertionError("no flags");
  }

  private void closeAll() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  @Test
  void aProgramThatIsStartedDuringReceivesInheritsNothing(@TempDir Path folder) throws Throwable {
    int programs = Effort.of(40, 1_000);
    AtomicBoolean over = new AtomicBoolean();
    Path file = Files.writeString(folder.resolve("file"), "text");
    Set<String> ofTheJvm = notCloseOnExec();
    FutureTask<Integer> traffic = new FutureTask<>(() -> sendAndReceive(file, over));
    Thread unused = Thread.ofPlatform().daemon().start(traffic);
    try {
      for (int i = 0; i < programs; i++) {
        Path list = folder.resolve("list" + i);
        try (NativeProgram program = NativeProgram.shell("ls -l /proc/self/fd > '" + list + "'")) {
          assertThat(program.await()).isZero();
        }
        assertThat(inherited(list)).as("what program %d has of us", i).isSubsetOf(ofTheJvm);
      }
    } finally {
      over.set(true);
    }
    assertThat(traffic.get()).isPositive();
  }

  private static int sendAndReceive(Path file, AtomicBoolean over) throws Exception {
    int messages = 0;
    try (IpcChannel<Everything> channel = Ferry.channel(Everything.class)) {
      InheritedDescriptorsTest ends = new InheritedDescriptorsTest();
      for (; !over.get(); messages++) {
        channel.sender().send(ends.everything(file, 20));
        try (Delivery<Everything> delivery = channel.receiver().take()) {
          assertThat(delivery.handleCount()).isEqualTo(25);
        }
        ends.closeAll();
      }
    }
    return messages;
  }

  /** {@return what the JVM leaves to all programs}, such as the socket of {@code sun.nio.ch.UnixDispatcher} */
  private static Set<String> notCloseOnExec() throws IOException {
    Set<String> links = new HashSet<>();
    for (Map.Entry<Integer, String> descriptor : OpenDescriptors.now().links().entrySet()) {
      if ((flags(descriptor.getKey()) & CLOSE_ON_EXEC) == 0) {
        links.add(descriptor.getValue());
      }
    }
    return links;
  }

  /** {@return what a listing by {@code ls} shows of our kinds, as the kernel names it} */
  private static List<String> inherited(Path list) throws IOException {
    return Files.readAllLines(list).stream()
        .filter(line -> !line.matches(".* [012] -> .*"))
        .filter(line -> line.matches(".* -> (socket:|/memfd:|anon_inode:).*"))
        .map(line -> line.substring(line.indexOf(" -> ") + " -> ".length()))
        .toList();
  }

  @Test
  void aChannelEndsWhileAProgramStillRuns() throws Throwable {
    IpcChannel<Note> channel = Ferry.channel(Note.class);
    try (NativeProgram unrelated = NativeProgram.shell("exec sleep 1000")) {
      channel.sender().close();
      assertThat(channel.receiver().tryReceive(Duration.ofSeconds(10))).isInstanceOf(Received.Closed.class);
      channel.receiver().close();
    }
  }
}
