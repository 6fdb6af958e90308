package org.ferryipc.core.transport;

import java.time.Duration;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.failure.IpcTimeoutException;

/**
 * A client's wish to be let in.
 *
 * @param name where
 * @param greeting what this side speaks
 * @param options whom this side trusts, and how its channel behaves
 * @param deadline when to give up
 * @param limit what {@code deadline} was made of, for the error's text; zero if it never passes
 */
public record Entry(String name, Greeting greeting, DoorwayOptions options, Deadline deadline, Duration limit) {

  /** {@return what to throw when the deadline has passed} */
  public IpcTimeoutException late() {
    return new IpcTimeoutException("connect to " + name, limit);
  }
}
