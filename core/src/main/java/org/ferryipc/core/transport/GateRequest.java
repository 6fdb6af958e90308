package org.ferryipc.core.transport;

import java.util.Optional;
import org.ferryipc.core.doorway.DoorwayOptions;

/**
 * A name to be opened.
 *
 * @param name what the user asked for; empty for a fresh name that nobody can guess
 * @param greeting what this side speaks
 * @param guests how many clients it is for
 * @param options who is let in, and how their channels behave
 */
public record GateRequest(Optional<String> name, Greeting greeting, Guests guests, DoorwayOptions options) {

  /** How many clients a gate lets in before it ends by itself. */
  public enum Guests {
    /** The first that passes all checks; those that do not pass don't count. */
    ONE,
    /** Any number. */
    MANY
  }
}
