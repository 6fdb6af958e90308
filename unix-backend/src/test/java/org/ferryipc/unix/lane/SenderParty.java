package org.ferryipc.unix.lane;

import org.ferryipc.unix.lane.Scenario.Option;
import org.jspecify.annotations.Nullable;

/**
 * A sender around a {@link SendingLane}: what {@code socket} does with one, and nothing more. The first can share its end with
 * the second, or move it there.
 */
final class SenderParty extends Party {
  // Saved between two things.
  private static final int DOING = 0;
  private static final int MESSAGE = 1;
  private static final int SMALL = 2;
  private static final int LANE = 3; // its number and 1
  private static final int TAIL = 4;
  private static final int HEAD_SEEN = 5;
  private static final int FRAMES = 6;
  private static final int ACCEPTED = 7;
  private static final int EXCLUSIVE = 8;
  private static final int OWED = 9;
  private static final int OFFERING = 10;

  // What it is doing.
  private static final int ABSENT = 0;
  private static final int IDLE = 1;
  private static final int BLOCKED = 2;
  private static final int AGAIN = 3;
  private static final int GONE = 4;

  // What it can do next.
  private static final int SEND_SMALL = 0;
  private static final int SEND_OTHER = 1;
  private static final int OFFER = 2;
  private static final int DEMOTE = 3;
  private static final int SHARE = 4;
  private static final int MOVE = 5;
  private static final int CLOSE = 6;
  private static final int RING_AGAIN = 7;
  private static final int TRY_AGAIN = 8;
  private static final int LOOK_AGAIN = 9;

  private static final byte[] PAYLOAD = new byte[LaneWords.RECORD_HEADER];

  private @Nullable SendingLane lane;
  private SimulatedWords words;

  SenderParty(World world, Replay replay, int number) {
    super(world, replay, number);
    words = new SimulatedWords(world, replay, number, 0);
    if (number == 0) {
      begin(true);
    }
  }

  private void begin(boolean alone) {
    set(DOING, IDLE);
    set(EXCLUSIVE, alone ? 1 : 0);
  }

  private void beginOther(boolean alone) {
    int other = world.privateOf(1);
    world.s[other + DOING] = IDLE;
    world.s[other + EXCLUSIVE] = alone ? 1 : 0;
  }

  @Override
  boolean isHere() {
    return get(DOING) != ABSENT && get(DOING) != GONE;
  }

  @Override
  boolean mayRest() {
    return get(DOING) != BLOCKED && get(DOING) != AGAIN && world.s[world.logOf(number)] == 0;
  }

  @Override
  void kill() {
    forget();
    set(DOING, GONE);
    world.s[World.SENDERS]--;
    if (world.scenario.has(Option.RESET) && world.s[World.SENDERS] == 0) {
      world.s[World.RESET_DUE] = 1;
    }
  }

  @Override
  void run() {
    load();
    switch (get(DOING)) {
      case IDLE -> idle();
      case BLOCKED -> blocked();
      case AGAIN -> attempt();
      default -> throw Replay.Pause.NOT_POSSIBLE;
    }
    save();
    replay.end();
  }

  private void load() {
    lane = null;
    if (get(LANE) != 0) {
      SendingLane loaded = map(get(LANE) - 1);
      loaded.tail = get(TAIL);
      loaded.headSeen = get(HEAD_SEEN);
      loaded.frames = get(FRAMES);
      loaded.accepted = get(ACCEPTED) != 0;
    }
  }

  private SendingLane map(int which) {
    words = new SimulatedWords(world, replay, number, which);
    SendingLane mapped = new SendingLane(words);
    lane = mapped;
    return mapped;
  }

  private void save() {
    SendingLane saved = lane;
    set(LANE, saved == null ? 0 : words.number + 1);
    set(TAIL, saved == null ? 0 : (int) saved.tail);
    set(HEAD_SEEN, saved == null ? 0 : (int) saved.headSeen);
    set(FRAMES, saved == null ? 0 : saved.frames);
    set(ACCEPTED, saved != null && saved.accepted ? 1 : 0);
  }

  private void idle() {
    switch (next()) {
      case SEND_SMALL, SEND_OTHER -> attempt();
      case OFFER -> offer();
      case DEMOTE -> endLane();
      case SHARE -> share();
      case MOVE -> move();
      case CLOSE -> close();
      case RING_AGAIN -> ring();
      default -> throw new AssertionError();
    }
  }

  private int next() {
    if (replay.past()) {
      return replay.recall();
    }
    boolean more = world.s[World.NEXT] < world.scenario.messages();
    possible(more, SEND_SMALL);
    possible(more, SEND_OTHER);
    possible(mayOffer(), OFFER);
    possible(world.scenario.has(Option.DEMOTE) && lane != null && world.s[World.OFFERED] < world.scenario.lanes(), DEMOTE);
    possible(get(OWED) != 0, RING_AGAIN);
    addLeaving();
    int action = chosen();
    if (action != RING_AGAIN) {
      replay.isFree();
    }
    if (action <= SEND_OTHER) {
      set(MESSAGE, world.beginMessage());
      set(SMALL, action == SEND_SMALL ? 1 : 0);
      replay.is("begins to send message #", get(MESSAGE));
    } else if (action == OFFER) {
      set(OFFERING, world.s[World.OFFERED]++);
      world.queue(number, World.OPEN, World.NO_STAMP, get(OFFERING));
      replay.is("offers lane #", get(OFFERING));
    }
    return action;
  }

