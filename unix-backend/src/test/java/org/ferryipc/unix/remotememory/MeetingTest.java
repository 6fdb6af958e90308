package org.ferryipc.unix.remotememory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.remotememory.MemoryOperation;
import org.ferryipc.core.remotememory.RemoteMemoryMessage;
import org.ferryipc.core.remotememory.RemoteMemoryReader;
import org.ferryipc.core.remotememory.RemoteMemoryServer;
import org.junit.jupiter.api.Test;

/** How a reader and a server come together, beside a child process: by a name, and by a message that brings the channel. */
class MeetingTest {
  private static final int READERS = 3;

  record Invitation(Duplex<RemoteMemoryMessage, RemoteMemoryMessage> memory) {}

  @Test
  void severalReadersFindOneServerByItsName() throws Exception {
    try (Arena arena = Arena.ofShared();
        RemoteMemoryServer server = new RemoteMemoryServer();
        var listener = IpcListener.open(RemoteMemoryMessage.class, RemoteMemoryMessage.class)) {
      server.export("greeting", greeting(arena));
      List<InBackground<CloseReason>> serving = new ArrayList<>();
      List<RemoteMemoryReader> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(
            RemoteMemoryReader.over(
                Ferry.connect(listener.name(), RemoteMemoryMessage.class, RemoteMemoryMessage.class)));
        var channel = listener.accept();
        serving.add(InBackground.Kind.VIRTUAL.start(() -> server.serve(channel)));
      }
      for (RemoteMemoryReader reader : readers) {
        assertGreeted(reader);
        reader.close();
      }
      for (InBackground<CloseReason> one : serving) {
        assertThat(one.result()).isEqualTo(CloseReason.Closed.ORDERLY);
      }
    }
  }

  @Test
  void theChannelComesInAMessage() throws Exception {
    try (Arena arena = Arena.ofShared();
        RemoteMemoryServer server = new RemoteMemoryServer();
        IpcChannel<Invitation> post = Ferry.channel(Invitation.class)) {
      server.export("greeting", greeting(arena));
      DuplexPair<RemoteMemoryMessage, RemoteMemoryMessage> pair =
          Ferry.duplex(RemoteMemoryMessage.class, RemoteMemoryMessage.class);
      InBackground<CloseReason> serving = InBackground.start(() -> server.serve(pair.left()));
      post.sender().send(new Invitation(pair.right()));
      try (RemoteMemoryReader reader = RemoteMemoryReader.over(post.receiver().receive().memory())) {
        assertGreeted(reader);
      }
      assertThat(serving.result()).isInstanceOf(CloseReason.class);
    }
  }

  private static MemorySegment greeting(Arena arena) {
    MemorySegment memory = arena.allocate(24, 8);
    memory.set(ValueLayout.JAVA_LONG, 0, memory.address() + 8); // where the text lies
    memory.setString(8, "hello");
    return memory;
  }

  private static void assertGreeted(RemoteMemoryReader reader) throws Exception {
    try (MemoryOperation op = reader.operation()) {
      assertThat(op.readString(op.getAddress(reader.segment("greeting").address()), 16)).isEqualTo("hello");
    }
  }
}
