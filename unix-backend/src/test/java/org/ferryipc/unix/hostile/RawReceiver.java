package org.ferryipc.unix.hostile;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.RegionFigures;
import org.ferryipc.core.transport.Loan;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.socket.SocketPorts;

/** The far end of a library's sender, without our library: it takes packets, keeps their files, and writes into them. */
final class RawReceiver implements AutoCloseable {
  /** How long a ground of Ferry's is. */
  static final long GROUND = RawGround.DATA_AT + (64L << 20);

  private static final int LONGEST_PACKET = 1 << 18;
  private static final int KIND_AT = 3;
  private static final int FLAGS_AT = 4;

  private final Arena arena = Arena.ofShared();
  private final List<Integer> files = new ArrayList<>();
  private final RawPeer peer;
  private final SendPort port;

  private RawReceiver(RawPeer peer) {
    this.peer = peer;
    this.port = SocketPorts.sender(peer.nearEnd());
  }

  static RawReceiver open() throws Exception {
    return new RawReceiver(RawPeer.open());
  }

  /** A packet that came. */
  record Taken(int kind, boolean inRegion) {}

  SendPort port() {
    return port;
  }

  RegionFigures figures() {
    return port.regions().orElseThrow().figures();
  }

  /** Has the library send a message. {@return whether there was room} */
  boolean send(int value, int length) throws Exception {
    return port.trySendBytes(arena.allocate(length).fill((byte) value), 0, length);
  }

  /** Has the library send a loaned message. {@return whether there was room} */
  boolean lend(int value, int size) throws Exception {
    return lend(value, size, size);
  }

  /** As the other; all of the loan is written, and its first {@code length} bytes are the message. */
  boolean lend(int value, int size, int length) throws Exception {
    Loan loan = port.loan(size);
    try (Arena life = Arena.ofConfined()) {
      loan.memory(life, this).fill((byte) value);
      return loan.trySend(length);
    }
  }

  /** {@return the packets that are queued}; their files are kept open */
  List<Taken> take() {
    List<Taken> taken = new ArrayList<>();
    try (MessageBlock block = MessageBlock.borrow()) {
      block.payload(arena.allocate(LONGEST_PACKET));
      while (block.receive(peer.socket()) >= 0) {
        boolean inRegion = (block.header().get(ValueLayout.JAVA_BYTE, FLAGS_AT) & Packet.IN_REGION) != 0;
        taken.add(new Taken(block.header().get(ValueLayout.JAVA_BYTE, KIND_AT), inRegion));
        for (int i = 0; i < block.received(); i++) {
          files.add(block.take(i));
        }
      }
    }
    return taken;
  }

  /** {@return whether the last packet of those that are queued names a region} */
  boolean takeInRegion() {
    return take().getLast().inRegion();
  }

  /** {@return the kinds of the packets that are queued} */
  List<Integer> kinds() {
    return take().stream().map(Taken::kind).toList();
  }

  /** {@return the files that came} */
  List<Integer> files() {
    return files;
  }

  /** {@return the ground that came last} */
  RawGround ground() throws Exception {
    return RawGround.of(files.getLast(), GROUND, arena);
  }

  /** {@return so many zeros} */
  MemorySegment zeros(long count) {
    return arena.allocate(count);
  }

  @Override
  public void close() throws Exception {
    arena.close();
    port.release(new CloseReason.Closed(0, ""));
    peer.close();
    files.forEach(Descriptors::discard);
  }
}