  private void addLeaving() {
    boolean first = number == 0 && get(EXCLUSIVE) != 0;
    boolean silent = get(OWED) == 0 || lacks(Guard.OWED_BELL_AT_MOVE);
    possible(first && silent && world.scenario.has(Option.SHARE), SHARE);
    possible(first && silent && world.scenario.has(Option.MOVE_SENDER), MOVE);
    possible(world.scenario.has(Option.CLOSE_SENDER), CLOSE);
  }

  // One that finds no room or no receiver is dropped, which changes nothing.
  private boolean mayOffer() {
    return lane == null
        && get(OWED) == 0
        && get(EXCLUSIVE) != 0
        && world.s[World.OFFERED] < world.scenario.lanes()
        && world.s[World.READER] != 0
        && !world.isFull();
  }

  // Once and whole: the memory, the packet, and the lane that is in force from then on.
  private void offer() {
    SendingLane offered = map(get(OFFERING));
    assert offered.position() == 0;
  }

  private void attempt() {
    int message = get(MESSAGE);
    SendingLane present = lane;
    if (present != null && get(SMALL) != 0) {
      words.message = message;
      boolean payload = world.scenario.has(Option.UNEVEN) && message % 2 == 1;
      Put answer = present.put(PAYLOAD, 0, payload ? PAYLOAD.length : 0);
      world.answers.add(answer);
      switch (answer) {
        case PUT -> {
          if (get(OWED) != 0) {
            ring();
          }
          sent(message);
          return;
        }
        case RING -> {
          ring();
          if (lacks(Guard.CLEAR_BEFORE_BELL)) {
            words.clear();
          }
          sent(message);
          return;
        }
        case FULL, LARGE -> {}
        case OVER -> lane = null;
      }
    }
    if (get(OWED) != 0 && !lacks(Guard.OWED_BELL_AT_FRAME)) {
      ring();
      set(DOING, AGAIN); // a thing of its own: it is not done again with what follows
      return;
    }
    SendingLane stamping = lane;
    int answer = send(World.DATA, stamping == null ? World.NO_STAMP : stamping.position(), message);
    switch (answer) {
      case World.OK -> {
        if (stamping != null) {
          stamping.framed();
        }
        sent(message);
      }
      case World.EAGAIN -> set(DOING, BLOCKED);
      case World.ENOBUFS -> set(DOING, AGAIN);
      default -> go("gives up");
    }
  }

  private void sent(int message) {
    if (replay.pastSilently()) {
      int unused = replay.recall();
    } else {
      world.complete(message);
      int unused = replay.note(0);
    }
    set(MESSAGE, 0);
    set(SMALL, 0);
    set(DOING, IDLE);
  }

  private void ring() {
    int answer = send(World.BELL, World.NO_STAMP, 0);
    set(OWED, answer == World.ENOBUFS && !lacks(Guard.OWED_BELL) ? 1 : 0);
  }

  private void blocked() {
    int action;
    if (replay.past()) {
      action = replay.recall();
    } else {
      possible(world.writable(), TRY_AGAIN);
      possible(world.s[World.LOOKS] > 0, LOOK_AGAIN);
      addLeaving();
      action = chosen();
      if (action == LOOK_AGAIN) {
        world.s[World.LOOKS]--;
      }
      if (action != TRY_AGAIN) {
        replay.isFree();
      }
      replay.is("is not blocked any more");
    }
    switch (action) {
      case TRY_AGAIN, LOOK_AGAIN -> attempt();
      case SHARE -> {
        share();
        attempt();
      }
      case MOVE -> move();
      case CLOSE -> close();
      default -> throw new AssertionError();
    }
  }

  private void endLane() {
    SendingLane ended = lane;
    if (ended != null) {
      ended.end();
      lane = null;
    }
  }

  private void share() {
    if (!lacks(Guard.END_AT_SHARE)) {
      endLane();
    }
    set(EXCLUSIVE, 0);
    if (replay.past()) {
      int unused = replay.recall();
    } else {
      world.landAll(number);
      world.s[World.SENDERS]++;
      beginOther(false);
      replay.is("shares its end");
      int unused = replay.note(0);
    }
  }

  private void move() {
    endLane();
    if (replay.past()) {
      int unused = replay.recall();
    } else {
      world.landAll(number);
      beginOther(true);
      replay.is("moves its end");
      int unused = replay.note(0);
    }
    leave();
  }

  private void close() {
    go("closes");
  }

  private void go(String how) {
    if (replay.past()) {
      int unused = replay.recall();
    } else {
      world.senderGoes(number);
      replay.is(how);
      int unused = replay.note(0);
    }
    leave();
  }

  private void leave() {
    lane = null;
    set(MESSAGE, 0);
    set(SMALL, 0);
    set(EXCLUSIVE, 0);
    set(OWED, 0);
    set(DOING, GONE);
  }
}
