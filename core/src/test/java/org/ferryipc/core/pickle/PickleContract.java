package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.failure.StaleViewException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pickled messages over channels: what they borrow, what they move, and what a bad one costs. */
public abstract class PickleContract {
  /** With everything that can be borrowed. */
  record Note(int id, CharSequence text, CharSequence wide, BorrowedData data) implements Pickled {
    @Override
    public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
      out.writeInt(id);
      out.writeString(text);
      out.writeString16(wide);
      out.writeData(data);
    }

    static Note readFrom(PickleReader in) throws SerializationException {
      return new Note(in.readInt(), in.readStringView(), in.readString16View(), in.readDataView());
    }
  }

  /** The same, copied. */
  record Plain(int id, String text, String wide, byte[] data) implements Pickled {
    @Override
    public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
      out.writeInt(id);
      out.writeString(text);
      out.writeString16(wide);
      out.writeData(data);
    }

    static Plain readFrom(PickleReader in) throws SerializationException {
      return new Plain(in.readInt(), in.readString(), in.readString16(), in.readData());
    }
  }

  /** With a handle. */
  record Parcel(CharSequence name, IpcSender<Plain> reply) implements Pickled {
    private static final MessageType<IpcSender<Plain>> REPLY = new MessageType<>() {};

    @Override
    public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
      out.writeAttachment(reply);
      out.writeString(name);
    }

    static Parcel readFrom(PickleReader in) throws SerializationException {
      IpcSender<Plain> reply = in.readAttachment(REPLY);
      return new Parcel(in.readStringView(), reply);
    }
  }

  private static final PickleCodec CODEC =
      PickleCodec.of(Note.class, Note::readFrom).and(Plain.class, Plain::readFrom).and(Parcel.class, Parcel::readFrom);

  private final ChannelOptions options;

  protected PickleContract(Fixture fixture) {
    this.options = fixture.options().withCodec(CODEC);
  }

  private <T> IpcChannel<T> channel(Class<T> type) throws IpcException {
    return channel(type, options);
  }

  private static <T> IpcChannel<T> channel(Class<T> type, ChannelOptions options) throws IpcException {
    return Ferry.channel(MessageType.of(type), options);
  }

  private static String text(int length) {
    return "t".repeat(length);
  }

  private static byte[] data(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    return bytes;
  }

  private static Plain plain(int id, int length) {
    return new Plain(id, text(length), "ü".repeat(length / 2), data(length));
  }

  private static byte[] encoded(Pickled message) throws Exception {
    PickleWriter out = new PickleWriter();
    message.writeTo(out);
    return out.toPickle().toByteArray();
  }

  private static void assertSame(Note got, Plain sent) {
    assertThat(got.id()).isEqualTo(sent.id());
    assertThat(got.text().toString()).isEqualTo(sent.text());
    assertThat(got.wide().toString()).isEqualTo(sent.wide());
    assertThat(got.data().toArray()).isEqualTo(sent.data());
  }

  // Sends as one type what is received as another of the same form.
  private static OpaqueSender sendTo(IpcChannel<?> channel) {
    return channel.sender().opaque();
  }

  private static OpaqueMessage message(Pickled value) throws Exception {
    return OpaqueMessage.of(encoded(value));
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
  void whatIsBorrowedEndsWithTheDelivery() throws Exception {
    Plain sent = plain(1, 1000);
    try (IpcChannel<Note> way = channel(Note.class);
        OpaqueSender sender = sendTo(way)) {
      sender.send(message(sent));
      Note note;
      String copy;
      try (Delivery<Note> delivery = way.receiver().take()) {
        note = delivery.value();
        copy = note.text().toString();
      }
      assertThat(copy).isEqualTo(sent.text());
      Views.assertOver(() -> note.text().toString(), sent.text());
      Views.assertOver(() -> note.text().charAt(3), sent.text().charAt(3));
      Views.assertOver(() -> note.wide().toString(), sent.wide());
      Views.assertOver(() -> Arrays.toString(note.data().toArray()), Arrays.toString(sent.data()));
      if (Views.borrowed()) { // sent on too late: nothing goes
        try (IpcChannel<Note> on = channel(Note.class)) {
          Views.assertStale(
              () -> {
                on.sender().send(note);
                return 0;
              });
          assertThat(on.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
        }
      }
    }
  }

  @Test
  void whatIsBorrowedEndsWithTheActionOfForEach() throws Exception {
    List<Note> notes = new ArrayList<>();
    try (IpcChannel<Note> way = channel(Note.class)) {
      try (OpaqueSender sender = sendTo(way)) {
        for (int i = 0; i < 3; i++) {
          sender.send(message(plain(i, 10 * i)));
        }
      }
      way.receiver()
          .forEach(
              note -> {
                assertSame(note, plain(note.id(), 10 * note.id()));
                notes.add(note);
              });
    }
    assertThat(notes).hasSize(3);
    notes.forEach(note -> Views.assertOver(() -> note.text().toString(), text(10 * note.id())));
  }

  @Test
  void aKeptMessageCanBeReadForEverAndShowsItsOwnBytesWhateverCameLater() throws Exception {
    List<Note> kept = new ArrayList<>();
    int count = 300;
    try (IpcChannel<Note> way = channel(Note.class);
        OpaqueSender sender = sendTo(way)) {
      for (int i = 0; i < count; i++) {
        sender.send(message(plain(i, i)));
        kept.add(i % 2 == 0 ? way.receiver().receive() : way.receiver().take().keep());
      }
    }
    for (int i = 0; i < count; i++) {
      assertSame(kept.get(i), plain(i, i));
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
  void whatAMessageMustNotKeepIsOver() throws Exception {
    AtomicReference<PickleWriter> writer = new AtomicReference<>();
    AtomicReference<ClaimedBytes> claim = new AtomicReference<>();
    AtomicReference<BorrowedData> written = new AtomicReference<>();
    AtomicReference<PickleReader> reader = new AtomicReference<>();
    record Greedy(Pickled of) implements Pickled {
      @Override
      public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
        of.writeTo(out);
      }
    }
    PickleCodec codec =
        PickleCodec.of(
            Greedy.class,
            in -> {
              reader.set(in);
              return new Greedy(out -> {});
            });
    try (IpcChannel<Greedy> way = channel(Greedy.class, options.withCodec(codec))) {
      way.sender()
          .send(
              new Greedy(
                  out -> {
                    writer.set(out);
                    out.writeInt(1);
                    claim.set(out.claimBytes(8));
                    written.set(out.payload());
                  }));
      Views.assertStale(
          () -> {
            writer.get().writeInt(2);
            return 0;
          });
      Views.assertStale(
          () -> {
            claim.get().putLong(0, 2);
            return 0;
          });
      Views.assertStale(() -> writer.get().payloadSize());
      Views.assertStale(() -> writer.get().reader());
      Views.assertOver(() -> written.get().length(), 12);
      way.receiver().take().close();
      assertThatExceptionOfType(StaleViewException.class).isThrownBy(() -> reader.get().readInt());
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
      for (String text : List.of("one is refused", "nested too deeply", "never null")) {
        int number = List.of("one is refused", "nested too deeply", "never null").indexOf(text) + 1;
        way.sender().send(new Fussy(number));
        assertThatExceptionOfType(SerializationException.class)
            .isThrownBy(() -> way.receiver().receive())
            .withMessageStartingWith("Fussy: ")
            .withMessageContaining(text);
      }
      way.sender().send(new Fussy(4));
      assertThat(way.receiver().receive().number()).isEqualTo(4);
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

  /** The claim of borrowing: one allocation of the payload's size less, and not more. */
  @ParameterizedTest
  @ValueSource(ints = {12_000, 150_000, 1_000_000})
  void borrowingSavesExactlyOneAllocationOfThePayloadsSize(int length) throws Exception {
    record Text(CharSequence text) implements Pickled {
      @Override
      public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
        out.writeString(text);
      }
    }
    PickleCodec borrowing = PickleCodec.of(Text.class, in -> new Text(in.readStringView()));
    PickleCodec copying = PickleCodec.of(Text.class, in -> new Text(in.readString()));
    long borrowed = allocatedByAMessage(borrowing, new Text(text(length)), Text.class);
    long copied = allocatedByAMessage(copying, new Text(text(length)), Text.class);
    int objects = 4000; // headers, the message, a reader, a view, and what is no object any more once it is compiled
    if (Views.borrowed()) {
      assertThat(borrowed).isBetween((long) length, length + (long) objects);
      assertThat(copied - borrowed).isBetween((long) length - objects, length + (long) objects);
    } else {
      assertThat(Math.abs(copied - borrowed)).isLessThan(objects);
    }
  }

  private <T extends Pickled> long allocatedByAMessage(PickleCodec codec, T message, Class<T> type) throws Exception {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    try (IpcChannel<T> way = channel(type, options.withCodec(codec))) {
      for (int i = 0; i < 10; i++) { // the first ones make what is kept
        long before = threads.getCurrentThreadAllocatedBytes();
        way.sender().send(message); // which allocates nothing of the payload's size, but for the one within the process
        try (Delivery<T> delivery = way.receiver().take()) {
          assertThat(delivery.handleCount()).isZero();
          least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
      }
    }
    return least;
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
