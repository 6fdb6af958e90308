package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.LimitExceededException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message that is sent takes its handles along, whole and in order; nothing of them stays. */
public abstract class MovingContract extends Contract {
  protected MovingContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void aHandleOfEachKindMovesAndWorksWhereItArrives() throws Exception {
    try (IpcChannel<Cargo> way = channel(Cargo.class);
        Freight freight = new Freight(this, "cargo")) {
      freight.assertPasses(way);
    }
  }

  @Test
  void handlesMoveOnFromHandToHand() throws Exception {
    try (IpcChannel<Cargo> first = channel(Cargo.class);
        IpcChannel<Cargo> second = channel(Cargo.class);
        Freight freight = new Freight(this, "cargo")) {
      first.sender().send(freight.cargo());
      Cargo there = first.receiver().receive();
      second.sender().send(there);
      assertThat(there.a().state()).isInstanceOf(HandleState.Moved.class);
      try (Delivery<Cargo> delivery = second.receiver().take()) {
        freight.assertArrives(delivery);
      }
    }
  }

  @Test
  void everyUseOfAMovedHandleSaysWhatMovedIt() throws Exception {
    try (IpcChannel<Cargo> way = channel(Cargo.class);
        Freight freight = new Freight(this, "cargo")) {
      freight.assertPasses(way);
      Cargo cargo = freight.cargo();
      List<ThrowingCallable> uses = new ArrayList<>(Uses.of(cargo));
      uses.add(() -> way.sender().send(cargo));
      for (ThrowingCallable use : uses) {
        assertThatThrownBy(use)
            .isInstanceOfSatisfying(
                HandleMovedException.class, e -> assertThat(e.mover()).isEqualTo("send on IpcSender<Cargo>"))
            .hasMessageContaining("send on IpcSender<Cargo>");
      }
    }
  }

  @Test
  void closingAMovedHandleDoesNothing() throws Exception {
    try (IpcChannel<End> way = channel(End.class);
        IpcChannel<String> words = channel(String.class)) {
      try (IpcSender<String> sender = words.sender()) {
        way.sender().send(new End(sender));
      }
      assertThat(words.sender().state()).isInstanceOf(HandleState.Moved.class);
      try (Delivery<End> arrived = way.receiver().take()) {
        arrived.value().end().send("still open");
        assertThat(words.receiver().receive()).isEqualTo("still open");
      }
    }
  }

  @Test
  void aReceiverMovesWithItsUnreadMessagesInOrder() throws Exception {
    try (IpcChannel<Inbox> way = channel(Inbox.class);
        IpcChannel<String> words = channel(String.class)) {
      words.sender().send("before 1");
      words.sender().send("before 2");
      way.sender().send(new Inbox("", words.receiver()));
      words.sender().send("under way");
      try (Delivery<Inbox> arrived = way.receiver().take()) {
        words.sender().send("after");
        IpcReceiver<String> moved = arrived.value().words();
        assertThat(List.of(moved.receive(), moved.receive(), moved.receive(), moved.receive()))
            .containsExactly("before 1", "before 2", "under way", "after");
        words.sender().close();
        assertThat(moved.tryReceive()).isInstanceOf(Received.Closed.class);
      }
    }
  }

  @Test
  void aMessageThatABufferHadNoRoomForMovesWithItsReceiver() throws Exception {
    try (IpcChannel<BytesInbox> way = channel(BytesInbox.class);
        BytesChannel bytes = bytes()) {
      byte[] large = pattern(1000, 1);
      bytes.sender().send(MemorySegment.ofArray(large));
      bytes.sender().send(MemorySegment.ofArray(pattern(10, 2)));
      assertThatThrownBy(() -> bytes.receiver().receive(MemorySegment.ofArray(new byte[999])))
          .isInstanceOf(LimitExceededException.class);
      way.sender().send(new BytesInbox(bytes.receiver()));
      try (Delivery<BytesInbox> arrived = way.receiver().take()) {
        assertThat(arrived.value().bytes().receive()).isEqualTo(large);
        assertThat(arrived.value().bytes().receive()).isEqualTo(pattern(10, 2));
      }
    }
  }

