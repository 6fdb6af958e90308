package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MemoryAccess;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.HandleStateException;
import org.junit.jupiter.api.Test;

/** Memory in a message: for transports that have memory. */
public abstract class MemoryContract extends Contract {
  protected MemoryContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void memoryOfAnyLengthArrivesAndGoesOn() throws Exception {
    try (IpcChannel<Picture> way = channel(Picture.class)) {
      for (int length : new int[] {0, 1, 4095, 4096, 4097, 1 << 20}) {
        SharedMemory made = SharedMemory.copyOf(pattern(length, length));
        assertThat(made.access()).isEqualTo(MemoryAccess.WRITE);
        way.sender().send(new Picture("first", made));
        assertThat(made.state()).isInstanceOf(HandleState.Moved.class);
        assertThat(made.length()).isEqualTo(length);
        Picture once = way.receiver().receive();
        assertThat(once.name()).isEqualTo("first");
        assertThat(once.pixels().length()).isEqualTo(length);
        assertPattern(once.pixels().segment().toArray(ValueLayout.JAVA_BYTE), length, length);
        way.sender().send(new Picture("again", once.pixels()));
        try (Delivery<Picture> twice = way.receiver().take()) {
          assertThat(twice.handleCount()).isEqualTo(1);
          assertPattern(twice.value().pixels().segment().toArray(ValueLayout.JAVA_BYTE), length, length);
        }
      }
    }
  }

