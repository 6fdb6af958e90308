package org.ferryipc.rpc;

import java.time.Duration;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.doorway.DoorwayOptions;

/**
 * How one side of a connection behaves. A value: {@code withX} gives a changed copy. Each side has its own.
 *
 * @param doorway how processes meet, and the options of the channel that calls travel on: its limits bound one call or
 *     result; the frames that only keep a connection going are of up to 64 KiB, whatever the limits
 * @param timeLimit how long a call may take that is given no limit of its own ({@link Rpc#within})
 * @param callsInFlight how many calls may be under way on one connection in each direction; each side keeps to the
 *     smaller number. Calls made on behalf of a call of the other side do not count, or they could wait for each other;
 *     their nesting is bounded instead
 * @param whenFull what a call does when so many are under way
 * @param execution on which threads calls of the other side run
 * @param nesting how deeply calls may be nested, each made on behalf of the one before and run by the thread that waits
 *     for it; with 0 no call of the other side is taken that is made on behalf of one of this side
 */
public record RpcOptions(
    DoorwayOptions doorway,
    Duration timeLimit,
    int callsInFlight,
    WhenFull whenFull,
    Execution execution,
    int nesting) {

  /** As time limit: the call waits for ever. */
  public static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE);

  // Long for work on one machine, short for a person who waits.
  private static final Duration TIME_LIMIT = Duration.ofSeconds(30);
  private static final int CALLS_IN_FLIGHT = 256;
  // A call runs on the stack of the one before: so many fit into the stack of any thread.
  private static final int NESTING = 32;

  /** Checks the numbers. */
  public RpcOptions {
    if (timeLimit.isNegative() || timeLimit.isZero()) {
      throw new IllegalArgumentException("timeLimit is " + timeLimit + ", must be positive");
    }
    if (callsInFlight < 1) {
      throw new IllegalArgumentException("callsInFlight is " + callsInFlight + ", must be positive");
    }
    if (nesting < 0) {
      throw new IllegalArgumentException("nesting is " + nesting + ", must not be negative");
    }
  }

  /** {@return the defaults: 30 s, 256 calls in flight, waiting when full, ordered execution, 32 nested calls} */
  public static RpcOptions defaults() {
    return new RpcOptions(
        DoorwayOptions.defaults(), TIME_LIMIT, CALLS_IN_FLIGHT, WhenFull.WAIT, Execution.ordered(), NESTING);
  }

  /** {@return these options with another doorway} */
  public RpcOptions withDoorway(DoorwayOptions other) {
    return new RpcOptions(other, timeLimit, callsInFlight, whenFull, execution, nesting);
  }

  /** {@return these options with other options of the channel} */
  public RpcOptions withChannel(ChannelOptions other) {
    return withDoorway(doorway.withChannel(other));
  }

  /** {@return these options with another time limit} */
  public RpcOptions withTimeLimit(Duration other) {
    return new RpcOptions(doorway, other, callsInFlight, whenFull, execution, nesting);
  }

  /** {@return these options with another number of calls in flight} */
  public RpcOptions withCallsInFlight(int other) {
    return new RpcOptions(doorway, timeLimit, other, whenFull, execution, nesting);
  }

  /** {@return these options with another way of meeting that number} */
  public RpcOptions withWhenFull(WhenFull other) {
    return new RpcOptions(doorway, timeLimit, callsInFlight, other, execution, nesting);
  }

  /** {@return these options with other threads for calls} */
  public RpcOptions withExecution(Execution other) {
    return new RpcOptions(doorway, timeLimit, callsInFlight, whenFull, other, nesting);
  }

  /** {@return these options with another depth of nested calls} */
  public RpcOptions withNesting(int other) {
    return new RpcOptions(doorway, timeLimit, callsInFlight, whenFull, execution, other);
  }
}
