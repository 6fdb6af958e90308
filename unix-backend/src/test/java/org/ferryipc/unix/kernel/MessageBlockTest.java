package org.ferryipc.unix.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageBlockTest {

  private int left;
  private int right;

  @BeforeEach
  void connect() throws KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    left = pair.first();
    right = pair.second();
  }

  @AfterEach
  void disconnect() {
    Descriptors.discard(left);
    Descriptors.discard(right);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 59, 60, 61, 64, 252, 253})
  void descriptorsArriveInOrderAndCloseOnExec(int count) throws KernelException {
    int[] sent = memoryFiles(count);
    assertThat(send(sent)).isEqualTo(MessageBlock.HEADER_BYTES);
    try (MessageBlock block = MessageBlock.borrow()) {
      assertThat(block.receive(right)).isEqualTo(MessageBlock.HEADER_BYTES);
      assertThat(block.received()).isEqualTo(count);
      assertThat(block.controlTruncated()).isFalse();
      for (int i = 0; i < count; i++) {
        int fd = block.take(i);
        assertThat(Descriptors.status(fd).sameFile(Descriptors.status(sent[i]))).isTrue();
        assertThat(Descriptors.closeOnExec(fd)).isTrue();
        Descriptors.close(fd);
      }
    }
    closeAll(sent);
  }

  @Test
  void aPacketWithOneDescriptorTooManyIsRefusedWhole() throws KernelException {
    int[] one = memoryFiles(1);
    int[] many = new int[MessageBlock.MAX_DESCRIPTORS + 1];
    Arrays.fill(many, one[0]);
    assertThat(send(many)).isEqualTo(-Errno.EINVAL);
    assertThat(receiveNothing()).isEqualTo(-Errno.EAGAIN);
    closeAll(one);
  }

  @Test
  void aPeekedPacketIsTakenOnceAlsoWhenThePeerClosesInBetween() throws KernelException {
    int[] sent = memoryFiles(1);
    send(sent);
    Sockets.send(right, new byte[1], 0, 1); // which the peer will not have read
    try (MessageBlock block = MessageBlock.borrow()) {
      assertThat(block.peek(right)).isEqualTo(MessageBlock.HEADER_BYTES);
      assertThat(block.received()).isEqualTo(1);
      Descriptors.close(left);
      Sockets.drop(right);
      assertThat(block.receive(right)).as("the end, and not the packet again").isZero();
    }
    left = EventFd.create();
    closeAll(sent);
  }

  @Test
  void truncatedControlDataLeavesNothingOpen() throws KernelException {
    int[] sent = memoryFiles(10);
    send(sent);
    int room = 16 + 4 * Integer.BYTES; // CMSG_LEN of four descriptors
    try (MessageBlock block = MessageBlock.borrow()) {
      assertThat(block.receive(right, room)).isEqualTo(MessageBlock.HEADER_BYTES);
      assertThat(block.controlTruncated()).isTrue();
      assertThat(block.received()).isEqualTo(4);
    }
    closeAll(sent);
  }

  @Test
  void atTheDescriptorLimitTheBytesArriveAndTheLossIsSeen() throws KernelException {
    int[] sent = memoryFiles(3);
    assertThat(receiveNothing()).isEqualTo(-Errno.EAGAIN); // loads what a receive needs while files can be opened
    send(sent);
    try (MessageBlock block = MessageBlock.borrow()) {
      long result = TestLimits.withoutFreeDescriptors(() -> block.receive(right));
      assertThat(result).isEqualTo(MessageBlock.HEADER_BYTES);
      assertThat(block.controlTruncated()).isTrue();
      assertThat(block.received()).isZero();
    }
    closeAll(sent);
  }

  @Test
  void whatAFormerHolderMadeTheKernelAddCostsNoDescriptorAndNoRoom() throws KernelException {
    Sockets.setOption(right, 16, 1); // SO_PASSCRED
    Sockets.setOption(right, 76, 1); // SO_PASSPIDFD: a descriptor of the sending process with each message
    int[] one = memoryFiles(1);
    int[] full = new int[MessageBlock.MAX_DESCRIPTORS];
    Arrays.fill(full, one[0]);
    send(full);
    try (MessageBlock block = MessageBlock.borrow()) {
      block.receive(right);
      assertThat(block.received()).isEqualTo(MessageBlock.MAX_DESCRIPTORS);
      assertThat(block.controlTruncated()).isFalse();
    }
    closeAll(one);
  }

  @Test
  void descriptorsNobodyTookAreClosedByTheNextReceive() throws KernelException {
    int[] sent = memoryFiles(2);
    try (MessageBlock block = MessageBlock.borrow()) {
      for (int i = 0; i < 3; i++) {
        send(sent);
        block.receive(right);
        Descriptors.close(block.take(0));
        assertThatThrownBy(() -> block.take(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> block.take(2)).isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThat(block.receive(right)).isEqualTo(-Errno.EAGAIN);
      assertThat(block.received()).isZero();
    }
    closeAll(sent);
  }

  @Test
  void anErrorRightAfterTheKernelInstalledDescriptorsLosesNone() throws KernelException {
    int[] sent = memoryFiles(3);
    try (MessageBlock block = MessageBlock.borrow()) {
      for (int i = 0; i < 2; i++) {
        send(sent);
        assertThat(block.receiveUnread(right, ControlMessages.BYTES, MessageBlock.RECEIVE))
            .isEqualTo(MessageBlock.HEADER_BYTES);
        assertThat(block.received()).isZero();
      }
      assertThat(block.receive(right)).isEqualTo(-Errno.EAGAIN);
      send(sent);
      block.receiveUnread(right, ControlMessages.BYTES, MessageBlock.RECEIVE);
    }
    closeAll(sent);
  }

  @Test
  void headerPayloadAndSpillAreOnePacket() {
    byte[] bytes = sequence(100);
    try (Arena arena = Arena.ofConfined();
        MessageBlock block = MessageBlock.borrow()) {
      block.header().set(JAVA_LONG, 0, 7L);
      block.header().set(JAVA_LONG, 8, 8L);
      MemorySegment tail = arena.allocateFrom(JAVA_BYTE, Arrays.copyOfRange(bytes, 60, 100));
      assertThat(block.payload(bytes, 0, 60).spill(tail).send(left)).isEqualTo(116);
      block.clear();
      MemorySegment first = arena.allocate(10);
      MemorySegment rest = arena.allocate(200);
      assertThat(block.payload(first).spill(rest).receive(right)).isEqualTo(116);
      assertThat(block.truncated()).isFalse();
      assertThat(block.header().get(JAVA_LONG, 0)).isEqualTo(7);
      assertThat(block.header().get(JAVA_LONG, 8)).isEqualTo(8);
      assertThat(first.toArray(JAVA_BYTE)).isEqualTo(Arrays.copyOf(bytes, 10));
      assertThat(rest.asSlice(0, 90).toArray(JAVA_BYTE)).isEqualTo(Arrays.copyOfRange(bytes, 10, 100));
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        MessageBlock.INLINE_BYTES - 1,
        MessageBlock.INLINE_BYTES,
        MessageBlock.INLINE_BYTES + 1,
        200_000
      })
  void heapPayloadsOfAnySizeArrive(int size) {
    byte[] bytes = sequence(size + 2);
    try (MessageBlock block = MessageBlock.borrow();
        PacketBuffer buffer = PacketBuffer.borrow()) {
      assertThat(block.withoutHeader().payload(bytes, 1, size).send(left)).isEqualTo(size);
      block.clear();
      assertThat(block.withoutHeader().payload(buffer.memory()).receive(right)).isEqualTo(size);
      assertThat(buffer.memory().asSlice(0, size).toArray(JAVA_BYTE))
          .isEqualTo(Arrays.copyOfRange(bytes, 1, size + 1));
    }
  }

  @Test
  void aPacketLongerThanTheRoomIsCutAndSaysSo() {
    try (MessageBlock block = MessageBlock.borrow()) {
      block.payload(new byte[1], 0, 1).send(left);
      block.clear();
      assertThat(block.receive(right)).isEqualTo(MessageBlock.HEADER_BYTES);
      assertThat(block.truncated()).isTrue();
    }
  }

  @Test
  void anEmptyPacketAndTheEndAreBothZeroAndPollTellsThemApart() throws KernelException {
    try (MessageBlock block = MessageBlock.borrow()) {
      assertThat(block.withoutHeader().send(left)).isZero();
      int events = Poll.events(Poll.await(right, Poll.IN | Poll.PEER_SHUT_DOWN, Poll.NONE, 0));
      assertThat(events & Poll.PEER_SHUT_DOWN).isZero();
      assertThat(block.receive(right)).isZero();
      Sockets.shutdown(left, Sockets.SHUT_WR);
      events = Poll.events(Poll.await(right, Poll.IN | Poll.PEER_SHUT_DOWN, Poll.NONE, 0));
      assertThat(events & Poll.PEER_SHUT_DOWN).isNotZero();
      assertThat(block.receive(right)).isZero();
    }
  }

  @Test
  void aFullSocketRefusesTheMessageWhichCanBeSentAgain() throws KernelException {
    int[] sent = memoryFiles(1);
    int queued = 0;
    try (MessageBlock block = MessageBlock.borrow();
        MessageBlock in = MessageBlock.borrow()) {
      block.payload(new byte[10_000], 0, 10_000).descriptor(sent[0]);
      long result;
      while ((result = block.send(left)) > 0) {
        queued++;
      }
      assertThat(result).isEqualTo(-Errno.EAGAIN);
      assertThat(queued).isPositive();
      for (int i = 0; i < queued; i++) {
        assertThat(in.receive(right)).isPositive();
      }
      assertThat(block.send(left)).isEqualTo(10_016);
      assertThat(in.receive(right)).isPositive();
      assertThat(in.received()).isEqualTo(1);
    }
    closeAll(sent);
  }

  @Test
  void aPeerThatIsGoneIsAResult() throws KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    try (MessageBlock block = MessageBlock.borrow()) {
      block.send(pair.first());
      Descriptors.close(pair.second()); // with a message unread
      assertThat(block.receive(pair.first())).isEqualTo(-Errno.ECONNRESET);
      assertThat(block.receive(pair.first())).isZero();
      assertThat(block.send(pair.first())).isEqualTo(-Errno.EPIPE);
    }
    Descriptors.close(pair.first());
  }

  @Test
  void memoryTheKernelCannotUseIsRefusedBeforeTheCall() {
    try (MessageBlock out = MessageBlock.borrow();
        MessageBlock block = MessageBlock.borrow()) {
      out.send(left);
      assertThatThrownBy(() -> block.payload(MemorySegment.ofArray(new byte[8])))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> block.payload(new byte[PacketBuffer.BYTES + 1], 0, PacketBuffer.BYTES + 1))
          .isInstanceOf(IllegalArgumentException.class);
      block.payload(Arena.global().allocate(8).asReadOnly());
      assertThatThrownBy(() -> block.receive(right)).isInstanceOf(IllegalArgumentException.class);
      block.clear();
      Arena arena = Arena.ofShared();
      block.spill(arena.allocate(8));
      arena.close();
      assertThatThrownBy(() -> block.receive(right)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> block.send(right)).isInstanceOf(IllegalStateException.class);
      block.clear();
      assertThat(block.receive(right)).isEqualTo(MessageBlock.HEADER_BYTES);
    }
  }

  @Test
  void aBlockGivenBackIsOfNoMoreUse() {
    MessageBlock block = MessageBlock.borrow();
    block.close();
    block.close();
    assertThatThrownBy(() -> block.send(left)).isInstanceOf(IllegalStateException.class);
    try (MessageBlock one = MessageBlock.borrow();
        MessageBlock other = MessageBlock.borrow()) {
      assertThat(one).isNotSameAs(other);
    }
  }

  private long send(int[] descriptors) {
    try (MessageBlock block = MessageBlock.borrow()) {
      for (int fd : descriptors) {
        block.descriptor(fd);
      }
      return block.send(left);
    }
  }

  private long receiveNothing() {
    try (MessageBlock block = MessageBlock.borrow()) {
      return block.receive(right);
    }
  }

  private static int[] memoryFiles(int count) throws KernelException {
    int[] files = new int[count];
    for (int i = 0; i < count; i++) {
      files[i] = MemoryFiles.create("file " + i);
    }
    return files;
  }

  private static void closeAll(int[] descriptors) throws KernelException {
    for (int fd : descriptors) {
      Descriptors.close(fd);
    }
  }

  private static byte[] sequence(int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (i * 31 + i / 256);
    }
    return bytes;
  }
}
