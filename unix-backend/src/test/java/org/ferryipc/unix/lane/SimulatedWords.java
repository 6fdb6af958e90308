package org.ferryipc.unix.lane;

import java.lang.foreign.MemorySegment;
import org.ferryipc.unix.lane.World.Fault;

/** A lane in a {@link World}, as one party sees it. Each access is a step of its own but those that nobody else can see. */
final class SimulatedWords extends LaneWords {
  private static final int LONGEST = 8;

  private final World world;
  private final Replay replay;
  private final int party;
  final int number;
  private boolean mapped = true;
  private int tailBeforeHint = -1; // what a receiver without HINT_FIRST has read already

  /** The message whose payload is written next, or was read last. */
  int message;

  SimulatedWords(World world, Replay replay, int party, int number) {
    int publishEvery = (world.scenario.has(Scenario.Option.LAZY_HEAD) ? 2 : 1) * RECORD_HEADER;
    super(world.ringBytes, LONGEST, publishEvery);
    this.world = world;
    this.replay = replay;
    this.party = party;
    this.number = number;
  }

  private boolean past() {
    if (!mapped) {
      throw new Fault("an access to a lane that is unmapped");
    }
    return replay.past();
  }

  private boolean lacks(Guard guard) {
    return world.scenario.lacks(guard);
  }

  @Override
  boolean publish(long from, long to) {
    if (lacks(Guard.SENDERS_FENCE) || lacks(Guard.ATOMIC_TAIL)) {
      return publishPlainly(to);
    }
    if (past()) {
      return replay.recall() != 0;
    }
    world.landAll(party);
    boolean done = world.load(number, World.TAIL) == from;
    if (done) {
      world.storeNow(number, World.TAIL, (int) to);
    }
    replay.is(done ? "publishes up to #" : "publishes up to # in vain", (int) to);
    return replay.note(done ? 1 : 0) != 0;
  }

  private boolean publishPlainly(long to) {
    boolean done;
    if (past()) {
      done = replay.recall() != 0;
    } else {
      done = (world.load(number, World.TAIL) & FROZEN) == 0;
      if (done) {
        world.store(party, number, World.TAIL, (int) to);
      }
      replay.is("stores a tail of #", (int) to);
      int unused = replay.note(done ? 1 : 0);
    }
    if (done && !lacks(Guard.SENDERS_FENCE)) {
      fence();
    }
    return done;
  }

  @Override
  boolean isArmed() {
    return read(World.ARMED, "looks whether it is armed: #") != 0;
  }

  private int read(int word, String what) {
    if (past()) {
      return replay.recall();
    }
    int value = world.load(number, word);
    replay.is(what, value);
    return replay.note(value);
  }

  @Override
  void exchangeArmed() {
    if (lacks(Guard.CLEAR_BEFORE_BELL)) {
      return;
    }
    clear();
  }

  /** What {@link #exchangeArmed} does. */
  void clear() {
    if (lacks(Guard.EXCHANGE)) {
      write(World.ARMED, 0);
    } else if (past()) {
      int unused = replay.recall();
    } else {
      world.landAll(party);
      world.storeNow(number, World.ARMED, 0);
      replay.is("clears armed");
      int unused = replay.note(0);
    }
  }

  // Silent: it goes into the buffer only.
  private void write(int word, int value) {
    if (replay.pastSilently()) {
      int unused = replay.recall();
    } else {
      world.store(party, number, word, value);
      int unused = replay.note(0);
    }
  }

  @Override
  void setHint(int frames) {
    write(World.HINT, frames);
  }

  @Override
  long head() {
    return read(World.HEAD, "reads the head: #");
  }

  @Override
  boolean isAccepted() {
    return lacks(Guard.ACCEPTANCE) || read(World.ACCEPTED, "looks whether it is accepted: #") != 0;
  }

  @Override
  void write(long at, int frames, MemorySegment from, long offset, int length) {
    throw new UnsupportedOperationException("messages here are arrays");
  }

  @Override
  void write(long at, int frames, byte[] from, int offset, int length) {
    if (past()) {
      int unused = replay.recall();
    } else {
      world.writeRecord(number, at, frames, length, message);
      replay.is("writes message # behind # frames", message, frames);
      int unused = replay.note(0);
    }
  }

  @Override
  long freeze() {
    if (past()) {
      return replay.recall();
    }
    world.landAll(party);
    int before = world.load(number, World.TAIL);
    world.storeNow(number, World.TAIL, before | (int) FROZEN);
    replay.is("freezes the lane at #", before);
    return replay.note(before);
  }

  @Override
  void unmap() {
    mapped = false;
  }

  @Override
  int hint() {
    if (lacks(Guard.HINT_FIRST)) {
      tailBeforeHint = read(World.TAIL, "reads the tail: #");
    }
    return read(World.HINT, "reads the hint: #");
  }

  @Override
  long tail() {
    if (tailBeforeHint >= 0) {
      int read = tailBeforeHint;
      tailBeforeHint = -1;
      return read;
    }
    return read(World.TAIL, "reads the tail: #");
  }

  @Override
  void setHead(long head) {
    write(World.HEAD, (int) head);
  }

  @Override
  void setAccepted() {
    write(World.ACCEPTED, 1);
  }

  @Override
  void setArmed(boolean armed) {
    write(World.ARMED, armed ? 1 : 0);
  }

  @Override
  void fence() {
    if (lacks(Guard.RECEIVERS_FENCE) && party == World.RECEIVER) {
      return;
    }
    if (past()) {
      int unused = replay.recall();
    } else {
      world.landAll(party);
      replay.is("fences");
      int unused = replay.note(0);
    }
  }

  // Silent: a record that is published does not change, and the copy behind it is a step.
  @Override
  long record(long at) {
    int both = replay.pastSilently() ? replay.recall() : replay.note(world.record(number, at));
    return (long) (both >> Short.SIZE) << Integer.SIZE | both & 0xFFFF;
  }

  @Override
  void read(long at, MemorySegment into, long offset, int length) {
    throw new UnsupportedOperationException("messages here are arrays");
  }

  @Override
  void read(long at, byte[] into, int offset, int length) {
    if (past()) {
      message = replay.recall();
    } else {
      message = replay.note(world.message(number, at));
      replay.is("copies message #", message);
    }
  }

  @Override
  void readRaw(long from, MemorySegment into, long length) {
    throw new UnsupportedOperationException("the party copies a backlog itself");
  }
}
