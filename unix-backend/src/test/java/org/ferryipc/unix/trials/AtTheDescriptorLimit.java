package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.ProcessCalls;
import org.ferryipc.unix.processes.Hoard;
import org.ferryipc.unix.testing.LoadedClasses;

/** Run as a process of its own with few descriptors: receives with none left. */
final class AtTheDescriptorLimit {
  private static final int MIB = 1 << 20;

  record Letter(String name, byte[] body, List<OwnedFd> files) {}

  private final long limit;

  private AtTheDescriptorLimit() throws KernelException {
    limit = ProcessCalls.descriptorLimit().soft();
  }

  public static void main(String[] arguments) throws Exception {
    LoadedClasses.all();
    AtTheDescriptorLimit program = new AtTheDescriptorLimit();
    OpenDescriptors before = null;
    // At first with numbers enough: classes that are loaded need descriptors.
    for (boolean full : new boolean[] {false, true, true}) {
      switch (arguments[0]) {
        case "mixed" -> program.mixed(full);
        case "threads" -> program.threads(full);
        case "hole" -> program.hole(full);
        default -> throw new IllegalArgumentException(arguments[0]);
      }
      OpenDescriptors now = OpenDescriptors.now();
      if (before != null) {
        assertThat(now.links().size() - now.kept()).as("%s", now).isEqualTo(before.links().size() - before.kept());
      }
      before = now;
    }
    System.out.println("done " + arguments[0]);
  }

  private static Letter letter(String name, int bytes, int files) throws KernelException {
    List<OwnedFd> handles = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      handles.add(UnixDescriptors.adopt(EventFd.create()));
    }
    return new Letter(name, body(name, bytes), handles);
  }

  private static byte[] body(String name, int bytes) {
    byte[] body = new byte[bytes];
    Arrays.fill(body, (byte) name.charAt(0));
    return body;
  }

  private static void arrives(IpcReceiver<Letter> receiver, String name, int bytes) throws Exception {
    try (Delivery<Letter> delivery = receiver.take()) {
      assertThat(delivery.value().name()).isEqualTo(name);
      assertThat(Arrays.equals(delivery.value().body(), body(name, bytes))).isTrue(); // not byte by byte: they are millions
    }
  }

  private void isReported(IpcReceiver<Letter> receiver, boolean full, String name, int bytes) throws Exception {
    if (!full) {
      arrives(receiver, name, bytes);
      assertThat(new ResourceExhaustedException("loaded", "EMFILE", 1).errno()).isEqualTo("EMFILE");
      return;
    }
    assertThatExceptionOfType(ResourceExhaustedException.class)
        .isThrownBy(receiver::take)
        .satisfies(e -> assertThat(e.errno()).isEqualTo("EMFILE"))
        .satisfies(e -> assertThat(e.limit()).isEqualTo(limit));
  }

  private void mixed(boolean full) throws Exception {
    IpcChannel<Letter> channel = Ferry.channel(Letter.class);
    IpcReceiver<Letter> receiver = channel.receiver();
    try (Hoard hoard = new Hoard()) {
      channel.sender().send(letter("a small one", 10, 0));
      channel.sender().send(letter("large one", MIB, 0));
      channel.sender().send(letter("three handles", 10, 3));
      channel.sender().send(letter("more large with handles", MIB, 2));
      channel.sender().send(letter("small one", 10, 0));
      channel.sender().send(letter("huge one", 3 * MIB, 0));
      channel.sender().send(letter("last large one", MIB, 0));
      if (full) {
        hoard.fill();
      }
      arrives(receiver, "a small one", 10);
      arrives(receiver, "large one", MIB);
      isReported(receiver, full, "three handles", 10);
      isReported(receiver, full, "more large with handles", MIB);
      arrives(receiver, "small one", 10);
      arrives(receiver, "huge one", 3 * MIB);
      arrives(receiver, "last large one", MIB);
    }
    channel.sender().send(letter("handles again", MIB, 3));
    arrives(receiver, "handles again", MIB);
    channel.sender().close();
    assertThatExceptionOfType(DisconnectedException.class).isThrownBy(receiver::take);
    receiver.close();
  }

  private void threads(boolean full) throws Exception {
    int channels = 12;
    int letters = 20;
    List<IpcReceiver<Letter>> receivers = new ArrayList<>();
    for (int i = 0; i < channels; i++) {
      IpcChannel<Letter> channel = Ferry.channel(Letter.class);
      for (int j = 0; j < letters; j++) {
        channel.sender().send(letter("large", 300_000, 0));
      }
      channel.sender().close();
      receivers.add(channel.receiver());
    }
    List<Throwable> failures = new ArrayList<>();
    try (Hoard hoard = new Hoard()) {
      if (full) {
        hoard.fill();
      }
      List<Thread> threads =
          receivers.stream().map(r -> Thread.ofPlatform().start(() -> receiveAll(r, letters, failures))).toList();
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(failures).isEmpty();
    receivers.forEach(IpcReceiver::close);
  }

  private static void receiveAll(IpcReceiver<Letter> receiver, int letters, List<Throwable> failures) {
    try {
      for (int i = 0; i < letters; i++) {
        arrives(receiver, "large", 300_000);
      }
    } catch (Throwable failure) {
      synchronized (failures) {
        failures.add(failure);
      }
    }
  }

  /** The lowest number is free at one moment, and so everything looks well, and nothing is free at the next. */
  private void hole(boolean full) throws Exception {
    IpcChannel<Letter> channel = Ferry.channel(Letter.class);
    IpcReceiver<Letter> receiver = channel.receiver();
    try (Hoard hoard = new Hoard()) {
      for (int i = 0; i < 40; i++) {
        channel.sender().send(letter("small", 10, 0));
        channel.sender().send(letter("large", 300_000, 0));
        if (full) {
          hoard.fill();
          hoard.giveLowest();
        }
        arrives(receiver, "small", 10);
        if (full) {
          hoard.fill();
        }
        arrives(receiver, "large", 300_000);
        hoard.close();
      }
    } catch (IpcException e) {
      throw new AssertionError("a message without handles was lost", e);
    }
    channel.sender().close();
    receiver.close();
  }
}
