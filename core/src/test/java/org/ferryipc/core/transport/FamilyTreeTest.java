package org.ferryipc.core.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A system that shows no processes, or not those of other users, made every child a stranger. */
class FamilyTreeTest {
  private static final long NOT_SHOWN = Integer.MAX_VALUE;

  @Test
  void aProcessThatIsNotShownIsItself() {
    assertThat(FamilyTree.descends(NOT_SHOWN, NOT_SHOWN)).isTrue();
    assertThat(FamilyTree.descends(NOT_SHOWN, NOT_SHOWN - 1)).isFalse();
  }

  @Test
  void aProcessDescendsFromItsParentAndNotTheOtherWayRound() {
    ProcessHandle self = ProcessHandle.current();
    long parent = self.parent().orElseThrow().pid();
    assertThat(FamilyTree.descends(self.pid(), self.pid())).isTrue();
    assertThat(FamilyTree.descends(self.pid(), parent)).isTrue();
    assertThat(FamilyTree.descends(parent, self.pid())).isFalse();
  }
}
