package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.failure.StaleViewException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is borrowed of a received message: how long it lives, and what it saves. */
public abstract class PickleBorrowingContract extends PickledChannels {
  protected PickleBorrowingContract(Fixture fixture) {
    super(fixture);
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
}
