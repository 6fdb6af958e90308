package org.ferryipc.unix.lane;

/** A process that has an end of the channel, or the thread in it that does. It does one thing after another. */
abstract class Party {
  final World world;
  final Replay replay;
  final int number;

  private final int[] possible = new int[16];
  private int count;

  Party(World world, Replay replay, int number) {
    this.world = world;
    this.replay = replay;
    this.number = number;
  }

  /** Does the next thing, from its beginning to its end or to where it pauses. */
  abstract void run();

  /** {@return whether it may rest for ever where it is} */
  abstract boolean mayRest();

  /** {@return whether it has not gone} */
  abstract boolean isHere();

  /** Ends its process, whatever it is doing. */
  abstract void kill();

  final int get(int index) {
    return world.s[world.privateOf(number) + index];
  }

  final void set(int index, int value) {
    world.s[world.privateOf(number) + index] = value;
  }

  final void forget() {
    for (int i = 0; i < World.PRIVATE; i++) {
      set(i, 0);
    }
    replay.end();
  }

  final boolean lacks(Guard guard) {
    return world.scenario.lacks(guard);
  }

  final void possible(boolean now, int action) {
    if (now) {
      possible[count++] = action;
    }
  }

  /** {@return one of the actions that are {@linkplain #possible possible}}; all are tried */
  final int chosen() {
    int n = count;
    count = 0;
    if (n == 0) {
      throw Replay.Pause.NOT_POSSIBLE;
    }
    return replay.note(possible[replay.choose(n)]);
  }

  final int send(int kind, int stamp, int content) {
    if (replay.past()) {
      return replay.recall();
    }
    return replay.note(tried(kind, stamp, content));
  }

  private int tried(int kind, int stamp, int content) {
    if (world.s[World.READER] == 0) {
      replay.is("finds no receiver");
      return World.EPIPE;
    }
    if (world.isFull()) {
      replay.is("finds no room for a packet of kind #", kind);
      return World.EAGAIN;
    }
    if (world.s[World.NO_MEMORY] > 0 && replay.choose(2) == 1) {
      world.s[World.NO_MEMORY]--;
      replay.is("finds no memory for a packet of kind #", kind);
      return World.ENOBUFS;
    }
    world.queue(number, kind, stamp, content);
    replay.is(kind == World.BELL ? "rings" : "sends message # behind #", content, stamp);
    return World.OK;
  }
}
