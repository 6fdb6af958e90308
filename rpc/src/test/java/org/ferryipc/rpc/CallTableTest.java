package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where calls are found, whether they are alone or not. */
class CallTableTest {
  private record Call(long number) implements CallTable.Numbered {}

  private final CallTable<Call> table = new CallTable<>();
  private final Call first = new Call(1);
  private final Call second = new Call(2);
  private final Call third = new Call(3);

  @Test
  void eachIsFoundUntilItIsTakenOutWhicheverIsTakenOutFirst() {
    table.put(first);
    table.put(second);
    assertThat(table.remove(1)).isSameAs(first);
    table.put(third);
    assertThat(table.get(1)).isNull();
    assertThat(table.get(2)).isSameAs(second);
    assertThat(table.get(3)).isSameAs(third);
    assertThat(table.size()).isEqualTo(2);
    assertThat(table.all()).containsExactlyInAnyOrder(second, third);
    assertThat(table.remove(second)).isTrue();
    assertThat(table.isEmpty()).isFalse();
    assertThat(table.remove(third)).isTrue();
    assertThat(table.isEmpty()).isTrue();
    assertThat(table.all()).isEmpty();
  }

  @Test
  void oneIsTakenOutOnce() {
    table.put(first);
    table.put(second);
    assertThat(table.remove(first)).isTrue();
    assertThat(table.remove(first)).isFalse();
    assertThat(table.remove(1)).isNull();
    assertThat(table.remove(2)).isSameAs(second);
    assertThat(table.remove(second)).isFalse();
  }

  @Test
  void anotherOfTheSameNumberIsNotTakenOutForIt() {
    table.put(first);
    assertThat(table.remove(new Call(1))).isFalse();
    assertThat(table.get(1)).isSameAs(first);
  }
}
