package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.LimitExceededException;
import org.junit.jupiter.api.Test;

/** Channels of plain bytes: any size, any memory, and a buffer that is too small costs nothing. */
public abstract class BytesContract extends Contract {
  protected BytesContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void bytesOfAnySizeArriveInAnyMemory() throws Exception {
    int n = packet();
    try (BytesChannel bytes = bytes();
        Arena arena = Arena.ofConfined()) {
      for (int size : new int[] {0, 1, 7, 4096, n - 1, n, n + 1, 2 * n, 3 * n + 1, 1 << 20, 8 << 20}) {
        byte[] sent = pattern(size, size);
        MemorySegment heap = MemorySegment.ofArray(sent);
        MemorySegment nativeMemory = arena.allocate(size + 1L);
        bytes.sender().send(heap);
        assertPattern(bytes.receiver().receive(), size, size);
        bytes.sender().send(heap);
        assertThat(bytes.receiver().receive(nativeMemory)).isEqualTo(size);
        bytes.sender().send(nativeMemory.asSlice(0, size));
        MemorySegment into = MemorySegment.ofArray(new byte[size]);
        assertThat(bytes.receiver().receive(into)).isEqualTo(size);
        assertThat(into.mismatch(heap)).isEqualTo(-1);
      }
    }
  }

  @Test
  void theLargestMessageArrives() throws Exception {
    int size = 64 << 20;
    try (BytesChannel bytes = bytes()) {
      InBackground<byte[]> receive = InBackground.start(bytes.receiver()::receive);
      bytes.sender().send(MemorySegment.ofArray(pattern(size, 3)));
      assertPattern(receive.result(), size, 3);
    }
  }

  @Test
  void largeMessagesOfManySendersArriveWholeOneAfterAnother() throws Exception {
    int n = packet();
    int rounds = 60;
    int[] sizes = {n + 1, 1 << 20, 1 << 20, 1 << 20, 2 * n, 2 * n, 2 * n, 5};
    int senders = 2;
    try (BytesChannel bytes = bytes();
        Arena arena = Arena.ofShared()) {
      List<InBackground<Object>> sending = new ArrayList<>();
      for (int sender = 0; sender < senders; sender++) {
        int seed = sender;
        BytesSender mine = bytes.sender().share();
        sending.add(
            InBackground.start(
                () -> {
                  try (mine) {
                    for (int i = 0; i < rounds; i++) {
                      mine.send(MemorySegment.ofArray(pattern(sizes[i % sizes.length], seed + senders * i)));
                    }
                  }
                  return null;
                }));
      }
      MemorySegment into = arena.allocate(1 << 20);
      int[] next = {0, 0};
      for (int i = 0; i < senders * rounds; i++) {
        int length = bytes.receiver().receive(into);
        byte[] got = into.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
        int from = matches(got, next[0] * senders, sizes[next[0] % sizes.length]) ? 0 : 1;
        assertPattern(got, sizes[next[from] % sizes.length], from + senders * next[from]);
        next[from]++;
      }
      assertThat(next).containsOnly(rounds);
      for (InBackground<Object> sender : sending) {
        Object unused = sender.result();
      }
    }
  }

  private static boolean matches(byte[] got, int seed, int size) {
    return Arrays.equals(got, pattern(size, seed));
  }

  @Test
  void largeMessagesGoOnWhereverTheReceiverIsMoved() throws Exception {
    int size = 3 * packet();
    IpcChannel<BytesReceiver> carrier = channel(BytesReceiver.class);
    BytesChannel bytes = bytes();
    try (carrier;
        BytesSender sender = bytes.sender();
        Arena arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(size);
      BytesReceiver receiver = bytes.receiver();
      for (int i = 0; i < 20; i++) {
        int seed = i;
        InBackground<Object> send =
            InBackground.start(
                () -> {
                  sender.send(MemorySegment.ofArray(pattern(size, seed)));
                  return null;
                });
        assertThat(receiver.receive(into)).isEqualTo(size);
        assertPattern(into.toArray(ValueLayout.JAVA_BYTE), size, seed);
        Object unused = send.result();
        if (i % 5 == 4) {
          carrier.sender().send(receiver);
          receiver = carrier.receiver().receive();
        }
      }
      receiver.close();
    }
  }

