package org.ferryipc.receiverset.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.junit.jupiter.api.Test;

/** When messages are decoded, and whose their handles are. */
public abstract class DecodingContract extends SetContract {
  protected DecodingContract(Fixture fixture) {
    super(fixture);
  }

  /** Counts how often it is made. */
  record Counted(String text) {
    static int made;

    Counted {
      made++;
    }
  }

  sealed interface Order {
    record Start(String what) implements Order {}

    record Stop(int code) implements Order {}
  }

  record Parcel(String name, IpcSender<String> reply) {}

  @Test
  void aMessageIsDecodedOnceAndOnlyForItsOwnRegistration() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Counted> counted = channel(Counted.class);
        IpcChannel<String> other = channel()) {
      Registration<Counted> member = set.add(counted.receiver());
      Registration<String> strings = set.add(other.receiver());
      counted.sender().send(new Counted("x"));
      Counted.made = 0;
      Selection.Message message = (Selection.Message) only(set);
      assertThat(message.as(strings)).isNull();
      assertThat(Counted.made).isZero();
      Counted value = message.as(member);
      assertThat(message.as(member)).isSameAs(value);
      assertThat(message.as(Counted.class)).isSameAs(value);
      assertThat(message.as(String.class)).isNull();
      assertThat(Counted.made).isEqualTo(1);
    }
  }

  @Test
  void severalPatternsOfOneSealedTypeMayLookAtAMessage() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Order> channel = channel(Order.class)) {
      Registration<Order> orders = set.add(channel.receiver());
      channel.sender().send(new Order.Start("it"));
      channel.sender().send(new Order.Stop(3));
      List<String> seen = new ArrayList<>();
      while (seen.size() < 2) {
        for (Selection s : set.select()) {
          switch (s) {
            case Selection.Message m when m.as(orders) instanceof Order.Start(var what) -> seen.add("start " + what);
            case Selection.Message m when m.as(orders) instanceof Order.Stop(var code) -> seen.add("stop " + code);
            case Selection.Message m -> m.close();
            case Selection.Closed c -> throw new AssertionError(c);
            case Selection.Failed(var from, var error) -> throw error;
          }
        }
      }
      assertThat(seen).containsExactly("start it", "stop 3");
    }
  }

  @Test
  void handlesOfADecodedMessageAreTheProgramsAndCloseWithItOnRequest() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Parcel> channel = channel(Parcel.class);
        IpcChannel<String> replies = channel()) {
      Registration<Parcel> member = set.add(channel.receiver());
      channel.sender().send(new Parcel("kept", replies.sender().share()));
      Parcel kept = ((Selection.Message) only(set)).as(member);
      assertThat(set.selectNow()).isEmpty();
      kept.reply().send("hello");
      kept.reply().close();
      assertThat(replies.receiver().receive()).isEqualTo("hello");
      channel.sender().send(new Parcel("closed", replies.sender().share()));
      Parcel closed;
      try (Selection.Message message = (Selection.Message) only(set)) {
        closed = message.as(member);
      }
      assertThat(closed.reply().state()).isEqualTo(HandleState.Closed.INSTANCE);
    }
  }

  @Test
  void whatNobodyDecodesClosesItsHandlesAtTheNextSelectAtItsOwnCloseOrWithTheSet() throws Exception {
    IpcChannel<Parcel> channel = channel(Parcel.class);
    try (ReceiverSet set = new ReceiverSet()) {
      Registration<Parcel> member = set.add(channel.receiver());
      assertEnds(channel, set, message -> assertThat(set.selectNow()).isEmpty());
      assertEnds(channel, set, Selection.Message::close);
      assertEnds(
          channel,
          set,
          message -> {
            assertThat(set.selectNow()).isEmpty();
            assertThat(message.as(member)).isNull();
            assertThatExceptionOfType(HandleClosedException.class).isThrownBy(() -> message.decode(member));
            assertThatExceptionOfType(HandleClosedException.class).isThrownBy(message::undecoded);
          });
      assertEnds(channel, set, message -> set.close());
    }
    channel.close();
  }

  private interface Ending {
    void of(Selection.Message message) throws Exception;
  }

  private void assertEnds(IpcChannel<Parcel> channel, ReceiverSet set, Ending ending) throws Exception {
    try (IpcChannel<String> replies = channel()) {
      channel.sender().send(new Parcel("nobody's", replies.sender()));
      Selection.Message message = (Selection.Message) only(set);
      InBackground<String> waiting = InBackground.start(replies.receiver()::receive).untilItWaits();
      ending.of(message);
      assertThat(waiting.failure()).isInstanceOf(DisconnectedException.class);
    }
  }

  @Test
  void aMessageThatDoesNotDecodeIsNullAndReportedByTheNextSelectWhileTheOthersGoOn() throws Exception {
    record Number(int value) {}

    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Number> numbers = channel(Number.class);
        IpcChannel<String> good = channel()) {
      Registration<Number> member = set.add(numbers.receiver());
      Registration<String> strings = set.add(good.receiver());
      OpaqueSender bad = numbers.sender().opaque();
      bad.send(OpaqueMessage.of(new byte[] {'?', 0, 1}));
      good.sender().send("good");
      List<Object> seen = new ArrayList<>();
      while (seen.size() < 3) {
        for (Selection s : set.select()) {
          switch (s) {
            case Selection.Message m when m.as(member) instanceof Number n -> throw new AssertionError(n);
            case Selection.Message m when m.as(strings) instanceof String text -> seen.add(text);
            case Selection.Message m -> {
              m.close();
              seen.add("passed over");
            }
            case Selection.Closed c -> throw new AssertionError(c);
            case Selection.Failed(var from, var error) -> {
              assertThat(from).isSameAs(member);
              assertThat(error).isInstanceOf(SerializationException.class);
              seen.add("failed");
            }
          }
        }
      }
      assertThat(seen).containsExactlyInAnyOrder("good", "passed over", "failed");
      assertThat(member.isMember()).isTrue();
      bad.send(OpaqueMessage.of(new byte[] {'?', 0, 1}));
      Selection.Message message = (Selection.Message) only(set);
      assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> message.decode(member));
      assertThat(set.selectNow()).as("told already").isEmpty();
      bad.close();
    }
  }

  @Test
  void aMessageMayBeTakenUndecodedAndForwarded() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Parcel> in = channel(Parcel.class);
        IpcChannel<Parcel> out = channel(Parcel.class);
        IpcChannel<String> replies = channel()) {
      Registration<Parcel> unused = set.add(in.receiver());
      in.sender().send(new Parcel("forwarded", replies.sender().share()));
      OpaqueMessage message = ((Selection.Message) only(set)).undecoded();
      assertThat(set.selectNow()).isEmpty();
      try (OpaqueSender forward = out.sender().opaque()) {
        forward.send(message);
      }
      try (Delivery<Parcel> delivery = out.receiver().take()) {
        assertThat(delivery.value().name()).isEqualTo("forwarded");
        delivery.value().reply().send("it works");
      }
      assertThat(replies.receiver().receive()).isEqualTo("it works");
    }
  }

  @Test
  void aBatchHasABoundedNumberOfHandles() throws Exception {
    record Many(List<IpcSender<String>> senders) {}

    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Many> channel = channel(Many.class);
        IpcChannel<String> replies = channel()) {
      Registration<Many> member = set.add(channel.receiver());
      int messages = 12;
      for (int i = 0; i < messages; i++) {
        List<IpcSender<String>> senders = new ArrayList<>();
        for (int k = 0; k < 16; k++) {
          senders.add(replies.sender().share());
        }
        channel.sender().send(new Many(senders));
      }
      int got = 0;
      while (got < messages) {
        List<Selection> batch = next(set);
        assertThat(batch).hasSizeLessThanOrEqualTo(4);
        for (Selection selection : batch) {
          try (Selection.Message message = (Selection.Message) selection) {
            assertThat(message.as(member).senders()).hasSize(16);
            got++;
          }
        }
      }
    }
  }
}
