package org.ferryipc.unix.lane;

import java.util.Objects;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.lane.Scenario.Option;
import org.ferryipc.unix.lane.World.Fault;
import org.jspecify.annotations.Nullable;

/**
 * A receiver around a {@link ReceivingLane}: what {@code socket} does with one, and nothing more. After a move it is the new
 * owner.
 */
final class ReceiverParty extends Party {
  private static final String CHANNEL = "channel";

  // Saved between two things.
  private static final int DOING = 0;
  private static final int POLLED = 1;
  private static final int REFUSED = 2;

  // What it is doing.
  private static final int LOOKING = 0;
  private static final int ARMING = 1;
  private static final int ASLEEP = 2;
  private static final int PARKED = 3;
  private static final int GONE = 4;

  // What it can do next.
  private static final int GO_ON = 0;
  private static final int DEMOTE = 1;
  private static final int MOVE = 2;
  private static final int CLOSE = 3;
  private static final int SLEEP = 4;
  private static final int PARK = 5;
  private static final int POLL = 6;
  private static final int WAKE = 7;
  private static final int DEADLINE = 8;
  private static final int ACCEPT = 9;
  private static final int REFUSE = 10;
  private static final int TAKE = 11;

  private static final byte[] NOWHERE = new byte[LaneWords.RECORD_HEADER];

  private final SavedLane saved;
  private @Nullable ReceivingLane lane;

  ReceiverParty(World world, Replay replay) {
    super(world, replay, World.RECEIVER);
    saved = new SavedLane(world, replay, CHANNEL);
  }

  @Override
  boolean isHere() {
    return get(DOING) != GONE;
  }

  @Override
  boolean mayRest() {
    return get(DOING) == ASLEEP || get(DOING) == PARKED || get(DOING) == GONE;
  }

  @Override
  void kill() {
    forget();
    set(DOING, GONE);
    world.s[World.READER] = 0;
    world.s[World.WATCHED] = 0;
  }

  @Override
  void run() {
    lane = saved.load();
    try {
      switch (get(DOING)) {
        case LOOKING -> look();
        case ARMING -> arm();
        case ASLEEP, PARKED -> sleep();
        default -> throw Replay.Pause.NOT_POSSIBLE;
      }
    } catch (MalformedMessageException e) {
      throw new Fault("an honest sender is not believed: " + e.getMessage());
    }
    saved.save(lane);
    replay.end();
  }

  private void look() throws MalformedMessageException {
    ReceivingLane present = lane;
    switch (first()) {
      case GO_ON -> {
        if (present == null) {
          withoutLane();
        } else {
          next(present);
        }
      }
      case DEMOTE -> freeze();
      case MOVE -> move();
      case CLOSE -> close();
      default -> throw new AssertionError();
    }
  }

  // Only where there is a choice is choosing a step.
  private int first() {
    boolean demotes = world.scenario.has(Option.DEMOTE) && saved.isOpen();
    boolean moves = world.s[World.MOVES] > 0;
    boolean closes = world.scenario.has(Option.CLOSE_RECEIVER);
    if (!demotes && !moves && !closes) {
      return GO_ON;
    }
    if (replay.past()) {
      return replay.recall();
    }
    possible(true, GO_ON);
    possible(demotes, DEMOTE);
    possible(moves, MOVE);
    possible(closes, CLOSE);
    return chosen();
  }

  private void next(ReceivingLane present) throws MalformedMessageException {
    Look found = present.look(get(POLLED) != 0 || lacks(Guard.EVIDENCE));
    world.answers.add(found);
    switch (found) {
      case RECORD -> {
        SimulatedWords memory = (SimulatedWords) Objects.requireNonNull(present.words);
        present.copy(NOWHERE, 0);
        deliver(memory.message);
        present.taken();
      }
      case FRAME_DUE, FRAME_IF_ANY -> {
        int packet = receive();
        receiveBeside(present, packet);
        if (found != Look.FRAME_DUE || !lacks(Guard.FRESH_EVIDENCE)) {
          set(POLLED, 0); // at the end, because the look is done again until then
        }
      }
      case NOTHING -> set(DOING, ARMING);
    }
  }

  private void receiveBeside(ReceivingLane present, int packet) throws MalformedMessageException {
    switch (World.kind(packet)) {
      case World.NOTHING -> {
        present.nothing();
        set(DOING, ARMING);
      }
      case World.END -> {
        present.ended();
        atEnd();
      }
      case World.RESET -> present.reset();
      case World.BELL -> present.bell();
      case World.OPEN -> {
        present.unstamped();
        lane = null;
        install(World.content(packet));
      }
      default -> {
        if (World.stamp(packet) == World.NO_STAMP) {
          present.unstamped();
          lane = null;
        } else {
          present.stamped(World.stamp(packet));
        }
        deliver(World.content(packet));
      }
    }
  }

  private void withoutLane() {
    int packet = receive();
    set(POLLED, 0);
    switch (World.kind(packet)) {
      case World.NOTHING -> set(DOING, ARMING);
      case World.END -> atEnd();
      case World.RESET, World.BELL -> {}
      case World.OPEN -> install(World.content(packet));
      default -> {
        int stamp = World.stamp(packet);
        if (stamp == World.NO_STAMP) {
          set(REFUSED, 0);
        } else if (stamp != 0 || get(REFUSED) == 0) {
          throw new Fault("a stamped frame without a lane");
        }
        deliver(World.content(packet));
      }
    }
  }

  private int receive() {
    if (replay.past()) {
      return replay.recall();
    }
    if (world.s[World.RESET_DUE] == 1) {
      world.s[World.RESET_DUE] = 0;
      replay.is("hears of a reset");
      return replay.note(World.RESET);
    }
    if (!world.isEmpty()) {
      int packet = world.unqueue();
      replay.is("takes a packet of kind #", World.kind(packet));
      return replay.note(packet);
    }
    boolean end = world.s[World.SENDERS] == 0;
    replay.is(end ? "finds the end" : "finds no packet");
    return replay.note(end ? World.END : World.NOTHING);
  }