  @Test
  void aNegativeLengthIsRefused() {
    for (long length : new long[] {-1, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> SharedMemory.allocate(length)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void freshMemoryIsZero() throws Exception {
    try (SharedMemory memory = SharedMemory.allocate(10_000)) {
      assertThat(memory.segment().mismatch(MemorySegment.ofArray(new byte[10_000]))).isEqualTo(-1);
    }
  }

  @Test
  void aReceiverReadsWhatTheMakerGoesOnWriting() throws Exception {
    try (IpcChannel<Picture> way = channel(Picture.class);
        Arena arena = Arena.ofConfined()) {
      SharedMemory made = SharedMemory.allocate(100);
      MemorySegment mine = made.segment(arena);
      way.sender().send(new Picture("live", made));
      try (Delivery<Picture> arrived = way.receiver().take()) {
        SharedMemory theirs = arrived.value().pixels();
        assertThat(theirs.access()).isEqualTo(MemoryAccess.READ);
        assertThat(theirs.segment().isReadOnly()).isTrue();
        assertThatThrownBy(theirs::writable).isInstanceOf(IllegalStateException.class);
        mine.set(ValueLayout.JAVA_BYTE, 42, (byte) 7);
        assertThat(theirs.segment().get(ValueLayout.JAVA_BYTE, 42)).isEqualTo((byte) 7);
      }
    }
  }

  @Test
  void frozenMemoryIsWrittenByNobody() throws Exception {
    try (IpcChannel<Picture> way = channel(Picture.class)) {
      SharedMemory made = SharedMemory.copyOf(pattern(100, 1));
      made.freeze();
      made.freeze();
      assertThat(made.access()).isEqualTo(MemoryAccess.FROZEN);
      assertThat(made.segment().isReadOnly()).isTrue();
      way.sender().send(new Picture("frozen", made));
      try (Delivery<Picture> arrived = way.receiver().take()) {
        assertThat(arrived.value().pixels().access()).isEqualTo(MemoryAccess.FROZEN);
        assertPattern(arrived.value().pixels().segment().toArray(ValueLayout.JAVA_BYTE), 100, 1);
      }
    }
  }

  @Test
  void memoryIsNotFrozenUnderAWritableMapping() throws Exception {
    try (SharedMemory made = SharedMemory.allocate(100);
        Arena arena = Arena.ofConfined()) {
      MemorySegment written = made.segment(arena);
      assertThatThrownBy(made::freeze).isInstanceOf(IOException.class);
      assertThat(made.access()).isEqualTo(MemoryAccess.WRITE);
      written.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
      assertThat(made.segment().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
    }
  }

  @Test
  void writableMemoryIsWrittenByBoth() throws Exception {
    try (IpcChannel<Picture> way = channel(Picture.class);
        Arena arena = Arena.ofConfined()) {
      SharedMemory made = SharedMemory.allocate(100).writable();
      MemorySegment mine = made.segment(arena);
      way.sender().send(new Picture("shared", made));
      try (Delivery<Picture> arrived = way.receiver().take()) {
        assertThat(arrived.value().pixels().access()).isEqualTo(MemoryAccess.WRITE);
        arrived.value().pixels().segment().set(ValueLayout.JAVA_BYTE, 3, (byte) 9);
        assertThat(mine.get(ValueLayout.JAVA_BYTE, 3)).isEqualTo((byte) 9);
      }
    }
  }

  @Test
  void takingGivesACopyAndClosesTheMemory() throws Exception {
    for (int length : new int[] {0, 1, 1 << 20}) {
      SharedMemory memory = SharedMemory.copyOf(pattern(length, 2));
      MemorySegment copy = memory.take();
      assertThat(memory.state()).isEqualTo(HandleState.Closed.INSTANCE);
      assertPattern(copy.toArray(ValueLayout.JAVA_BYTE), length, 2);
      assertThatThrownBy(memory::segment).isInstanceOf(HandleClosedException.class);
    }
  }

  @Test
  void aSegmentEndsWithItsHandle() throws Exception {
    try (IpcChannel<Picture> way = channel(Picture.class)) {
      SharedMemory closed = SharedMemory.allocate(10);
      MemorySegment ofClosed = closed.segment();
      closed.close();
      assertThatThrownBy(() -> ofClosed.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
      SharedMemory moved = SharedMemory.allocate(10);
      MemorySegment ofMoved = moved.segment();
      way.sender().send(new Picture("moved", moved));
      assertThatThrownBy(() -> ofMoved.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(moved::segment).isInstanceOf(HandleMovedException.class);
      way.receiver().take().close();
    }
  }

  @Test
  void memoryThatWasNotSentIsStillWritten() throws Exception {
    try (IpcChannel<Picture> gone = channel(Picture.class);
        IpcChannel<Picture> way = channel(Picture.class)) {
      gone.receiver().close();
      SharedMemory made = SharedMemory.allocate(100);
      assertThatThrownBy(() -> gone.sender().send(new Picture("no", made))).isInstanceOf(DisconnectedException.class);
      assertThat(made.access()).isEqualTo(MemoryAccess.WRITE);
      made.segment().set(ValueLayout.JAVA_BYTE, 5, (byte) 5);
      way.sender().send(new Picture("yes", made));
      try (Delivery<Picture> arrived = way.receiver().take()) {
        assertThat(arrived.value().pixels().segment().get(ValueLayout.JAVA_BYTE, 5)).isEqualTo((byte) 5);
      }
    }
  }

  @Test
  void memoryOfAFailedSendIsAsBefore() throws Exception {
    try (IpcChannel<Picture> gone = channel(Picture.class);
        IpcChannel<Picture> way = channel(Picture.class);
        Arena arena = Arena.ofConfined()) {
      gone.receiver().close();
      SharedMemory made = SharedMemory.copyOf(pattern(10_000, 3));
      MemorySegment before = made.segment();
      for (int attempt = 0; attempt < 3; attempt++) {
        assertThatThrownBy(() -> gone.sender().send(new Picture("no", made))).isInstanceOf(DisconnectedException.class);
        MemorySegment fresh = made.segment(arena);
        assertThat(fresh.isReadOnly()).isFalse();
        fresh.set(ValueLayout.JAVA_BYTE, 9_999, (byte) attempt);
        assertThat(before.get(ValueLayout.JAVA_BYTE, 9_999)).isEqualTo((byte) attempt);
      }
      way.sender().send(new Picture("yes", made));
      try (Delivery<Picture> arrived = way.receiver().take()) {
        assertThat(arrived.value().pixels().access()).isEqualTo(MemoryAccess.READ);
        assertThat(arrived.value().pixels().segment().get(ValueLayout.JAVA_BYTE, 9_999)).isEqualTo((byte) 2);
      }
    }
  }

  @Test
  void memoryOfAFailedSendAndAFailedFreezeIsStillThere() throws Exception {
    try (IpcChannel<Picture> gone = channel(Picture.class)) {
      gone.receiver().close();
      try (SharedMemory made = SharedMemory.copyOf(pattern(100, 4))) {
        assertThatThrownBy(() -> gone.sender().send(new Picture("no", made))).isInstanceOf(DisconnectedException.class);
        MemorySegment before = made.segment();
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment written = made.segment(arena);
          assertThatThrownBy(made::freeze).isInstanceOf(IOException.class);
          written.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
          assertThat(before.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
        }
        assertThat(made.access()).isEqualTo(MemoryAccess.WRITE);
        made.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 2);
        made.freeze();
        assertThat(made.access()).isEqualTo(MemoryAccess.FROZEN);
        assertThat(made.segment().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 2);
      }
    }
  }

  @Test
  void memoryThatIsBeingTakenIsNotSentToo() throws Exception {
    try (IpcChannel<Picture> way = channel(Picture.class)) {
      for (int round = 0; round < 200; round++) {
        SharedMemory memory = SharedMemory.allocate(100_000);
        InBackground<Throwable> take = InBackground.start(() -> catchThrowable(memory::take));
        Throwable send = catchThrowable(() -> way.sender().send(new Picture("one of two", memory)));
        assertThat(Stream.of(take.result(), send).filter(Objects::nonNull))
            .as("failures of taking and sending")
            .singleElement()
            .isInstanceOf(HandleStateException.class);
        if (send == null) {
          way.receiver().take().close();
        }
      }
    }
  }

  @Test
  void memoryWithTheSameBytesIsNotTheSame() throws Exception {
    try (SharedMemory one = SharedMemory.copyOf(new byte[] {1});
        SharedMemory other = SharedMemory.copyOf(new byte[] {1})) {
      assertThat(one).isNotEqualTo(other);
      assertThat(one.segment().mismatch(other.segment())).isEqualTo(-1);
    }
  }

  @Test
  void manyPiecesInOneMessageKeepTheirOrder() throws Exception {
    try (IpcChannel<Album> way = channel(Album.class)) {
      List<SharedMemory> pieces = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        pieces.add(SharedMemory.copyOf(pattern(i, i)));
      }
      way.sender().send(new Album(pieces));
      try (Delivery<Album> arrived = way.receiver().take()) {
        for (int i = 0; i < 100; i++) {
          assertPattern(arrived.value().pieces().get(i).segment().toArray(ValueLayout.JAVA_BYTE), i, i);
        }
      }
    }
  }

  record Picture(String name, SharedMemory pixels) {}

  record Album(List<SharedMemory> pieces) {}
}
