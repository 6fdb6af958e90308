package org.ferryipc.unix.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.unix.lane.Scenario.Option;
import org.ferryipc.unix.lane.World.Fault;
import org.jspecify.annotations.Nullable;

/**
 * Runs the two sides of lanes, as they are shipped, in every order there is.
 *
 * <p>A depth-first search over all states that can be reached. In each state every party that can take a step takes it, as
 * {@link Replay} describes; besides, a store may land, a poller may notice, and a process may be killed. A state that was seen
 * before is not looked at again. What is looked for: a message lost, doubled, or out of order among all senders; a send that
 * succeeds after the receiver was closed; an honest peer that is taken for a dishonest one; an access to memory that was given
 * back; a state in which nothing can happen and somebody still waits (a deadlock, a lost wake-up); and a sequence of steps that
 * leads back to where it began (a loop that burns a processor).
 */
final class Explorer {
  /**
   * What came of it.
   *
   * @param answers what the two sides have answered
   * @param fault null if all orders are right
   * @param way the steps that lead to the fault
   */
  record Result(long states, long steps, Set<Enum<?>> answers, @Nullable String fault, List<String> way) {}

  private static final int DEEPEST = 4_000;
  private static final long STACK = 64L << 20; // for a search of that depth

  private final Scenario scenario;
  private final boolean telling;
  private final World world;
  private final Replay replay;
  private final Party[] parties;
  private final VisitedStates visited = new VisitedStates();
  private final int[][] states = new int[DEEPEST][];
  private final List<String> way = new ArrayList<>();
  private long steps;

  private Explorer(Scenario scenario, boolean telling) {
    this.scenario = scenario;
    this.telling = telling;
    world = new World(scenario);
    replay = new Replay(world);
    parties =
        new Party[] {
          new SenderParty(world, replay, 0), new SenderParty(world, replay, 1), new ReceiverParty(world, replay)
        };
  }

  /** Explores all of a scenario, up to the first fault. */
  static Result explore(Scenario scenario) {
    Result quick = new Explorer(scenario, false).run();
    return quick.fault() == null ? quick : new Explorer(scenario, true).run(); // once more, to tell the way
  }

  private Result run() {
    AtomicReference<@Nullable Throwable> found = new AtomicReference<>();
    Thread search = new Thread(null, () -> visit(0), "explorer", STACK);
    search.setUncaughtExceptionHandler((_, thrown) -> found.set(thrown));
    search.start();
    try {
      search.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    @Nullable String fault = switch (found.get()) {
      case null -> null;
      case Fault expected -> expected.getMessage();
      case Throwable thrown -> throw new IllegalStateException(thrown);
    };
    return new Result(visited.size(), steps, world.answers, fault, List.copyOf(way));
  }

  private void visit(int depth) {
    long number = VisitedStates.numberOf(world.s);
    switch (visited.enter(number)) {
      case SEEN -> {
        return;
      }
      case ON_THE_WAY -> throw new Fault("a loop: the same state again");
      case NEW -> {}
    }
    if (depth == DEEPEST) {
      throw new IllegalStateException("deeper than " + DEEPEST + " steps");
    }
    int[] here = world.s;
    boolean goesOn = false; // by a step that somebody must take
    for (int party = 0; party < World.PARTIES; party++) {
      goesOn |= stepsOf(party, here, depth);
      goesOn |= storesOf(party, here, depth);
    }
    goesOn |= poller(here, depth);
    if (!goesOn) {
      world.s = here;
      requireRest();
    }
    kills(here, depth);
    visited.leave(number);
  }

  private void copy(int[] here, int depth) {
    int[] next = states[depth];
    if (next == null) {
      next = new int[world.size];
      states[depth] = next;
    }
    System.arraycopy(here, 0, next, 0, world.size);
    world.s = next;
  }

  private void follow(int depth, String step) {
    steps++;
    if (telling) {
      way.add(step);
    }
    visit(depth + 1);
    if (telling) {
      way.removeLast();
    }
  }

  private boolean stepsOf(int party, int[] here, int depth) {
    boolean goesOn = false;
    int choices = 1;
    for (int choice = 0; choice < choices; choice++) {
      copy(here, depth);
      replay.begin(world.logOf(party), choice);
      try {
        parties[party].run();
      } catch (Replay.Pause pause) {
        if (pause == Replay.Pause.NOT_POSSIBLE) {
          break;
        }
      } catch (Fault fault) {
        way.add(nameOf(party) + replay.what());
        throw fault;
      }
      choices = replay.choices();
      goesOn |= !replay.free();
      follow(depth, telling ? nameOf(party) + replay.what() : "");
    }
    return goesOn;
  }

  private static String nameOf(int party) {
    return party == World.RECEIVER ? "receiver" : "sender " + party;
  }

  private boolean storesOf(int party, int[] here, int depth) {
    world.s = here;
    int pending = world.pending(party);
    int most = scenario.has(Option.WEAK_STORES) ? pending : Math.min(1, pending);
    for (int i = 0; i < most; i++) {
      world.s = here;
      if (world.mayPass(party, i)) {
        copy(here, depth);
        world.land(party, i);
        follow(depth, telling ? "a store of " + nameOf(party) + " lands" : "");
      }
    }
    return pending > 0;
  }

  private boolean poller(int[] here, int depth) {
    world.s = here;
    if (here[World.WATCHED] == 0 || !world.readable()) {
      return false;
    }
    copy(here, depth);
    world.s[World.WATCHED] = 0;
    world.s[World.PERMIT] = 1;
    follow(depth, "the poller notices");
    return true;
  }

  private void kills(int[] here, int depth) {
    for (int party = 0; party < World.PARTIES; party++) {
      world.s = here;
      int left = party == World.RECEIVER ? World.KILLS_OF_RECEIVER : World.KILLS_OF_SENDERS;
      if (here[left] > 0 && parties[party].isHere()) {
        copy(here, depth);
        world.s[left]--;
        parties[party].kill();
        follow(depth, telling ? nameOf(party) + " is killed" : "");
      }
    }
  }

  private void requireRest() {
    for (int party = 0; party < World.PARTIES; party++) {
      if (parties[party].isHere() && !parties[party].mayRest()) {
        throw new Fault(nameOf(party) + " waits for ever");
      }
    }
    if (world.s[World.READER] != 0 && world.missing()) {
      throw new Fault("a message waits for ever");
    }
  }
}