  private void deliver(int message) {
    if (replay.pastSilently()) {
      int unused = replay.recall();
    } else {
      replay.is("delivers message #", message);
      world.deliver(message);
      int unused = replay.note(0);
    }
  }

  private void install(int which) {
    int action = ACCEPT;
    if (world.scenario.has(Option.REFUSE)) {
      if (replay.past()) {
        action = replay.recall();
      } else {
        possible(true, ACCEPT);
        possible(true, REFUSE);
        action = chosen();
        replay.is(action == REFUSE ? "refuses the lane" : "accepts the lane");
      }
    }
    if (action == REFUSE) {
      set(REFUSED, 1);
    } else {
      set(REFUSED, 0);
      SimulatedWords memory = new SimulatedWords(world, replay, number, which);
      lane = saved.lane(memory);
      memory.setAccepted();
    }
  }

  private void atEnd() {
    if (replay.pastSilently()) {
      int unused = replay.recall();
    } else {
      if (world.missing()) {
        throw new Fault("the end comes before a message that was sent");
      }
      world.s[World.READER] = 0;
      int unused = replay.note(0);
    }
    leave();
  }

  private void leave() {
    lane = null;
    set(POLLED, 0);
    set(REFUSED, 0);
    set(DOING, GONE);
  }

  private void freeze() throws MalformedMessageException {
    ReceivingLane present = lane;
    if (present != null) {
      present.freeze();
    }
  }

  private void close() throws MalformedMessageException {
    if (!lacks(Guard.FREEZE_AT_CLOSE)) {
      freeze();
    }
    if (replay.past()) {
      int unused = replay.recall();
    } else {
      world.landAll(number);
      world.s[World.READER] = 0;
      world.s[World.CLOSED] = 1;
      replay.is("closes");
      int unused = replay.note(0);
    }
    leave();
  }

  private void move() throws MalformedMessageException {
    freeze();
    ReceivingLane present = lane;
    if (present != null) {
      SimulatedWords memory = (SimulatedWords) present.words;
      if (memory != null) {
        if (replay.pastSilently()) {
          int unused = replay.recall();
        } else {
          world.keepBacklog(memory.number, present.head(), present.tail);
          int unused = replay.note(0);
        }
      }
      long unread = lacks(Guard.BACKLOG) ? 0 : present.unreadBytes();
      long head = lacks(Guard.OWN_HEAD) && memory != null ? memory.head() : present.head();
      int frames = lacks(Guard.FRAMES_MOVE) ? 0 : present.frames();
      SimulatedWords rest = unread == 0 ? null : new SimulatedWords(world, replay, number, world.backlog);
      lane = ReceivingLane.restored(head, frames, unread, rest, CHANNEL);
    }
    set(POLLED, 0);
    world.s[World.MOVES]--; // at the end, because the choice is made again until then
  }

  // Sleep in one way or another, or ask only.
  private void arm() {
    ReceivingLane present = lane;
    if (!mayTry() || chosenWay() != POLL) {
      boolean asleep = present == null || present.arm();
      set(DOING, asleep ? ASLEEP : LOOKING);
    } else {
      set(POLLED, 1);
      set(DOING, LOOKING);
    }
  }

  private boolean mayTry() {
    return world.scenario.has(Option.TRY);
  }

  private int chosenWay() {
    if (replay.past()) {
      return replay.recall();
    }
    possible(true, SLEEP);
    possible(world.readable(), POLL);
    int way = chosen();
    replay.is(way == POLL ? "finds it readable" : "goes to sleep");
    return way;
  }

  private void sleep() throws MalformedMessageException {
    int action;
    if (replay.past()) {
      action = replay.recall();
    } else {
      boolean parked = get(DOING) == PARKED;
      possible(parked ? world.s[World.PERMIT] != 0 : world.readable(), WAKE);
      possible(!parked && world.scenario.has(Option.TAKE) && world.readable(), TAKE);
      possible(!parked && world.scenario.has(Option.PARK), PARK);
      possible(world.s[World.DEADLINES] > 0, DEADLINE);
      action = chosen();
      switch (action) {
        case WAKE -> replay.is("wakes");
        case TAKE -> replay.is("finds what it sleeps for");
        case PARK -> {
          world.s[World.WATCHED] = 1;
          replay.is("parks");
        }
        default -> {
          world.s[World.DEADLINES]--;
          replay.isFree();
          replay.is("has waited long enough");
        }
      }
    }
    if (action == PARK) {
      set(DOING, PARKED);
    } else if (action == TAKE) {
      take();
    } else {
      wake(action == WAKE);
    }
  }

  // What it is doing changes at the end, because all before that is done again.
  private void take() throws MalformedMessageException {
    ReceivingLane present = lane;
    boolean polled = false;
    if (present == null) {
      withoutLane();
    } else {
      int packet = receive();
      present.disarm();
      polled = World.kind(packet) == World.END && !lacks(Guard.END_IS_EVIDENCE);
      if (!polled) {
        receiveBeside(present, packet);
      }
    }
    if (get(DOING) == ASLEEP) {
      set(POLLED, polled ? 1 : 0);
      set(DOING, LOOKING);
    }
  }

  private void wake(boolean polled) {
    world.s[World.WATCHED] = 0;
    world.s[World.PERMIT] = 0;
    ReceivingLane present = lane;
    if (present != null) {
      present.disarm();
    }
    set(POLLED, polled ? 1 : 0);
    set(DOING, LOOKING);
  }
}
