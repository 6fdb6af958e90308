package org.ferryipc.receiverset.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.junit.jupiter.api.Test;

/** How channels end in a set, and how it ends itself. */
public abstract class EndingContract extends SetContract {
  protected EndingContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void theEndIsSelectedWhenTheSenderClosedBeforeTheReceiverWasAdded() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      channel.sender().send("last");
      channel.sender().close();
      Registration<String> member = set.add(channel.receiver());
      assertThat(events(set, 2)).containsExactly("last", "closed");
      assertThat(set.selectNow()).isEmpty();
      assertThat(member.isMember()).isFalse();
      assertThat(set.size()).isZero();
    }
  }

  @Test
  void theEndIsSelectedOnceAfterTheLastMessageWithItsReason() throws Exception {
    CloseReason.Closed reason = new CloseReason.Closed(7, "done");
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      Registration<String> member = set.add(channel.receiver(), "worker 1");
      for (int i = 0; i < 50; i++) {
        channel.sender().send("m");
      }
      channel.sender().close(reason);
      List<Selection> all = new ArrayList<>();
      while (all.size() < 51) {
        all.addAll(next(set));
      }
      assertThat(all.subList(0, 50)).hasOnlyElementsOfType(Selection.Message.class);
      assertThat(all.get(50)).isEqualTo(new Selection.Closed(member, reason));
      assertThat(set.selectNow()).isEmpty();
    }
  }

  @Test
  void closingManyAtRandomReportsEachOnceAndIdsAreNeverUsedAgain() throws Exception {
    Random random = new Random(18);
    Set<Long> everUsed = new HashSet<>();
    Map<Registration<?>, IpcSender<String>> live = new HashMap<>();
    try (ReceiverSet set = new ReceiverSet()) {
      for (int round = 0; round < 200; round++) {
        while (live.size() < 100) {
          IpcChannel<String> channel = channel();
          Registration<String> member = set.add(channel.receiver());
          assertThat(everUsed.add(member.id())).as("id used again").isTrue();
          live.put(member, channel.sender());
        }
        List<Registration<?>> order = new ArrayList<>(live.keySet());
        Collections.shuffle(order, random);
        Set<Registration<?>> toClose = new HashSet<>(order.subList(0, 50));
        for (Registration<?> member : order) {
          if (toClose.contains(member)) {
            live.remove(member).close();
          } else {
            live.get(member).send("still here");
          }
        }
        int messages = 0;
        while (messages < 50 || !toClose.isEmpty()) {
          for (Selection selection : next(set)) {
            if (selection instanceof Selection.Closed) {
              assertThat(toClose.remove(selection.from())).as("closed once").isTrue();
            } else {
              assertThat(text(selection)).isEqualTo("still here");
              messages++;
            }
          }
        }
        assertThat(messages).isEqualTo(50);
        assertThat(set.size()).isEqualTo(live.size());
      }
      assertThat(set.selectNow()).isEmpty();
      live.values().forEach(IpcSender::close);
    }
  }

  @Test
  void closingTheSetClosesItsReceiversAndEverySenderHearsOfIt() throws Exception {
    IpcChannel<String> a = channel();
    IpcChannel<String> b = channel();
    Registration<String> member;
    try (ReceiverSet set = new ReceiverSet()) {
      member = set.add(a.receiver());
      Registration<String> unused = set.add(b.receiver());
      b.sender().send("unread");
      assertThat(a.receiver().state()).isEqualTo(new HandleState.Moved("add to a ReceiverSet"));
      set.close(); // and again
      assertThat(set.size()).isZero();
    }
    assertThat(member.isMember()).isFalse();
    for (IpcChannel<String> channel : List.of(a, b)) {
      assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> channel.sender().send("x")))
          .isInstanceOf(org.ferryipc.core.failure.DisconnectedException.class);
      channel.close();
    }
  }

  @Test
  void aMemberThatIsClosedIsSelectedFromNoMoreAndItsQueuedHandlesClose() throws Exception {
    record Parcel(IpcReceiver<String> end) {}

    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Parcel> channel = channel(Parcel.class)) {
      Registration<Parcel> member = set.add(channel.receiver());
      List<IpcSender<String>> others = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        IpcChannel<String> inside = channel();
        others.add(inside.sender());
        channel.sender().send(new Parcel(inside.receiver()));
      }
      int handled = 0;
      for (Selection selection : next(set)) {
        if (selection instanceof Selection.Message m && m.as(member) instanceof Parcel(var end)) {
          handled++;
          end.close();
          member.close();
        }
      }
      assertThat(handled).isEqualTo(1);
      assertThat(set.selectNow()).isEmpty();
      for (IpcSender<String> other : others) {
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> other.send("x")))
            .isInstanceOf(org.ferryipc.core.failure.DisconnectedException.class);
        other.close();
      }
    }
  }
}
