package org.ferryipc.core.doorway;

import java.time.Duration;
import org.ferryipc.core.ChannelOptions;

/**
 * How a process meets others. A value: {@code withX} gives a changed copy. Each side has its own.
 *
 * @param policy with whom this side talks
 * @param names whether the names of the message types must match
 * @param helloLimit how long a server waits for a client that has connected to say what it wants; a client uses its own
 *     call's limit
 * @param hellos how many clients a server lets be in that state at the same time; others wait in the kernel's queue
 * @param access which users the file system lets connect to a server
 * @param channel how the channels made here behave on this side
 */
public record DoorwayOptions(
    PeerPolicy policy, NameCheck names, Duration helloLimit, int hellos, SocketAccess access, ChannelOptions channel) {

  /** How long a server waits for a hello by default: a client that is alive says it at once. */
  public static final Duration HELLO_LIMIT = Duration.ofSeconds(5);

  /** How many clients may be saying hello by default, and at most: each costs a descriptor of the server. */
  public static final int MAX_HELLOS = 64;

  /** Checks the numbers. */
  public DoorwayOptions {
    if (helloLimit.isNegative() || helloLimit.isZero()) {
      throw new IllegalArgumentException("helloLimit is " + helloLimit + ", must be positive");
    }
    if (hellos < 1 || hellos > MAX_HELLOS) {
      throw new IllegalArgumentException("hellos is " + hellos + ", must be from 1 to " + MAX_HELLOS);
    }
  }

  /**
   * {@return the defaults: {@link PeerPolicy#sameUser}, {@link NameCheck#REQUIRED}, {@link #HELLO_LIMIT}, {@link
   * #MAX_HELLOS}, {@link SocketAccess#OWNER}, {@link ChannelOptions#defaults}}
   */
  public static DoorwayOptions defaults() {
    return of(ChannelOptions.defaults());
  }

  /** {@return the defaults with the given channel options} */
  public static DoorwayOptions of(ChannelOptions channel) {
    return new DoorwayOptions(
        PeerPolicy.sameUser(), NameCheck.REQUIRED, HELLO_LIMIT, MAX_HELLOS, SocketAccess.OWNER, channel);
  }

  /** {@return these options with another policy} */
  public DoorwayOptions withPolicy(PeerPolicy other) {
    return new DoorwayOptions(other, names, helloLimit, hellos, access, channel);
  }

  /** {@return these options with another rule for names} */
  public DoorwayOptions withNames(NameCheck other) {
    return new DoorwayOptions(policy, other, helloLimit, hellos, access, channel);
  }

  /** {@return these options with another limit for a hello} */
  public DoorwayOptions withHelloLimit(Duration other) {
    return new DoorwayOptions(policy, names, other, hellos, access, channel);
  }

  /** {@return these options with another number of hellos at the same time} */
  public DoorwayOptions withHellos(int other) {
    return new DoorwayOptions(policy, names, helloLimit, other, access, channel);
  }

  /** {@return these options with another access to the socket} */
  public DoorwayOptions withAccess(SocketAccess other) {
    return new DoorwayOptions(policy, names, helloLimit, hellos, other, channel);
  }

  /** {@return these options with other channel options} */
  public DoorwayOptions withChannel(ChannelOptions other) {
    return new DoorwayOptions(policy, names, helloLimit, hellos, access, other);
  }
}
