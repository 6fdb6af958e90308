package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.net.SocketException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.processes.CallRecord;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.newsclub.net.unix.AFUNIXServerSocket;
import org.newsclub.net.unix.AFUNIXSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/**
 * After mitsuhiko/unix-ipc #3 and dbus-broker #354: who duplicates a descriptor to send it has two to close. A handle
 * is moved and converted without any duplicate; the kernel's record of the system calls is the proof.
 */
class HandleDuplicatedOnTheWayTest {
  private static final String BEGIN = "ferry moves from here";
  private static final String END = "ferry moves to here";
  private static final Path FILE = Path.of("/dev/null");
  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final int MESSAGES = 25;
  private static final int OF_EACH_KIND = 80;
  private static final int KINDS = 5;
  private static final int MOVED = MESSAGES * OF_EACH_KIND * KINDS;

  record Load(
      List<OwnedFd> files,
      List<IpcSender<Note>> senders,
      List<IpcReceiver<Note>> receivers,
      List<Duplex<Note, Note>> duplexes,
      List<SharedMemory> memories) {}

  @TempDir private Path directory;

  @Test
  void tenThousandMovedHandlesAndTheirConversionsDuplicateNothing() throws Exception {
    Path log = directory.resolve("calls");
    try (ChildJvm child = CallRecord.of(ChildJvm.of(Mover.class), log).start()) {
      assertThat(child.finish(PATIENCE)).contains("moved " + MOVED);
    }
    CallRecord calls = CallRecord.read(log);
    assertThat(calls.between(BEGIN, END).lines()).noneMatch(CallRecord::isDuplication);
    assertThat(calls.from(END).lines())
        .as("the duplicate that was asked for, to show that the record has them")
        .anyMatch(CallRecord::isDuplication);
  }

  /** Moves and converts between two marks, then duplicates once. */
  static final class Mover {
    private static final AFUNIXSocketAddress ADDRESS = abstractAddress();

    public static void main(String[] arguments) throws Exception {
      int moved = move(1); // what the first use of anything does is not the way
      convert();
      try (AFUNIXServerSocket listener = AFUNIXServerSocket.bindOn(ADDRESS);
          AFUNIXSocket warm = AFUNIXSocket.connectTo(ADDRESS);
          AFUNIXSocket socket = AFUNIXSocket.connectTo(ADDRESS)) {
        UnixDescriptors.adopt(warm).close();
        CallRecord.mark(BEGIN);
        moved = move(MESSAGES);
        convert();
        UnixDescriptors.adopt(socket).close();
        CallRecord.mark(END);
      }
      try (OwnedFd file = OwnedFd.open(FILE);
          OwnedFd duplicate = file.duplicate()) {
        System.out.println("moved " + moved + ", and asked for a duplicate of size " + duplicate.size());
      }
      System.out.println("moved " + moved);
    }

    private static AFUNIXSocketAddress abstractAddress() {
      try {
        return AFUNIXSocketAddress.inAbstractNamespace("ferry-mover-" + ProcessHandle.current().pid());
      } catch (SocketException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private static int move(int messages) throws Exception {
      int moved = 0;
      try (IpcChannel<Load> channel = Ferry.channel(Load.class)) {
        for (int i = 0; i < messages; i++) {
          List<AutoCloseable> otherEnds = new ArrayList<>();
          channel.sender().send(load(otherEnds));
          try (Delivery<Load> delivery = channel.receiver().take()) {
            moved += delivery.handleCount();
          }
          for (AutoCloseable end : otherEnds) {
            end.close();
          }
        }
      }
      return moved;
    }

    private static Load load(List<AutoCloseable> otherEnds) throws Exception {
      Load load =
          new Load(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      for (int i = 0; i < OF_EACH_KIND; i++) {
        load.files().add(OwnedFd.open(FILE));
        IpcChannel<Note> one = Ferry.channel(Note.class);
        load.senders().add(one.sender());
        otherEnds.add(one.receiver());
        IpcChannel<Note> two = Ferry.channel(Note.class);
        load.receivers().add(two.receiver());
        otherEnds.add(two.sender());
        DuplexPair<Note, Note> pair = Ferry.duplex(Note.class, Note.class);
        load.duplexes().add(pair.left());
        otherEnds.add(pair.right());
        load.memories().add(SharedMemory.allocate(Integer.BYTES));
      }
      return load;
    }

    private static void convert() throws Exception {
      try (FileInputStream in = OwnedFd.open(FILE).inputStream()) {
        assertThat(in.read()).isEqualTo(-1);
      }
      OwnedFd.open(FILE, StandardOpenOption.WRITE).outputStream().close();
      OwnedFd.open(FILE).byteChannel().close();
      OwnedFd.from(OwnedFd.open(FILE).inputStream()).close();
      IpcChannel<Note> channel = Ferry.channel(Note.class);
      OpaqueSender sender = channel.sender().opaque();
      OpaqueReceiver receiver = channel.receiver().opaque();
      try (IpcSender<Note> typed = sender.typed(Note.class);
          IpcReceiver<Note> back = receiver.typed(Note.class)) {
        typed.send(new Note(1));
        assertThat(back.receive()).isEqualTo(new Note(1));
      }
    }
  }
}
