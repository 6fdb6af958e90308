package org.ferryipc.unix.lane;

import org.jspecify.annotations.Nullable;

/** A receiver's lane between two things that its party does. */
final class SavedLane {
  // Where in the party's saved state; those in front of it are the party's own.
  private static final int LANE = 3; // 0: none
  private static final int WORDS = 4; // a number and 1; 0: unmapped
  private static final int HEAD = 5;
  private static final int FRAMES = 6;
  private static final int TAIL = 7;
  private static final int WORD = 8;
  private static final int FROZEN = 9;
  private static final int PUBLISHED = 10;
  private static final int LENGTH = 11;
  private static final int FLAGS = 12;

  private static final int DUE = 1;
  private static final int RESET = 2;
  private static final int ARMED = 4;

  private final World world;
  private final Replay replay;
  private final String channel;
  private final int base;

  SavedLane(World world, Replay replay, String channel) {
    this.world = world;
    this.replay = replay;
    this.channel = channel;
    base = world.privateOf(World.RECEIVER);
  }

  private int get(int index) {
    return world.s[base + index];
  }

  private void set(int index, long value) {
    world.s[base + index] = (int) value;
  }

  /** {@return whether there is a lane that its receiver has not seen the end of} */
  boolean isOpen() {
    return get(WORDS) != 0 && get(FROZEN) == 0;
  }

  @Nullable ReceivingLane load() {
    if (get(LANE) == 0) {
      return null;
    }
    int words = get(WORDS) - 1;
    ReceivingLane loaded = lane(words < 0 ? null : new SimulatedWords(world, replay, World.RECEIVER, words));
    loaded.head = get(HEAD);
    loaded.frames = get(FRAMES);
    loaded.tail = get(TAIL);
    loaded.word = get(WORD);
    loaded.frozen = get(FROZEN) != 0;
    loaded.published = get(PUBLISHED);
    loaded.length = get(LENGTH);
    loaded.due = (get(FLAGS) & DUE) != 0;
    loaded.reset = (get(FLAGS) & RESET) != 0;
    loaded.armed = (get(FLAGS) & ARMED) != 0;
    return loaded;
  }

  /** {@return a lane as it is shipped, or without the guards that the scenario lacks} */
  ReceivingLane lane(@Nullable SimulatedWords memory) {
    if (world.scenario.without().isEmpty()) {
      return new ReceivingLane(memory, channel);
    }
    return new ReceivingLane(memory, channel) {
      @Override
      boolean framesAhead(LaneWords hints) {
        return lacks(Guard.HINT_AHEAD) ? hints.hint() != frames : super.framesAhead(hints);
      }

      @Override
      int framesMissing(long record) {
        return lacks(Guard.RECORD_WAITS) ? 0 : super.framesMissing(record);
      }

      @Override
      boolean isAsSeen(LaneWords tails) {
        return lacks(Guard.SECOND_LOOK) || super.isAsSeen(tails);
      }
    };
  }

  private boolean lacks(Guard guard) {
    return world.scenario.lacks(guard);
  }

  void save(@Nullable ReceivingLane lane) {
    for (int i = LANE; i <= FLAGS; i++) {
      set(i, 0);
    }
    if (lane != null) {
      set(LANE, 1);
      set(WORDS, lane.words == null ? 0 : ((SimulatedWords) lane.words).number + 1L);
      set(HEAD, lane.head);
      set(FRAMES, lane.frames);
      set(TAIL, lane.tail);
      set(WORD, lane.word);
      set(FROZEN, lane.frozen ? 1 : 0);
      set(PUBLISHED, lane.published);
      set(LENGTH, lane.length);
      set(FLAGS, (lane.due ? DUE : 0) | (lane.reset ? RESET : 0) | (lane.armed ? ARMED : 0));
    }
  }
}