  @Test
  void aReceiverInAnUnreadMessageOfAnotherReceiverArrivesWithAllItsMessages() throws Exception {
    try (IpcChannel<Outer> outer = channel(Outer.class);
        IpcChannel<Inbox> middle = channel(Inbox.class);
        IpcChannel<String> inner = channel(String.class)) {
      inner.sender().send("innermost");
      middle.sender().send(new Inbox("middle", inner.receiver()));
      outer.sender().send(new Outer(middle.receiver()));
      try (Delivery<Outer> first = outer.receiver().take();
          Delivery<Inbox> second = first.value().inboxes().take()) {
        assertThat(second.value().label()).isEqualTo("middle");
        assertThat(second.value().words().receive()).isEqualTo("innermost");
      }
    }
  }

  @Test
  void aSenderWhoseReceiverIsGoneCanBeSharedAndMovedAndOnlySendingFails() throws Exception {
    try (IpcChannel<End> way = channel(End.class);
        IpcChannel<String> words = channel(String.class)) {
      words.receiver().close();
      try (IpcSender<String> shared = words.sender().share()) {
        assertThatThrownBy(() -> shared.send("no")).isInstanceOf(DisconnectedException.class);
      }
      way.sender().send(new End(words.sender()));
      try (Delivery<End> arrived = way.receiver().take()) {
        for (int i = 0; i < 3; i++) {
          assertThatThrownBy(() -> arrived.value().end().send("no")).isInstanceOf(DisconnectedException.class);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 59, 60, 61, 62, 63, 64, 65, 66, 100, 128, 251, 252, 253, 254, 300, 1024})
  void manyHandlesArriveInOrderBesideSmallAndLargePayloads(int count) throws Exception {
    int n = packet();
    for (int size : new int[] {0, n - 1, n, n + 1, 3 * n}) {
      manyHandles(count, size, Limits.DEFAULT);
      if (count > 128) {
        break; // how handles and payloads meet is seen with fewer
      }
    }
  }

  @Test
  void asManyHandlesAsAnyLimitAllowsArriveInOrder() throws Exception {
    manyHandles(Limits.MAX_HANDLES, 10, Limits.DEFAULT.withHandles(Limits.MAX_HANDLES));
  }

  private void manyHandles(int count, int size, Limits limits) throws Exception {
    List<IpcChannel<String>> channels = new ArrayList<>();
    try (IpcChannel<Ends> way = channel(Ends.class, limits)) {
      for (int i = 0; i < count; i++) {
        channels.add(channel(String.class));
      }
      way.sender().send(new Ends(channels.stream().map(IpcChannel::sender).toList(), text(size)));
      try (Delivery<Ends> arrived = way.receiver().take()) {
        assertThat(arrived.handleCount()).isEqualTo(count);
        assertThat(arrived.value().padding()).hasSize(size);
        for (int i = 0; i < count; i++) {
          arrived.value().ends().get(i).send("word " + i);
        }
      }
      for (int i = 0; i < count; i++) {
        assertThat(channels.get(i).receiver().receive()).isEqualTo("word " + i);
        assertThat(channels.get(i).receiver().tryReceive()).isInstanceOf(Received.Closed.class);
      }
    } finally {
      channels.forEach(IpcChannel::close);
    }
  }

  @Test
  void thousandsOfMovedEndsLeaveNothingBehind() throws Exception {
    try (IpcChannel<Ends> way = channel(Ends.class)) {
      for (int i = 0; i < 2_000; i++) {
        IpcChannel<String> words = channel(String.class);
        way.sender().send(new Ends(List.of(words.sender()), ""));
        try (Delivery<Ends> arrived = way.receiver().take()) {
          arrived.value().ends().getFirst().send("once");
        }
        assertThat(words.receiver().receive()).isEqualTo("once");
        words.receiver().close();
      }
    }
  }

  record End(IpcSender<String> end) {}

  record Ends(List<IpcSender<String>> ends, String padding) {}

  record Inbox(String label, IpcReceiver<String> words) {}

  record BytesInbox(BytesReceiver bytes) {}

  record Outer(IpcReceiver<Inbox> inboxes) {}
}
