package org.ferryipc.unix.lane;

import static org.ferryipc.unix.lane.Scenario.Option.*;

import java.util.List;
import org.ferryipc.unix.lane.Scenario.Option;

/** What is explored in each build, in some seconds, and with {@code -Dferry.trials.full=true}, in some minutes. */
final class Scenarios {
  private Scenarios() {}

  static List<Scenario> inEachBuild() {
    return List.of(
        of("one sender", 6, 2, 2),
        of("a ring and a socket of one", 6, 1, 1),
        of("wide, uneven, seldom published", 5, 3, 3, UNEVEN, LAZY_HEAD),
        of("two lanes, ended by either side", 4, 2, 2, DEMOTE).withLanes(2),
        of("all ways of waiting", 4, 2, 2, DEADLINE, PARK, TRY, LOOK_AGAIN),
        of("asleep in the receive", 4, 2, 2, TAKE, DEADLINE, DEMOTE).withLanes(2),
        of("asleep in the receive, killed, no memory", 3, 2, 2, TAKE, KILL_SENDERS, KILL_RECEIVER, NO_MEMORY),
        of("asleep in the receive, closed, no memory", 3, 2, 2, TAKE, CLOSE_SENDER, NO_MEMORY, RESET),
        of("asleep in the receive, receiver moves, closed", 3, 2, 2, TAKE, MOVE_RECEIVER, CLOSE_SENDER, CLOSE_RECEIVER, RESET),
        of("asleep in the receive, shared, no memory", 3, 2, 2, TAKE, SHARE, NO_MEMORY, WEAK_STORES),
        of("asleep in the receive, sender moves", 3, 2, 2, TAKE, MOVE_SENDER, MOVE_RECEIVER, NO_MEMORY).withLanes(2),
        of("weak stores", 5, 2, 2, WEAK_STORES),
        of("no memory", 4, 2, 2, NO_MEMORY).withTimes(2),
        of("refusals", 4, 2, 2, REFUSE, DEMOTE).withLanes(2),
        of("killed", 4, 2, 2, KILL_SENDERS, KILL_RECEIVER),
        of("killed between two lanes", 3, 2, 2, KILL_SENDERS, KILL_RECEIVER, DEMOTE).withLanes(2),
        of("closed", 4, 2, 2, CLOSE_SENDER, CLOSE_RECEIVER, RESET),
        of("receiver moves twice", 4, 2, 2, MOVE_RECEIVER).withTimes(2).withLanes(2),
        of("receiver moves, killed", 3, 2, 2, MOVE_RECEIVER, KILL_SENDERS, KILL_RECEIVER, LAZY_HEAD),
        of("receiver moves, closed", 3, 2, 2, MOVE_RECEIVER, CLOSE_SENDER, CLOSE_RECEIVER, RESET),
        of("shared", 4, 2, 2, SHARE),
        of("shared, closed", 3, 2, 2, SHARE, CLOSE_SENDER, CLOSE_RECEIVER),
        of("shared, receiver moves", 3, 2, 2, SHARE, MOVE_RECEIVER),
        of("shared, receiver moves, killed", 3, 2, 1, SHARE, MOVE_RECEIVER, KILL_SENDERS, KILL_RECEIVER),
        of("shared, weak stores, no memory", 3, 2, 2, SHARE, WEAK_STORES, NO_MEMORY),
        of("sender moves", 4, 2, 2, MOVE_SENDER).withLanes(2),
        of("sender moves, closed", 3, 2, 2, MOVE_SENDER, CLOSE_SENDER, CLOSE_RECEIVER),
        of("sender and receiver move", 3, 2, 2, MOVE_SENDER, MOVE_RECEIVER).withLanes(2),
        of("sender and receiver move, killed", 3, 1, 2, MOVE_SENDER, MOVE_RECEIVER, KILL_SENDERS, KILL_RECEIVER),
        of("sender moves, weak stores, no memory", 3, 2, 2, MOVE_SENDER, WEAK_STORES, NO_MEMORY));
  }

  static List<Scenario> full() {
    return List.of(
        of("one sender, eight messages", 8, 2, 2),
        of("wide, uneven, seven messages", 7, 3, 3, UNEVEN, LAZY_HEAD),
        of("three lanes, ended by either side", 5, 2, 2, DEMOTE).withLanes(3),
        of("three lanes, weak stores", 4, 2, 2, DEMOTE, WEAK_STORES).withLanes(3),
        of("all ways of waiting, often", 4, 2, 2, DEADLINE, PARK, TRY, LOOK_AGAIN, DEMOTE).withTimes(2).withLanes(2),
        of("no memory, two lanes", 4, 2, 2, NO_MEMORY, DEMOTE).withTimes(2).withLanes(2),
        of("refusals, receiver moves", 4, 2, 2, REFUSE, DEMOTE, MOVE_RECEIVER).withLanes(3),
        of("killed, two lanes", 5, 2, 2, KILL_SENDERS, KILL_RECEIVER, DEMOTE).withLanes(2),
        of("killed, all ways of waiting", 4, 2, 2, KILL_SENDERS, KILL_RECEIVER, DEADLINE, PARK, TRY, LOOK_AGAIN),
        of("closed, two lanes", 4, 2, 2, CLOSE_SENDER, CLOSE_RECEIVER, RESET, DEMOTE, PARK).withLanes(2),
        of("receiver moves three times", 5, 3, 2, MOVE_RECEIVER, UNEVEN, LAZY_HEAD).withTimes(3).withLanes(2),
        of("receiver moves twice, killed", 4, 2, 2, MOVE_RECEIVER, KILL_SENDERS, KILL_RECEIVER).withTimes(2).withLanes(2),
        of("shared, two lanes, receiver moves", 4, 2, 2, SHARE, DEMOTE, MOVE_RECEIVER).withLanes(2),
        of("shared, receiver moves, killed", 4, 2, 2, SHARE, MOVE_RECEIVER, KILL_SENDERS, KILL_RECEIVER),
        of("shared, all ways of waiting", 3, 2, 2, SHARE, DEADLINE, PARK, TRY, LOOK_AGAIN, RESET, CLOSE_SENDER),
        of("shared, weak stores, no memory", 4, 2, 2, SHARE, WEAK_STORES, NO_MEMORY),
        of("asleep in the receive, often", 4, 2, 2, TAKE, DEADLINE, PARK, TRY, LOOK_AGAIN, NO_MEMORY, DEMOTE).withTimes(2).withLanes(2),
        of("sender moves, two lanes, receiver moves", 4, 2, 2, MOVE_SENDER, DEMOTE, MOVE_RECEIVER).withLanes(3),
        of("sender and receiver move, killed", 4, 2, 2, MOVE_SENDER, MOVE_RECEIVER, KILL_SENDERS, KILL_RECEIVER).withLanes(2),
        of("sender moves, all ways of waiting", 4, 2, 2, MOVE_SENDER, DEADLINE, PARK, TRY, LOOK_AGAIN).withLanes(2),
        of("sender moves, refusals", 4, 2, 2, MOVE_SENDER, REFUSE, WEAK_STORES, NO_MEMORY).withLanes(2));
  }

  private static Scenario of(String name, int messages, int ring, int socket, Option... options) {
    return Scenario.of(name, messages, ring, socket, options);
  }
}
