package org.ferryipc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Finding handles in a value, however it is built. */
class HandlesTest {
  record Box(Object first, Object second) {}

  private static final int DEEPER_THAN_A_STACK = 200_000;

  private static BytesChannel channel() throws Exception {
    return Ferry.bytes(ChannelOptions.defaults().withReach(Reach.PROCESS));
  }

  @Test
  void theyComeInTheOrderOfTheComponents() throws Exception {
    try (BytesChannel one = channel();
        BytesChannel two = channel()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("a", Optional.of(one.sender()));
      map.put("b", new Object[] {one.receiver(), one.sender()});
      assertThat(Handles.in(new Box(List.of(map, two.sender()), new Box(two.receiver(), "none"))))
          .containsExactly(one.sender(), one.receiver(), two.sender(), two.receiver());
    }
  }

  @Test
  void nestingHasNoLimit() throws Exception {
    try (BytesChannel only = channel()) {
      List<Object> deep = new ArrayList<>();
      deep.add(deep);
      deep.add(only.sender());
      for (int i = 0; i < DEEPER_THAN_A_STACK; i++) {
        List<Object> outer = new ArrayList<>();
        outer.add(deep);
        deep = outer;
      }
      assertThat(Handles.in(deep)).containsExactly(only.sender());
    }
  }
}
