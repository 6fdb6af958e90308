package org.ferryipc.core.ownership;

import java.util.List;

/** What one thread does to a handle: steps of which each is one transition, in order. */
enum Program {
  CALL(Step.HOLD, Step.DROP),
  BRIEF_CALL(Step.BEGIN_BRIEF, Step.END_BRIEF),
  BRIEF_CALL_THEN_CALL(Step.BEGIN_BRIEF, Step.END_BRIEF, Step.HOLD, Step.DROP),
  CALL_WITHIN_CALL(Step.HOLD, Step.HOLD, Step.DROP, Step.DROP),
  MOVE(Step.LEASE_ALONE, Step.COMMIT),
  FAIL_TO_MOVE(Step.LEASE_ALONE, Step.ROLLBACK),
  FAIL_THEN_MOVE(Step.LEASE_ALONE, Step.ROLLBACK, Step.LEASE_ALONE, Step.COMMIT),
  MOVE_A_SENDER(Step.LEASE, Step.COMMIT),
  FAIL_TO_MOVE_A_SENDER(Step.LEASE, Step.ROLLBACK),
  SEND_A_SENDER_THROUGH_ITSELF(Step.HOLD, Step.LEASE, Step.COMMIT, Step.DROP),
  FAIL_TO_SEND_IT_THROUGH_ITSELF(Step.HOLD, Step.LEASE, Step.ROLLBACK, Step.DROP),
  CLOSE(Step.CLOSE),
  CLOSE_TWICE(Step.CLOSE, Step.CLOSE),
  CLOSE_DURING_MY_CALL(Step.HOLD, Step.CLOSE, Step.DROP),
  CLOSE_DURING_MY_LEASE(Step.LEASE, Step.CLOSE, Step.ROLLBACK);

  private final List<Step> steps;

  Program(Step... steps) {
    this.steps = List.of(steps);
  }

  List<Step> steps() {
    return steps;
  }

  enum Step {
    HOLD,
    DROP,
    BEGIN_BRIEF,
    END_BRIEF,
    LEASE,
    LEASE_ALONE,
    COMMIT,
    ROLLBACK,
    CLOSE
  }
}
