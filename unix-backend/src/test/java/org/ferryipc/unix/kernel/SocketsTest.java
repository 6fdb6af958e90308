package org.ferryipc.unix.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SocketsTest {

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

  @Test
  void aPairSaysWhatItIs() throws KernelException {
    assertThat(Sockets.type(left)).isEqualTo(Sockets.SOCK_SEQPACKET);
    assertThat(Sockets.domain(left)).isEqualTo(Sockets.AF_UNIX);
    assertThat(Sockets.listening(left)).isFalse();
    assertThat(Sockets.cookie(left)).isNotZero().isNotEqualTo(Sockets.cookie(right));
    assertThat(Descriptors.closeOnExec(left)).isTrue();
    assertThat(Descriptors.closeOnExec(right)).isTrue();
    Sockets.PeerCredentials peer = Sockets.peerCredentials(left);
    assertThat(peer.pid()).isEqualTo((int) ProcessHandle.current().pid());
    assertThat(peer.uid()).isEqualTo(ProcessCalls.effectiveUserId());
  }

  @Test
  void aSocketWithoutPeerCannotSend() throws KernelException {
    int alone = Sockets.open(Sockets.SOCK_SEQPACKET);
    assertThat(Descriptors.closeOnExec(alone)).isTrue();
    assertThat(Sockets.connected(alone)).isFalse();
    assertThat(Sockets.connected(left)).isTrue();
    assertThat(Sockets.send(alone, new byte[1], 0, 1)).isEqualTo(-Errno.ENOTCONN);
    Descriptors.close(alone);
  }

  @Test
  void theKernelDoublesTheSendBuffer() throws KernelException {
    Sockets.sendBuffer(left, 20_000);
    assertThat(Sockets.sendBuffer(left)).isEqualTo(40_000);
    assertThat(Sockets.send(left, new byte[40_000], 0, 40_000)).isEqualTo(-Errno.EMSGSIZE);
  }

  @Test
  void bytesFromTheHeapArriveFromTheirOffset() {
    byte[] bytes = {1, 2, 3, 4, 5};
    assertThat(Sockets.send(left, bytes, 1, 3)).isEqualTo(3);
    assertThat(Sockets.send(left, bytes, 5, 0)).isZero();
    assertThat(Sockets.peekLength(right)).isEqualTo(3);
    assertThat(received(3, 8)).containsExactly(2, 3, 4);
    assertThat(received(0, 8)).isEmpty();
    assertThat(Sockets.peekLength(right)).isEqualTo(-Errno.EAGAIN);
    assertThatThrownBy(() -> Sockets.send(left, bytes, 3, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Sockets.send(left, new byte[PacketBuffer.BYTES + 1], 0, PacketBuffer.BYTES + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPacketLongerThanTheRoomGivesItsWholeLength() {
    Sockets.send(left, Arena.global().allocateFrom(JAVA_BYTE, new byte[] {1, 2, 3}));
    assertThat(received(3, 2)).containsExactly(1, 2);
  }

  @Test
  void descriptorsThatWereNotWantedAreClosedByTheKernel() throws KernelException {
    int fd = EventFd.create();
    try (MessageBlock block = MessageBlock.borrow()) {
      block.descriptor(fd).send(left);
    }
    assertThat(received(MessageBlock.HEADER_BYTES, 16)).hasSize(16);
    Descriptors.close(fd);
  }

  private byte[] received(int length, int room) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(room);
      assertThat(Sockets.receive(right, target)).isEqualTo(length);
      return target.asSlice(0, Math.min(length, room)).toArray(JAVA_BYTE);
    }
  }
}
