package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.leak.NothingLeaks;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.kernel.Mappings;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A peer that offers lanes, honest ones and others, and writes into them what it likes. */
@ExtendWith(NothingLeaks.class)
@Timeout(600)
class LanePeerTest {
  private static final int PEERS = Integer.getInteger("ferry.hostile.peers", Effort.of(400, 100_000));
  private static final int LOOKS = 40;
  private static final int RING = 4_096;
  private static final int HEADER = 4_096;
  private static final int TAIL = 128;
  private static final int HINT = 136;
  private static final int ACCEPTED = 264;
  private static final int ALL_SEALS = MemoryFiles.SEAL_SHRINK | MemoryFiles.SEAL_GROW | MemoryFiles.SEAL_SEAL;
  private static final byte[] HELLO = {1, 2, 3};

  /** What is wrong with an offer. */
  enum Offer {
    NOTHING(HEADER + RING, ALL_SEALS, RING),
    NOT_SEALED(HEADER + RING, 0, RING),
    MAY_SHRINK(HEADER + RING, MemoryFiles.SEAL_GROW | MemoryFiles.SEAL_SEAL, RING),
    READ_ONLY(HEADER + RING, ALL_SEALS | MemoryFiles.SEAL_WRITE, RING),
    SHORT(HEADER, ALL_SEALS, RING),
    NO_POWER_OF_TWO(HEADER + RING - 8, ALL_SEALS, RING - 8),
    TINY(HEADER + 8, ALL_SEALS, 8),
    NEGATIVE(HEADER + RING, ALL_SEALS, -RING);

    final long size;
    final int seals;
    final int ring;

    Offer(long size, int seals, int ring) {
      this.size = size;
      this.seals = seals;
      this.ring = ring;
    }

    int make() throws Exception {
      int made = MemoryFiles.create("offer");
      MemoryFiles.resize(made, size);
      if (seals != 0) {
        MemoryFiles.addSeals(made, seals);
      }
      return made;
    }
  }

  @ParameterizedTest
  @EnumSource
  void isRefusedWithoutAWordUnlessItsMemoryIsSafe(Offer offer) throws Exception {
    try (RawPeer peer = RawPeer.open()) {
      ReceivePort port = peer.port();
      peer.give(Packet.ofKind(Packet.OPEN).lane(offer.ring), offer.make());
      peer.send(Packet.data(HELLO).flags(Packet.STAMPED));
      assertThat(found(port)).isInstanceOf(Incoming.class); // with the lane or without: its first position is 0
      peer.send(Packet.data(HELLO).flags(Packet.STAMPED).lane(8));
      assertThatThrownBy(() -> found(port)).isInstanceOf(MalformedMessageException.class);
      port.release();
    }
  }

  @Test
  void ofAllKindsIsRefusedByWhoWantsNoLanes() throws Exception {
    try (RawPeer peer = RawPeer.open();
        Mapped lane = new Mapped()) {
      ReceivePort port = peer.port();
      port.prefer(ChannelOptions.defaults().withLanes(LanePolicy.NEVER));
      peer.give(Packet.ofKind(Packet.OPEN).lane(RING), lane.file);
      peer.send(Packet.data(HELLO).flags(Packet.STAMPED));
      assertThat(found(port)).isInstanceOf(Incoming.class);
      assertThat(lane.memory.get(ValueLayout.JAVA_INT, ACCEPTED)).isZero();
      port.release();
    }
  }

  // A try sees a frame behind a lane that says nothing of it only by a look into the socket.
  private static Arrival found(ReceivePort port) throws IpcException {
    Arrival found = port.tryReceive(Limits.DEFAULT);
    return found instanceof Arrival.Nothing && port.glance() ? port.tryReceive(Limits.DEFAULT) : found;
  }

  @Test
  void harmsNobodyButItselfByWhatItWritesThere() throws Exception {
    SplittableRandom random = new SplittableRandom(Long.getLong("ferry.hostile.seed", 11));
    int broken = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(300_000);
      for (int i = 0; i < PEERS; i++) {
        try (RawPeer peer = RawPeer.open();
            Mapped lane = new Mapped()) {
          ReceivePort port = peer.port();
          peer.give(Packet.ofKind(Packet.OPEN).lane(RING), lane.file);
          broken += read(port, into, peer, lane, random);
          port.release();
        }
      }
      OtherChannel.works();
    }
    assertThat(broken).isPositive();
  }

  private static int read(ReceivePort port, MemorySegment into, RawPeer peer, Mapped lane, SplittableRandom random) {
    for (int look = 0; look < LOOKS; look++) {
      lane.scribble(random);
      if (random.nextInt(4) == 0) {
        long unused = peer.trySend(Packet.data(HELLO).flags(random.nextInt(2) * Packet.STAMPED).bytes());
      }
      try {
        if (port.tryReceiveBytes(into, Limits.DEFAULT, false) == ReceivePort.BytesOutcome.TAKEN) {
          assertThat(port.lastLength()).isBetween(0, RING / 4);
        } else {
          boolean unused = port.glance();
        }
      } catch (IpcException ofItsOwnChannel) {
        return 1;
      }
    }
    return 0;
  }

  /** A lane that the peer has mapped too. */
  private static final class Mapped implements AutoCloseable {
    final int file;
    final MemorySegment memory;

    Mapped() throws Exception {
      file = Offer.NOTHING.make();
      memory = Mappings.map(file, 0, HEADER + RING, Mappings.PROT_READ | Mappings.PROT_WRITE);
    }

    void scribble(SplittableRandom random) {
      long tail = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(RING / 8) * 8L + random.nextInt(2);
      switch (random.nextInt(4)) {
        case 0 -> memory.set(ValueLayout.JAVA_LONG, TAIL, tail);
        case 1 -> memory.set(ValueLayout.JAVA_INT, HINT, random.nextInt(-2, 3));
        case 2 -> memory.set(ValueLayout.JAVA_LONG, HEADER + random.nextInt(RING / 8) * 8L, random.nextInt(RING / 2));
        default -> memory.set(ValueLayout.JAVA_LONG, random.nextInt(HEADER / 8) * 8L, random.nextLong());
      }
    }

    @Override
    public void close() throws Exception {
      Mappings.unmap(memory);
    }
  }
}
