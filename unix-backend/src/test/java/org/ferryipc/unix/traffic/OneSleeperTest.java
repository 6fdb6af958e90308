package org.ferryipc.unix.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.leak.NothingLeaks;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Several threads wait at one receiver, of which only one may sleep at the lane: a bell is rung once for all who do. Fails
 * without the turn (M_NOTURN of the model).
 */
@ExtendWith(NothingLeaks.class)
class OneSleeperTest {
  private static final int ROUNDS = 50;
  private static final int THREADS = 3;

  @ParameterizedTest
  @EnumSource
  void eachOfSeveralWhoWaitIsWokenByAMessageOfItsOwn(InBackground.Kind kind) throws Exception {
    try (IpcChannel<Integer> channel =
        Ferry.channel(MessageType.of(Integer.class), ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS))) {
      for (int round = 0; round < ROUNDS; round++) {
        List<InBackground<Integer>> waiting = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          waiting.add(kind.start(() -> channel.receiver().receive()));
        }
        waiting.forEach(InBackground::untilItWaits);
        for (int i = 0; i < THREADS; i++) {
          channel.sender().send(i);
        }
        List<Integer> got = new ArrayList<>();
        for (InBackground<Integer> one : waiting) {
          got.add(one.result());
        }
        assertThat(got).containsExactlyInAnyOrder(0, 1, 2);
      }
    }
  }
}
