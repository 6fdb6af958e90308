package org.ferryipc.receiverset.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.receiverset.BytesRegistration;
import org.ferryipc.receiverset.DuplexRegistration;
import org.ferryipc.receiverset.OpaqueRegistration;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.junit.jupiter.api.Test;

/** How receivers come into a set and out of it again. */
public abstract class RemovingContract extends SetContract {
  protected RemovingContract(Fixture fixture) {
    super(fixture);
  }

  record Parcel(IpcReceiver<String> receiver) {}

  @Test
  void aRemovedReceiverGoesOnWhereTheSetStoppedAndMovesAtOnce() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Parcel> way = channel(Parcel.class);
        IpcChannel<String> channel = channel()) {
      Registration<String> member = set.add(channel.receiver());
      channel.sender().send("to the set");
      assertThat(onlyText(set)).isEqualTo("to the set");
      channel.sender().send("unread");
      way.sender().send(new Parcel(set.remove(member)));
      channel.sender().send("on its way");
      try (IpcReceiver<String> arrived = way.receiver().receive().receiver()) {
        assertThat(arrived.receive()).isEqualTo("unread");
        assertThat(arrived.receive()).isEqualTo("on its way");
      }
      assertThat(set.selectNow()).isEmpty();
      assertThat(set.size()).isZero();
    }
  }

  @Test
  void everyKindComesOutAsItWentIn() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        BytesChannel bytes = bytes();
        IpcChannel<String> opaque = channel();
        DuplexPair<String, String> duplex = duplex()) {
      BytesRegistration b = set.add(bytes.receiver());
      OpaqueRegistration c = set.add(opaque.receiver().opaque());
      DuplexRegistration<String, String> d = set.add(duplex.left());
      try (BytesReceiver back = set.remove(b)) {
        bytes.sender().send(MemorySegment.ofArray(new byte[] {5}));
        assertThat(back.receive()).containsExactly(5);
      }
      try (OpaqueReceiver back = set.remove(c)) {
        opaque.sender().send("text");
        assertThat(back.receive().decode(String.class).keep()).isEqualTo("text");
      }
      try (Duplex<String, String> back = set.remove(d)) {
        back.send("there");
        assertThat(duplex.right().receive()).isEqualTo("there");
        duplex.right().send("back");
        assertThat(back.receive()).isEqualTo("back");
        assertThatExceptionOfType(HandleMovedException.class).isThrownBy(() -> d.send("no more"));
      }
    }
  }

  @Test
  void removingTwiceSaysSoAndWhatWasSelectedBeforeStays() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      Registration<String> member = set.add(channel.receiver());
      channel.sender().send("before");
      List<Selection> batch = next(set);
      IpcReceiver<String> back = set.remove(member);
      assertThat(((Selection.Message) batch.getFirst()).as(member)).isEqualTo("before");
      assertThatExceptionOfType(HandleMovedException.class).isThrownBy(() -> set.remove(member));
      Registration<String> again = set.add(back);
      assertThat(again.id()).isNotEqualTo(member.id());
      member.close(); // an old membership: does nothing to the new one
      channel.sender().send("after");
      assertThat(((Selection.Message) only(set)).as(again)).isEqualTo("after");
    }
  }

  @Test
  void onlyMembersOfThisSetCanBeRemoved() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        ReceiverSet other = new ReceiverSet();
        IpcChannel<String> channel = channel();
        BytesChannel bytes = bytes()) {
      Registration<String> member = set.add(channel.receiver());
      assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> other.remove(member));
      Registration<byte[]> forgotten = set.add(bytes.receiver());
      assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> set.remove(forgotten));
      assertThat(set.size()).isEqualTo(2);
      channel.sender().close();
      assertThat(events(set, 1)).containsExactly("closed");
      assertThatExceptionOfType(HandleClosedException.class).isThrownBy(() -> set.remove(member));
    }
  }

  @Test
  void aReceiverThatCannotBeAddedStaysUsable() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> channel = channel()) {
      InBackground<String> receiving = InBackground.start(channel.receiver()::receive).untilItWaits();
      assertThatExceptionOfType(HandleInUseException.class).isThrownBy(() -> set.add(channel.receiver()));
      channel.sender().send("still mine");
      assertThat(receiving.result()).isEqualTo("still mine");
      set.close();
      assertThatExceptionOfType(HandleClosedException.class).isThrownBy(() -> set.add(channel.receiver()));
      channel.sender().send("still");
      assertThat(channel.receiver().receive()).isEqualTo("still");
    }
  }

  @Test
  void aHandlerMayCloseAllOthersAndAddAsManyWithinOneBatch() throws Exception {
    int count = 64;
    try (ReceiverSet set = new ReceiverSet()) {
      Map<Registration<?>, IpcSender<String>> live = new HashMap<>();
      Set<Registration<?>> gone = new HashSet<>();
      fill(set, live, count, "old");
      for (int round = 0; round < 20; round++) {
        for (Map.Entry<Registration<?>, IpcSender<String>> entry : live.entrySet()) {
          entry.getValue().send("to " + entry.getKey().id());
        }
        boolean swapped = false;
        List<Selection> batch = next(set);
        for (Selection selection : batch) {
          if (!swapped) {
            swapped = true;
            Registration<?> stays = selection.from();
            for (Registration<?> member : List.copyOf(live.keySet())) {
              if (member != stays) {
                member.close();
                live.remove(member).close();
                gone.add(member);
              }
            }
            fill(set, live, count, "new");
          }
          Selection.Message message = (Selection.Message) selection;
          String text = message.as(String.class);
          assertThat(text).isEqualTo(gone.contains(message.from()) ? null : "to " + message.from().id());
        }
        assertThat(set.selectNow()).as("nobody has sent to the new ones").isEmpty();
        assertThat(set.size()).isEqualTo(count);
      }
      live.values().forEach(IpcSender::close);
    }
  }

  private void fill(ReceiverSet set, Map<Registration<?>, IpcSender<String>> live, int count, String attachment)
      throws Exception {
    while (live.size() < count) {
      IpcChannel<String> channel = channel();
      live.put(set.add(channel.receiver(), attachment), channel.sender());
    }
  }

  @Test
  void receiversGoFromSetToSetInARingAndNothingIsLost() throws Exception {
    List<ReceiverSet> sets = new ArrayList<>();
    try (IpcChannel<String> channel = channel()) {
      for (int i = 0; i < 3; i++) {
        sets.add(new ReceiverSet());
      }
      IpcReceiver<String> receiver = channel.receiver();
      for (int i = 0; i < 300; i++) {
        ReceiverSet set = sets.get(i % 3);
        if (i % 2 == 0) {
          channel.sender().send("message " + i);
        }
        Registration<String> member = set.add(receiver);
        if (i % 2 == 1) {
          channel.sender().send("message " + i);
        }
        assertThat(onlyText(set)).isEqualTo("message " + i);
        receiver = set.remove(member);
      }
      receiver.close();
      for (ReceiverSet set : sets) {
        assertThat(set.selectNow()).isEmpty();
      }
    } finally {
      sets.forEach(ReceiverSet::close);
    }
  }
}
