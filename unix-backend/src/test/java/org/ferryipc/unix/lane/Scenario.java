package org.ferryipc.unix.lane;

import java.util.EnumSet;
import java.util.Set;

/**
 * What may happen in an exploration, and how much of it. A number is how often; what is 0 does not happen.
 *
 * @param messages how many are sent, each by the lane if it can be or by the socket only
 * @param ring how many records without payload fit
 * @param socket how many packets fit
 * @param lanes how many may be offered
 */
record Scenario(String name, int messages, int ring, int socket, int lanes, Set<Option> options, int times, Set<Guard> without) {

  /** What may happen besides messages. */
  enum Option {
    /** The sender gives a second process a reference, at any time. */
    SHARE,
    /** The sender moves to a second process. */
    MOVE_SENDER,
    /** The receiver moves, {@link #times} times. */
    MOVE_RECEIVER,
    /** Either side ends a lane that is not worth while. */
    DEMOTE,
    KILL_SENDERS,
    KILL_RECEIVER,
    CLOSE_SENDER,
    CLOSE_RECEIVER,
    /** The kernel has no memory for a packet, {@link #times} times. */
    NO_MEMORY,
    /** The receiver may refuse a lane. */
    REFUSE,
    /** The receiver's sleep ends by its deadline, {@link #times} times. */
    DEADLINE,
    /** A blocked sender looks again before there is room, {@link #times} times. */
    LOOK_AGAIN,
    /** The receiver asks whether the socket is readable, instead of sleeping. */
    TRY,
    /** The receiver sleeps in the hands of a poller, which may be late. */
    PARK,
    /** The receiver sleeps in the call that takes the packet, or as otherwise. */
    TAKE,
    /** A sender that goes leaves an ECONNRESET in front of what is queued. */
    RESET,
    /** Every second record has a payload. */
    UNEVEN,
    /** The receiver says what it has read after two records only. */
    LAZY_HEAD,
    /** Stores to different words land in any order. */
    WEAK_STORES
  }

  static Scenario of(String name, int messages, int ring, int socket, Option... options) {
    Set<Option> chosen = EnumSet.noneOf(Option.class);
    chosen.addAll(Set.of(options));
    return new Scenario(name, messages, ring, socket, 1, chosen, 1, EnumSet.noneOf(Guard.class));
  }

  Scenario withLanes(int most) {
    return new Scenario(name, messages, ring, socket, most, options, times, without);
  }

  Scenario withTimes(int most) {
    return new Scenario(name, messages, ring, socket, lanes, options, most, without);
  }

  Scenario without(Guard guard) {
    return new Scenario(name + " without " + guard, messages, ring, socket, lanes, options, times, EnumSet.of(guard));
  }

  boolean has(Option option) {
    return options.contains(option);
  }

  /** {@return how often {@code option} may happen} */
  int count(Option option) {
    return has(option) ? times : 0;
  }

  boolean lacks(Guard guard) {
    return without.contains(guard);
  }

  @Override
  public String toString() {
    return name;
  }
}