  @Test
  void buffersAreReadAndFilledBetweenPositionAndLimit() throws Exception {
    try (BytesChannel bytes = bytes()) {
      for (ByteBuffer from : List.of(ByteBuffer.allocate(10), ByteBuffer.allocateDirect(10))) {
        from.put(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}).position(2).limit(7);
        bytes.sender().send(from.slice().asReadOnlyBuffer());
        bytes.sender().send(from);
        assertThat(from.position()).isEqualTo(7);
        assertThat(from.remaining()).isZero();
        ByteBuffer into = from.isDirect() ? ByteBuffer.allocateDirect(20) : ByteBuffer.allocate(20);
        into.position(3);
        assertThat(bytes.receiver().receive(into)).isEqualTo(5);
        assertThat(into.position()).isEqualTo(8);
        into.flip().position(3);
        assertThat(into).isEqualTo(ByteBuffer.wrap(new byte[] {2, 3, 4, 5, 6}));
        assertThat(bytes.receiver().receive()).containsExactly(2, 3, 4, 5, 6);
      }
    }
  }

  @Test
  void aTryMovesTheBuffersPositionsOnlyIfItSucceeds() throws Exception {
    try (BytesChannel bytes = bytes()) {
      ByteBuffer into = ByteBuffer.allocate(20).position(3);
      assertThat(bytes.receiver().tryReceive(into)).isEqualTo(BytesReceiver.EMPTY);
      assertThat(bytes.receiver().tryReceive(into, Duration.ofMillis(1))).isEqualTo(BytesReceiver.EMPTY);
      assertThat(into.position()).isEqualTo(3);
      ByteBuffer from = ByteBuffer.wrap(new byte[] {0, 1, 2, 3}).position(1).limit(3);
      assertThat(bytes.sender().trySend(from)).isTrue();
      assertThat(from.position()).isEqualTo(3);
      assertThat(bytes.receiver().tryReceive(into)).isEqualTo(2);
      assertThat(into.position()).isEqualTo(5);
      assertThat(bytes.sender().trySend(from.position(1), Duration.ofMinutes(1))).isTrue();
      assertThat(bytes.receiver().tryReceive(into, Duration.ofMinutes(1))).isEqualTo(2);
      assertThat(into.flip().position(3)).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 1, 2}));
      while (bytes.sender().trySend(from.position(1))) {
        assertThat(from.position()).isEqualTo(3);
      }
      assertThat(from.position()).isEqualTo(1);
      assertThat(bytes.sender().trySend(from, Duration.ofMillis(1))).isFalse();
      assertThat(from.position()).isEqualTo(1);
    }
  }

  @Test
  void aBufferThatIsTooSmallLeavesTheMessageTheNextOne() throws Exception {
    int n = packet();
    for (int size : new int[] {1, 100, n, n + 1, 3 * n}) {
      try (BytesChannel bytes = bytes();
          Arena arena = Arena.ofConfined()) {
        bytes.sender().send(MemorySegment.ofArray(pattern(size, size)));
        InBackground<Object> next = // the first may fill the queue
            InBackground.start(
                () -> {
                  bytes.sender().send(MemorySegment.ofArray(pattern(5, 5)));
                  return null;
                });
        MemorySegment onHeap = MemorySegment.ofArray(new byte[size - 1]);
        for (MemorySegment small : List.of(onHeap, arena.allocate(size).asSlice(1))) {
          assertThatThrownBy(() -> bytes.receiver().receive(small))
              .isInstanceOfSatisfying(
                  LimitExceededException.class,
                  e -> {
                    assertThat(e.limit()).isEqualTo("buffer size");
                    assertThat(e.allowed()).isEqualTo(size - 1L);
                    assertThat(e.asked()).isEqualTo(size);
                  });
          assertThatThrownBy(() -> bytes.receiver().tryReceive(small)).isInstanceOf(LimitExceededException.class);
        }
        assertPattern(bytes.receiver().receive(), size, size);
        assertPattern(bytes.receiver().receive(), 5, 5);
        Object unused = next.result();
      }
    }
  }

  @Test
  void anEmptyMessageIsAMessageAndNotTheEnd() throws Exception {
    MemorySegment nothing = MemorySegment.ofArray(new byte[0]);
    MemorySegment into = MemorySegment.ofArray(new byte[10]);
    try (BytesChannel bytes = bytes()) {
      assertThat(bytes.receiver().tryReceive(into)).isEqualTo(BytesReceiver.EMPTY);
      for (int i = 0; i < 4; i++) {
        bytes.sender().send(nothing);
        bytes.sender().send(MemorySegment.ofArray(new byte[] {1}));
      }
      assertThat(bytes.receiver().receive()).isEmpty();
      assertThat(bytes.receiver().receive()).hasSize(1);
      assertThat(bytes.receiver().receive(nothing)).isZero();
      assertThat(bytes.receiver().receive(into)).isEqualTo(1);
      assertThat(bytes.receiver().tryReceive(into)).isZero();
      assertThat(bytes.receiver().tryReceive(into, Duration.ofHours(1))).isEqualTo(1);
      assertThat(bytes.receiver().tryReceive()).isInstanceOf(Received.Message.class);
      assertThat(bytes.receiver().tryReceive(Duration.ofHours(1))).isInstanceOf(Received.Message.class);
      bytes.sender().close();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> bytes.receiver().receive(into)).isInstanceOf(DisconnectedException.class);
        assertThatThrownBy(() -> bytes.receiver().tryReceive(into)).isInstanceOf(DisconnectedException.class);
        assertThatThrownBy(() -> bytes.receiver().receive()).isInstanceOf(DisconnectedException.class);
        assertThat(bytes.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
      }
    }
  }

  @Test
  void memoryThatCannotBeUsedCostsNoMessage() throws Exception {
    AtomicReference<MemorySegment> foreign = new AtomicReference<>();
    Arena closed = Arena.ofShared();
    MemorySegment gone = closed.allocate(100);
    closed.close();
    try (BytesChannel bytes = bytes();
        Arena shared = Arena.ofShared()) {
      Thread.ofPlatform().start(() -> foreign.set(Arena.ofConfined().allocate(100))).join();
      bytes.sender().send(MemorySegment.ofArray(pattern(50, 1)));
      assertThatThrownBy(() -> bytes.receiver().receive(gone)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> bytes.receiver().receive(foreign.get())).isInstanceOf(WrongThreadException.class);
      assertThatThrownBy(() -> bytes.receiver().receive(shared.allocate(100).asReadOnly()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> bytes.receiver().receive(ByteBuffer.allocate(100).asReadOnlyBuffer()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> bytes.sender().send(gone)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> bytes.sender().send(foreign.get())).isInstanceOf(WrongThreadException.class);
      assertPattern(bytes.receiver().receive(), 50, 1);
      assertThat(bytes.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
    }
  }

  @Test
  void bytesEndsTravelThroughATypedChannel() throws Exception {
    try (IpcChannel<Ends> way = channel(Ends.class);
        BytesChannel a = bytes();
        BytesChannel b = bytes()) {
      way.sender().send(new Ends(a.sender(), b.receiver()));
      try (Delivery<Ends> arrived = way.receiver().take()) {
        arrived.value().sender().send(MemorySegment.ofArray(pattern(7, 7)));
        assertPattern(a.receiver().receive(), 7, 7);
        b.sender().send(MemorySegment.ofArray(pattern(9, 9)));
        assertPattern(arrived.value().receiver().receive(), 9, 9);
      }
    }
  }

  @Test
  void handlesInAMessageToABytesReceiverAreClosed() throws Exception {
    try (IpcChannel<TypedInbox> typed = channel(TypedInbox.class);
        IpcChannel<Hidden> hidden = channel(Hidden.class);
        IpcChannel<String> words = channel(String.class)) {
      for (int i = 0; i < 3; i++) {
        hidden.sender().send(new Hidden(List.of(words.sender().share(), words.sender().share())));
      }
      words.sender().close();
      typed.sender().send(new TypedInbox(hidden.receiver()));
      try (var retyped = typed.receiver().opaque().typed(BytesInbox.class);
          Delivery<BytesInbox> arrived = retyped.take()) {
        BytesReceiver bytes = arrived.value().inbox();
        assertThat(bytes.receive()).isNotEmpty();
        assertThat(bytes.receive(MemorySegment.ofArray(new byte[1000]))).isPositive();
        assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
        assertThatThrownBy(() -> bytes.receive(MemorySegment.ofArray(new byte[1])))
            .isInstanceOf(LimitExceededException.class);
        assertThat(bytes.receive()).isNotEmpty();
      }
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void manySendersOfMegabytesEachArriveWhole() throws Exception {
    int size = 1 << 20;
    try (BytesChannel bytes = bytes()) {
      List<InBackground<Object>> senders =
          List.of(0, 1, 2).stream()
              .map(
                  i ->
                      InBackground.start(
                          () -> {
                            byte[] mine = pattern(size, i);
                            mine[0] = i.byteValue();
                            bytes.sender().send(MemorySegment.ofArray(mine));
                            return null;
                          }))
              .toList();
      boolean[] seen = new boolean[3];
      for (int i = 0; i < 3; i++) {
        byte[] got = bytes.receiver().receive();
        int who = got[0];
        byte[] wanted = pattern(size, who);
        wanted[0] = got[0];
        assertThat(MemorySegment.ofArray(got).mismatch(MemorySegment.ofArray(wanted))).isEqualTo(-1);
        assertThat(seen[who]).isFalse();
        seen[who] = true;
      }
      assertThat(bytes.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      for (InBackground<Object> sender : senders) {
        Object unused = sender.result();
      }
    }
  }

  @Test
  void aSegmentOfAnyElementTypeIsItsBytes() throws Exception {
    try (BytesChannel bytes = bytes()) {
      MemorySegment longs = MemorySegment.ofArray(new long[] {1, -2, 3});
      bytes.sender().send(longs);
      MemorySegment into = MemorySegment.ofArray(new int[6]);
      assertThat(bytes.receiver().receive(into)).isEqualTo(24);
      assertThat(into.mismatch(longs)).isEqualTo(-1);
      assertThat(into.get(ValueLayout.JAVA_INT, 0)).isNotZero();
    }
  }

  record Ends(BytesSender sender, BytesReceiver receiver) {}

  record Hidden(List<IpcSender<String>> ends) {}

  record TypedInbox(IpcReceiver<Hidden> inbox) {}

  record BytesInbox(BytesReceiver inbox) {}
}
