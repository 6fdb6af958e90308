package org.ferryipc.unix.lane;

/**
 * Stops real code between any two of its accesses, and goes on there later, without a thread of its own.
 *
 * <p>A party does one thing after another, and while it does one, its state is what it was when that began. What it has seen
 * since is in a log. To take one more step the code is run again from where the thing began: the accesses in the log are given
 * what they were given before, the next one really happens and is added to the log, and at the one after it the run is
 * abandoned by an exception. That is right as long as the code does the same when it sees the same, and keeps nothing but what is
 * saved between two things.
 *
 * <p>An access that nobody else can tell from the step before it is <em>silent</em>: it happens together with that step.
 */
final class Replay {
  /** How long a log may become. */
  static final int LOG = 24;

  private static final int TEXTS = 6; // silent accesses add theirs

  /** The next access is another step. */
  static final class Pause extends RuntimeException {
    private static final long serialVersionUID = 1L;
    static final Pause NOW = new Pause("pause");
    static final Pause NOT_POSSIBLE = new Pause("not possible");

    private Pause(String what) {
      super(what, null, false, false);
    }
  }

  private final World world;
  private int log; // where it is in the state; its length is in front of it
  private int at;
  private boolean stepped;
  private int choice;
  private int choices;
  private boolean free;

  // What the step was, for a report: texts, each with up to two numbers. Put together only when somebody asks.
  private final String[] texts = new String[TEXTS];
  private final int[] numbers = new int[2 * TEXTS];
  private int told;

  Replay(World world) {
    this.world = world;
  }

  /** Begins a run of the party whose log is at {@code where}, in which the next step makes {@code choice}. */
  void begin(int where, int itsChoice) {
    log = where;
    at = 0;
    stepped = false;
    choice = itsChoice;
    choices = 1;
    free = false;
    told = 0;
  }

  /** {@return whether this access has happened before}: then {@link #recall} it */
  boolean past() {
    if (at < world.s[log]) {
      return true;
    }
    if (stepped) {
      throw Pause.NOW;
    }
    stepped = true;
    return false;
  }

  /** As {@link #past}, for a silent access. */
  boolean pastSilently() {
    return at < world.s[log];
  }

  int recall() {
    return world.s[log + 1 + at++];
  }

  int note(int value) {
    if (at == LOG) {
      throw new IllegalStateException("a longer log is needed");
    }
    world.s[log + 1 + at++] = value;
    world.s[log] = at;
    return value;
  }

  /** Says what the step is; each {@code #} in the text stands for a number. */
  void is(String text, int first, int second) {
    if (told < TEXTS) {
      texts[told] = text;
      numbers[2 * told] = first;
      numbers[2 * told + 1] = second;
      told++;
    }
  }

  void is(String text, int number) {
    is(text, number, 0);
  }

  void is(String text) {
    is(text, 0, 0);
  }

  /** Says that nobody has to take this step for others to go on. */
  void isFree() {
    free = true;
  }

  boolean free() {
    return free;
  }

  /** {@return one of {@code n} numbers; each is tried} Within an access. */
  int choose(int n) {
    choices = n;
    return choice;
  }

  int choices() {
    return choices;
  }

  String what() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < told; i++) {
      String text = texts[i].replaceFirst("#", Integer.toString(numbers[2 * i]));
      all.append(i == 0 ? " " : ", ").append(text.replaceFirst("#", Integer.toString(numbers[2 * i + 1])));
    }
    return all.toString();
  }

  /** Ends what was begun: the party's state is saved. */
  void end() {
    for (int i = 0; i <= LOG; i++) {
      world.s[log + i] = 0;
    }
  }
}
