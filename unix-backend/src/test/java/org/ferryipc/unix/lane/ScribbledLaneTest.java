package org.ferryipc.unix.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Mappings;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;

/**
 * A peer that writes anything anywhere into a lane while the other side works: that side answers, or says that the peer is
 * dishonest. An access outside the mapping would throw something else; there is no loop that could go on for ever, and
 * lengths stay below the longest.
 */
class ScribbledLaneTest {
  private static final int ROUNDS = Integer.getInteger("ferry.hostile.rounds", Effort.of(200_000, 1_000_000));
  private static final long SEED = Long.getLong("ferry.hostile.seed", 20_260_101L);
  private static final int RING = SendingLane.LEAST_RING;
  private static final int MOST = RING / 4;
  private static final int TAIL = 128;
  private static final int[] WORDS = {TAIL, 136, 256, 264, 384};

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
  private final byte[] message = new byte[MOST];
  private final byte[] into = new byte[MOST];

  @Test
  void theReceiverBelievesNothing() throws Exception {
    int refused = 0;
    int records = 0;
    try (Scribbler scribbler = new Scribbler()) {
      ReceivingLane lane = new ReceivingLane(scribbler.peers(), "channel");
      for (int round = 0; round < ROUNDS; round++) {
        scribbler.write(random);
        try {
          records += use(lane);
        } catch (MalformedMessageException e) {
          refused++;
          lane.unmap();
        }
        if (lane.words == null) {
          lane = again(scribbler);
        }
      }
      lane.unmap();
      scribbler.requireAlive();
    }
    assertThat(refused).as("rounds that were refused").isPositive();
    assertThat(records).as("rounds that found a record").isPositive();
  }

  private int use(ReceivingLane lane) throws MalformedMessageException {
    Look found = lane.look(random.nextBoolean());
    switch (found) {
      case RECORD -> {
        requireBetween(lane.length(), MOST);
        lane.copy(into, 0);
        lane.taken();
        return 1;
      }
      case FRAME_DUE, FRAME_IF_ANY -> {
        switch (random.nextInt(4)) {
          case 0 -> lane.nothing();
          case 1 -> lane.bell();
          case 2 -> lane.reset();
          default -> lane.stamped((int) lane.head());
        }
      }
      case NOTHING -> {
        if (lane.arm()) {
          lane.disarm();
        }
        boolean unused = lane.stirs();
      }
    }
    if (random.nextInt(1_000) == 0) {
      lane.freeze();
      requireBetween(lane.unreadBytes(), RING);
      lane.copyUnread(MemorySegment.ofArray(new byte[(int) lane.unreadBytes()]));
    }
    return 0;
  }

  // Where the words of a moment ago are right, so that more than the first check is reached.
  private ReceivingLane again(Scribbler scribbler) throws Exception {
    ReceivingLane lane = new ReceivingLane(scribbler.peers(), "channel");
    lane.head = lane.tail = random.nextInt(4) * (RING / 4L);
    lane.frames = random.nextInt(4);
    return lane;
  }

  @Test
  void theSenderBelievesNothing() throws Exception {
    int over = 0;
    int put = 0;
    try (Scribbler scribbler = new Scribbler()) {
      SendingLane lane = new SendingLane(scribbler.peers());
      for (int round = 0; round < ROUNDS; round++) {
        scribbler.write(random);
        if (random.nextBoolean()) {
          scribbler.memory.set(ValueLayout.JAVA_LONG, TAIL, lane.tail); // or hardly a step would succeed
        }
        switch (lane.put(message, 0, random.nextInt(MOST + 1))) {
          case PUT, RING -> put++;
          case FULL -> lane.framed();
          case LARGE -> throw new AssertionError();
          case OVER -> {
            over++;
            lane = new SendingLane(scribbler.peers());
            lane.tail = lane.headSeen = random.nextInt(4) * (RING / 4L);
          }
        }
        requireBetween(lane.tail - lane.headSeen, RING);
      }
      lane.unmap();
      scribbler.requireAlive();
    }
    assertThat(over).as("lanes that were over").isPositive();
    assertThat(put).as("messages that were put").isPositive();
  }

  // So often: without what a fluent assertion allocates.
  private static void requireBetween(long value, long most) {
    if (value < 0 || value > most) {
      throw new AssertionError(value + " is not between 0 and " + most);
    }
  }

  /** Memory in which a thread writes, now sensible values and now any. */
  private final class Scribbler implements AutoCloseable {
    private final LaneBudget budget = new LaneBudget(Long.MAX_VALUE, 1);
    private final int file;
    private final MemorySegment memory;
    private final Thread thread;
    private volatile boolean over;

    Scribbler() throws Exception {
      file = LaneFiles.create(RING);
      memory = Mappings.map(file, 0, LaneMemory.HEADER + RING, Mappings.PROT_READ | Mappings.PROT_WRITE);
      RandomGenerator own = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED + 1);
      thread = Thread.ofPlatform().daemon().start(() -> scribble(own));
    }

    /** {@return a mapping of its own for the side that is attacked} */
    LaneMemory peers() throws Exception {
      return Objects.requireNonNull(LaneFiles.map(file, RING, budget));
    }

    private void scribble(RandomGenerator own) {
      while (!over) {
        write(own);
      }
    }

    /** Writes once; also by the attacked thread, because on one processor the other may write between two rounds never. */
    void write(RandomGenerator from) {
      int at =
          from.nextInt(3) > 0 ? WORDS[from.nextInt(WORDS.length)] : LaneMemory.HEADER + 8 * from.nextInt(RING / 8);
      memory.set(ValueLayout.JAVA_LONG, at, value(from, at));
    }

    private long value(RandomGenerator own, int at) {
      return switch (own.nextInt(at == TAIL ? 12 : 4)) {
        case 0 -> own.nextLong();
        case 1 -> own.nextInt(8);
        case 2 -> (long) own.nextInt(4) << 32 | own.nextInt(MOST + 2);
        default -> own.nextInt(2 * RING / 8) * 8L;
      };
    }

    void requireAlive() {
      assertThat(thread.isAlive()).isTrue();
    }

    @Override
    public void close() throws Exception {
      over = true;
      thread.join();
      Mappings.unmap(memory);
      boolean unused = Descriptors.discard(file);
      assertThat(budget.bytes()).isZero();
    }
  }
}
