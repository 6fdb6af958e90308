package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Handle;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.Handles;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MemoryAccess;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.SharedMemory;

/** A {@link Cargo} with the other ends of its handles, by which each can be tried. Closes all that did not move. */
final class Freight implements AutoCloseable {
  private static final int READ_BEFORE = 2;

  private final IpcChannel<String> a;
  private final IpcChannel<String> b;
  private final BytesChannel c;
  private final BytesChannel d;
  private final IpcChannel<String> e;
  private final IpcChannel<String> f;
  private final DuplexPair<String, String> g;
  private final Cargo cargo;
  private final String mark;

  Freight(Contract contract, String mark) throws Exception {
    this.mark = mark;
    this.a = contract.channel(String.class);
    this.b = contract.channel(String.class);
    this.c = contract.bytes();
    this.d = contract.bytes();
    this.e = contract.channel(String.class);
    this.f = contract.channel(String.class);
    this.g = contract.duplex();
    OpaqueSender opaqueSender = e.sender().opaque();
    OpaqueReceiver opaqueReceiver = f.receiver().opaque();
    this.cargo =
        new Cargo(
            a.sender(), b.receiver(), c.sender(), d.receiver(), opaqueSender, opaqueReceiver, g.left(),
            contract.fixture.descriptors() ? Optional.of(file(mark)) : Optional.empty(),
            contract.fixture.descriptors() ? Optional.of(SharedMemory.copyOf(mark.getBytes())) : Optional.empty(),
            mark);
  }

  private static OwnedFd file(String mark) throws Exception {
    Path path = Files.createTempFile("freight", ".txt");
    try {
      Files.writeString(path, mark);
      OwnedFd file = OwnedFd.open(path);
      try (FileInputStream same = file.duplicate().inputStream()) {
        assertThat(same.readNBytes(READ_BEFORE)).hasSize(READ_BEFORE);
      }
      return file;
    } finally {
      Files.delete(path);
    }
  }

  Cargo cargo() {
    return cargo;
  }

  List<Handle> handles() {
    return Handles.in(cargo);
  }

  /** Asserts that every handle is open here and does its work. */
  void assertHere() throws Exception {
    assertThat(states()).containsOnly(HandleState.Open.INSTANCE);
    assertWorks(cargo);
    if (cargo.i().isPresent()) {
      assertWritable(cargo.i().get());
    }
  }

  // By a mapping made now, and not by one that was there before.
  private static void assertWritable(SharedMemory memory) throws Exception {
    assertThat(memory.access()).isEqualTo(MemoryAccess.WRITE);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment fresh = memory.segment(arena);
      byte first = fresh.get(ValueLayout.JAVA_BYTE, 0);
      fresh.set(ValueLayout.JAVA_BYTE, 0, (byte) ~first);
      assertThat(memory.segment().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) ~first);
      memory.segment().set(ValueLayout.JAVA_BYTE, 0, first);
      assertThat(fresh.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo(first);
    }
  }

  // The bytes, and where the next read of the open file begins: another file of the same length has others.
  private void assertSameFile(OwnedFd file) throws Exception {
    assertThat(file.size()).isEqualTo(mark.length());
    try (Arena arena = Arena.ofConfined()) {
      assertThat(file.map(MapMode.READ_ONLY, 0, mark.length(), arena).toArray(ValueLayout.JAVA_BYTE))
          .isEqualTo(mark.getBytes());
    }
    try (FileInputStream same = file.duplicate().inputStream()) {
      assertThat(same.getChannel().position()).isEqualTo(READ_BEFORE);
    }
  }

  /** Asserts that every handle was moved from here by {@code by}. */
  void assertGone(String by) {
    assertThat(states()).containsOnly(new HandleState.Moved(by));
  }

  /** Receives this freight, asserting that just its own handles came with it, and that each does its work. */
  void assertArrives(Delivery<Cargo> delivery) throws Exception {
    assertThat(delivery.handleCount()).isEqualTo(handles().size());
    assertThat(delivery.value().last()).isEqualTo(mark);
    assertWorks(delivery.value());
  }

  /** Sends and receives this freight, asserting that all is as it should be. */
  void assertPasses(IpcChannel<Cargo> way) throws Exception {
    way.sender().send(cargo);
    assertGone("send on IpcSender<Cargo>");
    try (Delivery<Cargo> delivery = way.receiver().take()) {
      assertArrives(delivery);
    }
  }

  private void assertWorks(Cargo there) throws Exception {
    there.a().send("a" + mark);
    assertThat(a.receiver().receive()).isEqualTo("a" + mark);
    b.sender().send("b" + mark);
    assertThat(there.b().receive()).isEqualTo("b" + mark);
    there.c().send(MemorySegment.ofArray(mark.getBytes()));
    assertThat(c.receiver().receive()).isEqualTo(mark.getBytes());
    d.sender().send(MemorySegment.ofArray(mark.getBytes()));
    assertThat(there.d().receive()).isEqualTo(mark.getBytes());
    f.sender().send("f" + mark);
    OpaqueMessage undecoded = there.f().receive();
    there.e().send(undecoded);
    assertThat(e.receiver().receive()).isEqualTo("f" + mark);
    there.g().send("g" + mark);
    assertThat(g.right().receive()).isEqualTo("g" + mark);
    g.right().send("back" + mark);
    assertThat(there.g().receive()).isEqualTo("back" + mark);
    assertThat(there.h().isPresent()).isEqualTo(cargo.h().isPresent());
    if (there.h().isPresent()) {
      assertSameFile(there.h().get());
    }
    assertThat(there.i().isPresent()).isEqualTo(cargo.i().isPresent());
    if (there.i().isPresent()) {
      assertThat(there.i().get().segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(mark.getBytes());
    }
  }

  private List<HandleState> states() {
    List<HandleState> states = new ArrayList<>();
    for (Handle handle : handles()) {
      states.add(handle.state());
    }
    return states;
  }

  @Override
  public void close() {
    Handles.close(cargo);
    for (AutoCloseable pair : List.of(a, b, c, d, e, f, g)) {
      try {
        pair.close();
      } catch (Exception impossible) {
        throw new AssertionError(impossible);
      }
    }
  }
}
