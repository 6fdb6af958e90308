package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.List;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** Pickled messages that are refused: each costs itself and nothing else. */
public abstract class PickleRefusalContract extends PickledChannels {
  protected PickleRefusalContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void cutAnywhereOnlyThatMessageIsLost() throws Exception {
    Plain honest = plain(1, 9);
    byte[] whole = encoded(honest);
    try (IpcChannel<Note> way = channel(Note.class);
        OpaqueSender sender = sendTo(way)) {
      for (int length = 0; length < whole.length; length++) {
        byte[] cut = Arrays.copyOf(whole, length);
        lost(way, sender, cut, "Note: header: ");
        if (length >= 4) { // with a header that agrees
          byte[] shorter = cut.clone();
          shorter[0] = (byte) (length - 4);
          lost(way, sender, shorter, "Note: ");
        }
      }
      sender.send(OpaqueMessage.of(whole));
      assertSame(way.receiver().receive(), honest);
    }
  }

  private static void lost(IpcChannel<Note> way, OpaqueSender sender, byte[] bytes, String text) throws Exception {
    sender.send(OpaqueMessage.of(bytes));
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> way.receiver().receive())
        .withMessageStartingWith(text);
    assertThat(way.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
  }

  @Test
  void aLimitOfTheReceiverIsNamed() throws Exception {
    Limits shortTexts = Limits.DEFAULT.withStringLength(10);
    try (IpcChannel<Note> way = channel(Note.class, options.withLimits(shortTexts));
        OpaqueSender sender = sendTo(way)) {
      sender.send(message(new Plain(1, text(10), text(10), data(100))));
      assertThat(way.receiver().receive().text()).hasToString(text(10));
      for (Plain over :
          List.of(new Plain(1, text(11), "", data(0)), new Plain(1, "", text(11), data(0)), new Plain(1, "ü".repeat(11), "", data(0)))) {
        lost(way, sender, encoded(over), "Note: a string");
        sender.send(message(over));
        assertThatExceptionOfType(SerializationException.class)
            .isThrownBy(() -> way.receiver().receive())
            .withMessageContaining("stringLength is limited to 10, it has 11");
      }
      sender.send(message(new Plain(1, "ü".repeat(10), "", data(0)))); // units count, and not bytes
      assertThat(way.receiver().receive().text()).hasToString("ü".repeat(10));
    }
  }

  @Test
  void aHandleThatIsNotWhatItShouldBeIsClosedAndOnlyThatMessageLost() throws Exception {
    try (IpcChannel<Parcel> way = channel(Parcel.class);
        IpcChannel<Plain> replies = channel(Plain.class);
        OpaqueSender raw = way.sender().share().opaque()) {
      raw.send(OpaqueMessage.of(new byte[] {8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})); // slot 0 of none
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> way.receiver().receive())
          .withMessage("Parcel: an attachment at byte 0: handle slot 0 of a message with 0");
      way.sender().send(new Parcel("unread", replies.sender()));
      try (Delivery<Parcel> delivery = way.receiver().take()) {
        assertThat(delivery.handleCount()).isEqualTo(1);
      }
      assertThat(replies.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void whatReadingThrowsIsTyped() throws Exception {
    record Fussy(int number) implements Pickled {
      @Override
      public void writeTo(PickleWriter out) throws LimitExceededException {
        out.writeInt(number);
      }

      static Fussy readFrom(PickleReader in) throws SerializationException {
        int number = in.readInt();
        if (number == 1) {
          throw new IllegalArgumentException("one is refused");
        }
        if (number == 2) {
          return readFrom(endless(in));
        }
        if (number == 4) {
          throw new AssertionError("an \u001b[31merror");
        }
        return number == 3 ? nothing() : new Fussy(number);
      }

      @SuppressWarnings("InfiniteRecursion")
      private static PickleReader endless(PickleReader in) {
        return endless(in);
      }

      @SuppressWarnings({"NullAway", "DataFlowIssue"})
      private static Fussy nothing() {
        return null;
      }
    }
    PickleCodec codec = PickleCodec.of(Fussy.class, Fussy::readFrom);
    try (IpcChannel<Fussy> way = channel(Fussy.class, options.withCodec(codec))) {
      List<String> texts = List.of("one is refused", "nested too deeply", "never null", "an  [31merror"); // nothing for a terminal
      for (String text : texts) {
        way.sender().send(new Fussy(texts.indexOf(text) + 1));
        assertThatExceptionOfType(SerializationException.class)
            .isThrownBy(() -> way.receiver().receive())
            .withMessageStartingWith("Fussy: ")
            .withMessageContaining(text);
      }
      way.sender().send(new Fussy(5));
      assertThat(way.receiver().receive().number()).isEqualTo(5);
    }
  }

  @Test
  void aTypeThatNobodyCanReadIsRefusedByName() throws Exception {
    record Unknown() implements Pickled {
      @Override
      public void writeTo(PickleWriter out) {}
    }
    try (IpcChannel<Unknown> way = channel(Unknown.class);
        IpcChannel<List<Note>> lists = Ferry.channel(new MessageType<List<Note>>() {}, options)) {
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> way.sender().send(new Unknown()))
          .withMessageStartingWith("Unknown: ");
      assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> way.receiver().tryReceive());
      assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> lists.sender().send(List.of()));
    }
  }
}
