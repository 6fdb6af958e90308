package org.ferryipc.core.ownership;

import org.ferryipc.core.HandleState;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.HandleStateException;

/**
 * What {@link Ownership} promises, written as a plain state and a count: slow, for one thread, and easy to compare with
 * the text of the promise.
 */
final class ExpectedOwner {
  private static final int NOBODY = -1;

  private enum State {
    OPEN,
    LEASED,
    MOVED,
    CLOSED
  }

  private State state = State.OPEN;
  private boolean closeWhenReturned;
  private int holds;
  private int brief = NOBODY;

  /** {@return whether the step is allowed now}; if so it is done */
  boolean allows(Program.Step step, int thread) {
    switch (step) {
      case BEGIN_BRIEF -> {
        if (state == State.OPEN && holds == 0 && brief == NOBODY) {
          brief = thread;
        }
      }
      case END_BRIEF -> brief = NOBODY;
      case HOLD -> {
        if (state != State.OPEN) {
          return false;
        }
        holds++;
      }
      case LEASE, LEASE_ALONE -> {
        if (state != State.OPEN || (step == Program.Step.LEASE_ALONE && holds > 0)) {
          return false;
        }
        state = State.LEASED;
      }
      case DROP -> holds--;
      case COMMIT -> state = State.MOVED;
      case ROLLBACK -> state = closeWhenReturned ? State.CLOSED : State.OPEN;
      case CLOSE -> {
        if (state == State.OPEN) {
          state = State.CLOSED;
        } else if (state == State.LEASED) {
          closeWhenReturned = true;
        }
      }
    }
    return true;
  }

  /** {@return how often the resource must have been released by now} */
  int releases() {
    return state == State.CLOSED && holds == 0 ? 1 : 0;
  }

  /** {@return whether a brief call of {@code thread} runs} */
  boolean isBrief(int thread) {
    return brief == thread;
  }

  int holds() {
    return holds;
  }

  /** {@return what a step that is not allowed now must throw} */
  Class<? extends HandleStateException> refusal() {
    return switch (state) {
      case OPEN, LEASED -> HandleInUseException.class;
      case MOVED -> HandleMovedException.class;
      case CLOSED -> HandleClosedException.class;
    };
  }

  boolean shownAs(HandleState shown) {
    return switch (shown) {
      case HandleState.Open o -> state == State.OPEN;
      case HandleState.Leased l -> state == State.LEASED;
      case HandleState.Moved m -> state == State.MOVED;
      case HandleState.Closed c -> state == State.CLOSED;
    };
  }
}
