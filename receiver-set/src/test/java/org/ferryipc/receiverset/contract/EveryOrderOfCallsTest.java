package org.ferryipc.receiverset.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All orders of {@value #CALLS} calls on a set and one channel, over both pollers: after each, exactly what was sent and not
 * selected before is selected, the end once and last. What two threads do inside one call is for {@code ReceiverSetStress}.
 */
class EveryOrderOfCallsTest {
  private static final int CALLS = 5;
  private static final MessageType<Integer> NUMBER = MessageType.of(Integer.class);

  private enum Call {
    SEND,
    END,
    ADD,
    REMOVE,
    SELECT,
    CLOSE_MEMBER,
    CLOSE_SET
  }

  /** Where the receiver is. */
  private enum Place {
    OUTSIDE,
    INSIDE,
    GONE
  }

  @ParameterizedTest
  @EnumSource
  void givesEachMessageAndTheEndOnce(Reach reach) throws Exception {
    long orders = (long) Math.pow(Call.values().length, CALLS);
    for (long order = 0; order < orders; order++) {
      List<Call> calls = new ArrayList<>();
      for (long left = order, i = 0; i < CALLS; i++, left /= Call.values().length) {
        calls.add(Call.values()[(int) (left % Call.values().length)]);
      }
      try (Model model = new Model(reach)) {
        for (Call call : calls) {
          model.make(call);
        }
        model.make(Call.SELECT);
      } catch (AssertionError wrong) {
        throw new AssertionError("in the order " + calls, wrong);
      }
    }
  }

  private static final class Model implements AutoCloseable {
    private final ReceiverSet set = new ReceiverSet();
    private final IpcChannel<Integer> channel;
    private IpcReceiver<Integer> receiver;
    private Registration<Integer> member;
    private Place place = Place.OUTSIDE;
    private boolean setOpen = true;
    private boolean ended; // by the sender
    private int sent;
    private int selected;

    Model(Reach reach) throws Exception {
      channel = Ferry.channel(NUMBER, ChannelOptions.defaults().withReach(reach));
      receiver = channel.receiver();
    }

    void make(Call call) throws Exception {
      switch (call) {
        case SEND -> send();
        case END -> {
          channel.sender().close();
          ended = true;
        }
        case ADD -> add();
        case REMOVE -> remove();
        case SELECT -> select();
        case CLOSE_MEMBER -> {
          if (member != null) {
            member.close();
            place = place == Place.INSIDE ? Place.GONE : place;
          }
        }
        case CLOSE_SET -> {
          set.close();
          setOpen = false;
          place = place == Place.INSIDE ? Place.GONE : place;
        }
      }
      assertThat(set.size()).isEqualTo(place == Place.INSIDE ? 1 : 0);
      assertThat(member != null && member.isMember()).isEqualTo(place == Place.INSIDE);
    }

    private void send() throws Exception {
      if (ended) {
        assertThatThrownBy(() -> channel.sender().send(sent)).isInstanceOf(HandleStateException.class);
      } else if (place == Place.GONE) {
        assertThatThrownBy(() -> channel.sender().send(sent)).isInstanceOf(DisconnectedException.class);
      } else {
        channel.sender().send(sent++);
      }
    }

    private void add() throws Exception {
      if (place == Place.OUTSIDE && setOpen) {
        member = set.add(receiver);
        place = Place.INSIDE;
      } else {
        HandleState before = receiver.state();
        assertThatThrownBy(() -> set.add(receiver)).isInstanceOf(HandleStateException.class);
        assertThat(receiver.state()).isEqualTo(before);
      }
    }

    private void remove() {
      if (place == Place.INSIDE) {
        receiver = set.remove(member);
        place = Place.OUTSIDE;
      } else if (member != null) {
        assertThatThrownBy(() -> set.remove(member)).isInstanceOf(HandleStateException.class);
      }
    }

    private void select() throws Exception {
      if (!setOpen) {
        assertThatThrownBy(set::selectNow).isInstanceOf(HandleStateException.class);
        return;
      }
      boolean over = false;
      for (List<Selection> batch = set.selectNow(); !batch.isEmpty(); batch = set.selectNow()) {
        for (Selection selection : batch) {
          assertThat(over).as("nothing comes behind the end").isFalse();
          switch (selection) {
            case Selection.Message m -> assertThat(m.as(member)).isEqualTo(selected++);
            case Selection.Closed closed -> over = true;
            case Selection.Failed(var from, var error) -> throw new AssertionError(error);
          }
        }
      }
      if (place == Place.INSIDE) {
        assertThat(selected).isEqualTo(sent);
        assertThat(over).isEqualTo(ended);
        place = over ? Place.GONE : place;
      } else {
        assertThat(over).isFalse();
      }
    }

    @Override
    public void close() {
      set.close();
      channel.sender().close();
      receiver.close();
    }
  }
}
