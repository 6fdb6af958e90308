package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.Handles;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of handle goes as an argument and comes back as the result, alone and inside records, lists and maps. */
abstract class EveryHandleContract extends RpcContract {
  private static final byte[] BYTES = "contents".getBytes(StandardCharsets.UTF_8);

  EveryHandleContract(Fixture fixture) {
    super(fixture);
  }

  record Six(
      IpcSender<String> sender,
      List<IpcReceiver<String>> receivers,
      Map<String, BytesSender> bytesSenders,
      Optional<BytesReceiver> bytesReceiver,
      List<List<OpaqueSender>> opaqueSenders,
      OpaqueReceiver opaqueReceiver) {}

  record All(Six six, List<Duplex<String, String>> ends, List<OwnedFd> files, Map<String, SharedMemory> memories) {}

  interface Mirror {
    IpcSender<String> back(IpcSender<String> handle);

    IpcReceiver<String> back(IpcReceiver<String> handle);

    BytesSender back(BytesSender handle);

    BytesReceiver back(BytesReceiver handle);

    OpaqueSender back(OpaqueSender handle);

    OpaqueReceiver back(OpaqueReceiver handle);

    Duplex<String, String> back(Duplex<String, String> handle);

    OwnedFd back(OwnedFd handle);

    SharedMemory back(SharedMemory handle);

    All back(All all);

    List<IpcSender<String>> back(List<IpcSender<String>> handles);
  }

  private static final class Served implements Mirror {
    @Override
    public IpcSender<String> back(IpcSender<String> handle) {
      return handle;
    }

    @Override
    public IpcReceiver<String> back(IpcReceiver<String> handle) {
      return handle;
    }

    @Override
    public BytesSender back(BytesSender handle) {
      return handle;
    }

    @Override
    public BytesReceiver back(BytesReceiver handle) {
      return handle;
    }

    @Override
    public OpaqueSender back(OpaqueSender handle) {
      return handle;
    }

    @Override
    public OpaqueReceiver back(OpaqueReceiver handle) {
      return handle;
    }

    @Override
    public Duplex<String, String> back(Duplex<String, String> handle) {
      return handle;
    }

    @Override
    public OwnedFd back(OwnedFd handle) {
      return handle;
    }

    @Override
    public SharedMemory back(SharedMemory handle) {
      return handle;
    }

    @Override
    public All back(All all) {
      return all;
    }

    @Override
    public List<IpcSender<String>> back(List<IpcSender<String>> handles) {
      return handles;
    }
  }

  /** The other ends of what travels. */
  private final class Ends implements AutoCloseable {
    final IpcChannel<String> a = Ferry.channel(MessageType.of(String.class), fixture.options());
    final IpcChannel<String> b = Ferry.channel(MessageType.of(String.class), fixture.options());
    final BytesChannel c = Ferry.bytes(fixture.options());
    final BytesChannel d = Ferry.bytes(fixture.options());
    final IpcChannel<String> e = Ferry.channel(MessageType.of(String.class), fixture.options());
    final IpcChannel<String> f = Ferry.channel(MessageType.of(String.class), fixture.options());
    final DuplexPair<String, String> g = pair();

    Ends() throws Exception {}

    void assertWork(
        IpcSender<String> sender,
        IpcReceiver<String> receiver,
        BytesSender bytesSender,
        BytesReceiver bytesReceiver,
        OpaqueSender opaqueSender,
        OpaqueReceiver opaqueReceiver,
        Duplex<String, String> end)
        throws Exception {
      try (sender;
          receiver;
          bytesSender;
          bytesReceiver;
          opaqueSender;
          opaqueReceiver;
          end) {
        sender.send("a");
        assertThat(a.receiver().receive()).isEqualTo("a");
        b.sender().send("b");
        assertThat(receiver.receive()).isEqualTo("b");
        bytesSender.send(java.nio.ByteBuffer.wrap(BYTES));
        assertThat(c.receiver().receive()).isEqualTo(BYTES);
        d.sender().send(java.nio.ByteBuffer.wrap(BYTES));
        assertThat(bytesReceiver.receive()).isEqualTo(BYTES);
        f.sender().send("f");
        opaqueSender.send(opaqueReceiver.receive());
        assertThat(e.receiver().receive()).isEqualTo("f");
        end.send("g");
        assertThat(g.right().receive()).isEqualTo("g");
      }
    }

    @Override
    public void close() {
      a.close();
      b.close();
      c.close();
      d.close();
      e.close();
      f.close();
      g.close();
    }
  }

  private static void assertContents(OwnedFd file) throws Exception {
    try (var in = file.inputStream()) {
      assertThat(in.readAllBytes()).isEqualTo(BYTES);
    }
  }

  private static void assertContents(SharedMemory memory) throws Exception {
    try (memory) {
      assertThat(memory.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(BYTES);
    }
  }

  @Test
  void alone(@TempDir Path folder) throws Exception {
    Path path = Files.write(folder.resolve("a.txt"), BYTES);
    try (Sides sides = serve(Mirror.class, new Served());
        Ends ends = new Ends()) {
      Mirror mirror = sides.remote(Mirror.class);
      ends.assertWork(
          mirror.back(ends.a.sender()),
          mirror.back(ends.b.receiver()),
          mirror.back(ends.c.sender()),
          mirror.back(ends.d.receiver()),
          mirror.back(ends.e.sender().opaque()),
          mirror.back(ends.f.receiver().opaque()),
          mirror.back(ends.g.left()));
      assertThat(ends.g.left().state()).isInstanceOf(HandleState.Moved.class);
      if (fixture.descriptors()) {
        assertContents(mirror.back(OwnedFd.open(path)));
        assertContents(mirror.back(SharedMemory.copyOf(BYTES)));
      }
    }
  }

  @Test
  void insideRecordsListsMapsAndOptionals(@TempDir Path folder) throws Exception {
    Path path = Files.write(folder.resolve("a.txt"), BYTES);
    boolean descriptors = fixture.descriptors();
    try (Sides sides = serve(Mirror.class, new Served());
        Ends ends = new Ends()) {
      Mirror mirror = sides.remote(Mirror.class);
      All given =
          new All(
              new Six(
                  mirror.back(List.of(ends.a.sender())).getFirst(),
                  List.of(ends.b.receiver()),
                  Map.of("c", ends.c.sender()),
                  Optional.of(ends.d.receiver()),
                  List.of(List.of(), List.of(ends.e.sender().opaque())),
                  ends.f.receiver().opaque()),
              List.of(ends.g.left()),
              descriptors ? List.of(OwnedFd.open(path), OwnedFd.open(path)) : List.of(),
              descriptors ? Map.of("m", SharedMemory.copyOf(BYTES)) : Map.of());
      All back = mirror.back(given);
      assertThat(Handles.in(given)).allMatch(handle -> handle.state() instanceof HandleState.Moved);
      assertThat(Handles.in(back)).hasSize(descriptors ? 10 : 7);
      for (OwnedFd file : back.files()) {
        assertContents(file);
      }
      for (SharedMemory memory : back.memories().values()) {
        assertContents(memory);
      }
      ends.assertWork(
          back.six().sender(),
          back.six().receivers().getFirst(),
          back.six().bytesSenders().get("c"),
          back.six().bytesReceiver().orElseThrow(),
          back.six().opaqueSenders().get(1).getFirst(),
          back.six().opaqueReceiver(),
          back.ends().getFirst());
    }
  }
}
