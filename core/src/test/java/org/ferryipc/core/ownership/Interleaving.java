package org.ferryipc.core.ownership;

import java.io.IOException;
import java.util.List;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Resource;

/**
 * One run of a few programs against a real {@link Ownership}, step by step in the order that {@link Choices} says.
 *
 * <p>Each step of an Ownership is one compare-and-set, followed at most by a call to the resource. So orders of whole
 * steps, and of steps that fall between a transition and its call to the resource, are all the orders there are.
 */
final class Interleaving implements Resource {
  private static final int NOBODY = -1;

  private final Ownership real = new Ownership(this);
  private final ExpectedOwner expected = new ExpectedOwner();
  private final List<Program> programs;
  private final Choices choices;
  private final int[] at;
  private final int[] calls;
  private final boolean[] leases;
  private int brief = NOBODY;
  private final boolean[] paused;
  private int pausedCount;
  private int releases;
  private int mover = -1;

  Interleaving(List<Program> programs, Choices choices) {
    this.programs = programs;
    this.choices = choices;
    this.at = new int[programs.size()];
    this.calls = new int[programs.size()];
    this.leases = new boolean[programs.size()];
    this.paused = new boolean[programs.size()];
  }

  /** Runs all programs to their ends, then closes the handle. */
  void run() {
    while (stepOfAny(false)) {
      compare();
    }
    apply(Program.Step.CLOSE, 0);
    compare();
    boolean moved = real.state() instanceof HandleState.Moved;
    check(releases == (moved ? 0 : 1), "released " + releases + " times at the end, moved: " + moved);
  }

  /** Lets one thread that is not paused make a step. {@return false if none was left, or none was chosen} */
  private boolean stepOfAny(boolean mayPass) {
    int able = 0;
    for (int t = 0; t < at.length; t++) {
      able += ready(t) ? 1 : 0;
    }
    if (able == 0) {
      return false;
    }
    int choice = choices.next(mayPass ? able + 1 : able);
    for (int t = 0; t < at.length; t++) {
      if (ready(t) && choice-- == 0) {
        Program.Step step = programs.get(t).steps().get(at[t]++);
        apply(step, t);
        return true;
      }
    }
    return false;
  }

  private boolean ready(int t) {
    List<Program.Step> steps = programs.get(t).steps();
    while (at[t] < steps.size() && pointless(steps.get(at[t]), t)) {
      at[t]++;
    }
    return !paused[t] && at[t] < steps.size() && !waits(steps.get(at[t]));
  }

  /** Whether the step waits for the end of a brief call. */
  private boolean waits(Program.Step step) {
    return brief != NOBODY && step != Program.Step.BEGIN_BRIEF && step != Program.Step.END_BRIEF;
  }

  /** Whether the step ends something that did not begin. */
  private boolean pointless(Program.Step step, int t) {
    return switch (step) {
      case DROP -> calls[t] == 0;
      case COMMIT, ROLLBACK -> !leases[t];
      case END_BRIEF -> brief != t;
      default -> false;
    };
  }

  private void apply(Program.Step step, int t) {
    boolean allowed = expected.allows(step, t);
    paused[t] = true;
    pausedCount++;
    try {
      perform(step, t);
      check(allowed, step + " went through");
    } catch (HandleStateException refused) {
      check(!allowed && expected.refusal().isInstance(refused), step + " was refused with " + refused);
    } finally {
      paused[t] = false;
      pausedCount--;
    }
  }

  private void perform(Program.Step step, int t) {
    switch (step) {
      case HOLD -> {
        real.hold("the handle");
        calls[t]++;
      }
      case DROP -> {
        calls[t]--;
        real.drop();
      }
      case BEGIN_BRIEF -> {
        boolean begun = real.beginBrief();
        check(begun == expected.isBrief(t), "a brief call began: " + begun);
        brief = begun ? t : brief;
      }
      case END_BRIEF -> {
        brief = NOBODY;
        real.endBrief();
      }
      case LEASE, LEASE_ALONE -> {
        real.lease("the handle", step == Program.Step.LEASE_ALONE);
        leases[t] = true;
      }
      case COMMIT -> {
        leases[t] = false;
        mover = t;
        real.commit("thread " + t);
      }
      case ROLLBACK -> {
        leases[t] = false;
        real.rollback();
      }
      case CLOSE -> {
        try {
          real.close();
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  private void compare() {
    HandleState shown = real.state();
    check(expected.shownAs(shown), "state is " + shown);
    check(releases == expected.releases(), "released " + releases + " times");
    check(!(shown instanceof HandleState.Moved(String by)) || by.equals("thread " + mover), "moved by the wrong one");
  }

  private void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what + "; " + programs + " in order " + choices);
    }
  }

  @Override
  public void wake() {
    preempted();
  }

  @Override
  public void release() {
    check(expected.holds() == 0, "released under a call");
    preempted();
    check(expected.holds() == 0, "released under a call");
    releases++;
    check(releases == 1, "released twice");
  }

  /** The thread that has just made a transition sleeps here while others go on. */
  @SuppressWarnings("StatementWithEmptyBody")
  private void preempted() {
    while (stepOfAny(true)) {}
  }

  @Override
  public HandleKind kind() {
    return HandleKind.SENDER;
  }
}
