package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.LimitExceededException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * servo/ipc-channel #395: a message with more than 64 handles was sent and brought the receiver down. Here each number
 * of handles beside each size of payload arrives, in order, or is refused by the sender with everything as it was.
 */
class MoreHandlesThanRoomTest {
  record Load(byte[] body, List<IpcSender<Note>> ends) {}

  // The two places where a message changes its form: 252 descriptors ride in the packet, more in a crate.
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 59, 60, 61, 62, 63, 64, 65, 66, 100, 128, 251, 252, 253, 254, 300, 1000})
  void arrivesWholeAndInOrderBesideAPayloadOfAnySize(int handles) throws Exception {
    try (IpcChannel<Load> loads = Ferry.channel(Load.class)) {
      int most = PacketLimit.ofUsualSocket();
      for (int size : new int[] {0, most - 1, most, most + 1, 3 * most}) {
        List<IpcReceiver<Note>> far = new ArrayList<>();
        byte[] body = Bytes.patterned(size, handles);
        loads.sender().send(new Load(body, fresh(handles, far)));
        try (Delivery<Load> delivery = loads.receiver().take()) {
          assertThat(delivery.value().body()).isEqualTo(body);
          arrivedInOrder(delivery.value().ends(), far);
        }
        far.forEach(IpcReceiver::close);
      }
    }
  }

  @Test
  void overTheLimitIsRefusedWithTheLimitInTheTextAndNothingMoved() throws Exception {
    int limit = Limits.DEFAULT.handles();
    try (IpcChannel<Load> loads = Ferry.channel(Load.class)) {
      List<IpcReceiver<Note>> far = new ArrayList<>();
      List<IpcSender<Note>> ends = fresh(limit + 1, far);
      assertThatExceptionOfType(LimitExceededException.class)
          .isThrownBy(() -> loads.sender().send(new Load(new byte[0], ends)))
          .satisfies(e -> assertThat(e.allowed()).isEqualTo(limit))
          .withMessageContaining(Integer.toString(limit));
      arrivedInOrder(ends, far);
      ends.forEach(IpcSender::close);
      far.forEach(IpcReceiver::close);
    }
  }

  @Test
  void theMostThatAnyLimitAllowsArrives() throws Exception {
    ChannelOptions options =
        ChannelOptions.defaults().withLimits(Limits.DEFAULT.withHandles(Limits.MAX_HANDLES));
    try (IpcChannel<Load> loads = Ferry.channel(MessageType.of(Load.class), options)) {
      List<IpcReceiver<Note>> far = new ArrayList<>();
      loads.sender().send(new Load(new byte[0], fresh(Limits.MAX_HANDLES, far)));
      try (Delivery<Load> delivery = loads.receiver().take()) {
        arrivedInOrder(delivery.value().ends(), far);
      }
      far.forEach(IpcReceiver::close);
    }
  }

  private static List<IpcSender<Note>> fresh(int count, List<IpcReceiver<Note>> far) throws Exception {
    List<IpcSender<Note>> ends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      IpcChannel<Note> channel = Ferry.channel(Note.class);
      ends.add(channel.sender());
      far.add(channel.receiver());
    }
    return ends;
  }

  private static void arrivedInOrder(List<IpcSender<Note>> ends, List<IpcReceiver<Note>> far) throws Exception {
    assertThat(ends).hasSameSizeAs(far);
    for (int i = 0; i < far.size(); i++) {
      ends.get(i).send(new Note(i));
      assertThat(far.get(i).receive()).isEqualTo(new Note(i));
    }
  }
}
