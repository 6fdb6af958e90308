package org.ferryipc.unix.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ferryipc.unix.lane.Scenario.Option.*;

import org.ferryipc.unix.lane.Scenario.Option;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each guard of the protocol is needed, and the explorer finds out when it is missing: docs/lanes.md has the table. */
class LaneGuardsTest {

  @ParameterizedTest
  @EnumSource
  void isMissed(Guard guard) {
    Scenario scenario = scenario(guard);
    assertThat(Explorer.explore(scenario).fault()).as("with it").isNull();

    Explorer.Result without = Explorer.explore(scenario.without(guard));

    assertThat(without.fault()).as("without it").isNotNull().contains(expected(guard));
    assertThat(without.way()).isNotEmpty();
  }

  private static Scenario scenario(Guard guard) {
    return switch (guard) {
      case SENDERS_FENCE, RECEIVERS_FENCE, SECOND_LOOK, CLEAR_BEFORE_BELL, EVIDENCE, FRESH_EVIDENCE, HINT_AHEAD, HINT_FIRST,
              RECORD_WAITS ->
          with();
      case EXCHANGE -> Scenario.of("narrow", 4, 2, 1); // the bell must find no room, or the kernel lets the store land
      case END_AT_SHARE -> with(SHARE);
      case ATOMIC_TAIL, BACKLOG, FRAMES_MOVE -> with(MOVE_RECEIVER);
      case OWN_HEAD -> with(MOVE_RECEIVER, LAZY_HEAD);
      case FREEZE_AT_CLOSE -> with(CLOSE_RECEIVER);
      case OWED_BELL -> with(NO_MEMORY);
      case OWED_BELL_AT_MOVE -> with(NO_MEMORY, MOVE_SENDER);
      case OWED_BELL_AT_FRAME -> with(NO_MEMORY, TAKE);
      case END_IS_EVIDENCE -> with(NO_MEMORY, TAKE, CLOSE_SENDER);
      case ACCEPTANCE -> with(REFUSE);
    };
  }

  private static Scenario with(Option... options) {
    return Scenario.of("small", 3, 2, 2, options);
  }

  private static String expected(Guard guard) {
    return switch (guard) {
      case SENDERS_FENCE, RECEIVERS_FENCE, SECOND_LOOK, EXCHANGE, CLEAR_BEFORE_BELL, OWED_BELL, OWED_BELL_AT_MOVE -> "waits for ever";
      case EVIDENCE, FRESH_EVIDENCE, HINT_FIRST, OWED_BELL_AT_FRAME -> "a frame behind position";
      case END_IS_EVIDENCE -> "the end comes before";
      case HINT_AHEAD, FRAMES_MOVE -> "a frame was promised";
      case RECORD_WAITS -> "delivered before one";
      case END_AT_SHARE -> "an unstamped frame while it is open";
      case ATOMIC_TAIL, BACKLOG, ACCEPTANCE -> "waits for ever"; // lost
      case OWN_HEAD -> "twice";
      case FREEZE_AT_CLOSE -> "after the receiver was closed";
    };
  }
}
