package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pickled messages over channels: what arrives, and what moves. */
public abstract class PickleContract extends PickledChannels {
  protected PickleContract(Fixture fixture) {
    super(fixture);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 63, 64, 65, 1000, 4096, 16_000, 60_000, 212_000, 300_000, 2_000_000})
  void everySizeArrivesCopiedAndBorrowed(int length) throws Exception {
    Plain sent = plain(length, length);
    try (IpcChannel<Plain> way = channel(Plain.class)) {
      way.sender().send(sent);
      Plain got = way.receiver().receive();
      assertThat(got.text()).isEqualTo(sent.text());
      assertThat(got.wide()).isEqualTo(sent.wide());
      assertThat(got.data()).isEqualTo(sent.data());
    }
    try (IpcChannel<Note> way = channel(Note.class);
        OpaqueSender sender = sendTo(way)) {
      sender.send(message(sent));
      try (Delivery<Note> delivery = way.receiver().take()) {
        assertSame(delivery.value(), sent);
        try (IpcChannel<Note> on = channel(Note.class)) { // views are written as they lie
          on.sender().send(delivery.value());
          assertSame(on.receiver().receive(), sent);
        }
      }
    }
  }

  @Test
  void handlesMoveWithThePickleOnly() throws Exception {
    try (IpcChannel<Parcel> way = channel(Parcel.class);
        IpcChannel<Plain> replies = channel(Plain.class)) {
      IpcSender<Plain> mine = replies.sender().share();
      Parcel parcel = new Parcel("p", mine);
      way.sender().send(parcel);
      assertThat(mine.state()).isInstanceOf(HandleState.Moved.class);
      assertThatExceptionOfType(HandleMovedException.class).isThrownBy(() -> way.sender().send(parcel));
      IpcSender<Plain> there;
      try (Delivery<Parcel> delivery = way.receiver().take()) {
        there = delivery.value().reply();
        there.send(plain(5, 5));
      }
      assertThat(there.state()).isInstanceOf(HandleState.Closed.class);
      assertThat(replies.receiver().receive().id()).isEqualTo(5);
    }
  }

  @Test
  void aSendThatFailsMovesNothing() throws Exception {
    Limits small = Limits.DEFAULT.withMessageBytes(64).withStringLength(40);
    try (IpcChannel<Parcel> way = channel(Parcel.class, options.withLimits(small));
        IpcChannel<Plain> replies = channel(Plain.class)) {
      IpcSender<Plain> mine = replies.sender();
      assertThatExceptionOfType(LimitExceededException.class)
          .isThrownBy(() -> way.sender().send(new Parcel(text(41), mine)))
          .satisfies(e -> assertThat(e.limit()).isEqualTo("stringLength"));
      assertThatExceptionOfType(LimitExceededException.class)
          .isThrownBy(() -> way.sender().send(new Parcel("€".repeat(40), mine)))
          .satisfies(e -> assertThat(e.limit()).isEqualTo("messageBytes"));
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> way.sender().send(new Parcel("\ud800", mine)))
          .withMessageContaining("Parcel");
      CharSequence broken =
          new CharSequence() {
            @Override
            public int length() {
              throw new IllegalArgumentException("no length");
            }

            @Override
            public char charAt(int index) {
              return 'x';
            }

            @Override
            public CharSequence subSequence(int start, int end) {
              return this;
            }
          };
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> way.sender().send(new Parcel(broken, mine)))
          .withMessageContaining("no length")
          .withCauseInstanceOf(IllegalArgumentException.class);
      mine.send(plain(1, 1));
      assertThat(replies.receiver().receive().id()).isEqualTo(1);
      assertThat(way.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      way.sender().send(new Parcel(text(40), mine));
      way.receiver().receive().reply().close();
    }
  }

  @Test
  void itemsOfANewerVersionArePassedOverAndTheirHandlesClosed() throws Exception {
    record Newer(Plain old, IpcSender<Plain> more) implements Pickled {
      @Override
      public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
        old.writeTo(out);
        out.writeAttachment(more);
        out.writeString("more");
      }
    }
    PickleCodec old = PickleCodec.of(Newer.class, in -> new Newer(Plain.readFrom(in), NONE.get()));
    try (IpcChannel<Newer> way = channel(Newer.class, options.withCodec(old));
        IpcChannel<Plain> replies = channel(Plain.class)) {
      NONE.set(replies.sender().share());
      way.sender().send(new Newer(plain(3, 3), replies.sender()));
      try (Delivery<Newer> delivery = way.receiver().take()) {
        assertThat(delivery.value().old().id()).isEqualTo(3);
        assertThat(delivery.handleCount()).isZero();
      }
      NONE.get().close();
      assertThat(replies.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  private static final AtomicReference<IpcSender<Plain>> NONE = new AtomicReference<>();

  @Test
  void wholePicklesAreMessagesToo() throws Exception {
    PickleWriter out = new PickleWriter(12);
    out.header().putLong(0, 77);
    out.writeString("by itself");
    try (IpcChannel<Pickle> way = channel(Pickle.class, options.withCodec(PickleCodec.ofPickles()))) {
      way.sender().send(out.toPickle());
      Pickle got;
      BorrowedText view;
      try (Delivery<Pickle> delivery = way.receiver().take()) {
        got = delivery.value();
        assertThat(got).isEqualTo(out.toPickle());
        assertThat(got.header().toArray()).startsWith(77, 0).hasSize(8);
        view = got.reader().readStringView();
        assertThat(view).hasToString("by itself");
      }
      Views.assertOver(view::toString, "by itself");
      Views.assertOver(() -> got.reader().readString(), "by itself");
      way.sender().send(out.toPickle());
      assertThat(way.receiver().receive().reader().readString()).isEqualTo("by itself");
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> way.sender().send(Pickle.wrap(new byte[3])))
          .withMessageContaining("no pickle");
      try (OpaqueSender raw = way.sender().share().opaque()) {
        raw.send(OpaqueMessage.of(new byte[] {9, 9, 9, 9, 9}));
        assertThatExceptionOfType(SerializationException.class)
            .isThrownBy(() -> way.receiver().receive())
            .withMessageContaining("header");
      }
    }
  }

  @Test
  void memoryOfEveryKindIsWrittenWithoutATemporary() throws Exception {
    record Raw(MemorySegment memory) implements Pickled {
      @Override
      public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
        out.writeData(memory);
        out.writeBytes(memory);
      }
    }
    PickleCodec codec =
        PickleCodec.of(
            Raw.class,
            in -> {
              BorrowedData data = in.readDataView();
              byte[] again = in.readBytes(data.length());
              assertThat(data.toArray()).isEqualTo(again);
              return new Raw(MemorySegment.ofArray(again));
            });
    try (IpcChannel<Raw> way = channel(Raw.class, options.withCodec(codec));
        java.lang.foreign.Arena arena = java.lang.foreign.Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(50_003).copyFrom(MemorySegment.ofArray(data(50_003)));
      way.sender().send(new Raw(memory));
      assertThat(way.receiver().receive().memory().mismatch(memory)).isEqualTo(-1);
    }
  }
}
