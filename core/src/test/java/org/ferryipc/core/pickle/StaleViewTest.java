package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.failure.StaleViewException;
import org.junit.jupiter.api.Test;

/** A view after its message was changed, recycled or released: it throws, and never shows other bytes. */
class StaleViewTest {
  private static final String TEXT = "sent as it is";
  private static final int LONG = 1 << 16;
  private static final int ROUNDS = 400;
  private static final BorrowedText LAST = BorrowedText.of("last");
  private static final String WIDE = "größer als ASCII, 𝄞";

  /** Everything that can be done with what was borrowed, and what came of it while it was good. */
  private record Use(Callable<Object> use, Object sent) {}

  private static PickleWriter writer() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeString(TEXT);
    out.writeString(WIDE);
    out.writeString16(WIDE);
    out.writeData(new byte[] {1, 2, 3});
    out.writeBytes(new byte[] {4, 5});
    return out;
  }

  private static List<Use> uses(PickleReader in) throws Exception {
    List<Use> uses = new ArrayList<>();
    for (BorrowedText text : List.of(in.readStringView(), in.readStringView(), in.readString16View())) {
      add(uses, text::toString);
      add(uses, text::length);
      add(uses, () -> text.charAt(2));
      add(uses, () -> text.subSequence(1, 5).toString());
      add(uses, text::hashCode);
      add(uses, () -> text.contentEquals(TEXT) || text.contentEquals(WIDE));
      char[] into = new char[4];
      add(
          uses,
          () -> {
            text.getChars(0, 4, into, 0);
            return new String(into);
          });
      BorrowedText part = text.subSequence(2, 6);
      add(uses, part::toString);
      add(uses, () -> part.charAt(0));
    }
    for (BorrowedData data : List.of(in.readDataView(), in.readBytesView(2))) {
      add(uses, data::length);
      add(uses, () -> data.get(1));
      add(uses, () -> Arrays.toString(data.toArray()));
      add(
          uses,
          () -> {
            byte[] into = new byte[data.length()];
            data.copyTo(MemorySegment.ofArray(into));
            return Arrays.toString(into);
          });
      add(uses, data::hashCode);
    }
    return uses;
  }

  private static void add(List<Use> uses, Callable<Object> use) throws Exception {
    uses.add(new Use(use, use.call()));
  }

  private static void assertAllOver(List<Use> uses) {
    assertThat(uses).hasSize(3 * 9 + 2 * 5);
    for (Use use : uses) {
      Views.assertOver(use.use(), use.sent());
    }
  }

  @Test
  void writingEndsWhatWasReadBefore() throws Exception {
    PickleWriter out = writer();
    PickleReader in = out.reader();
    List<Use> uses = uses(in);
    out.writeInt(7);

    assertAllOver(uses);
    Views.assertStale(() -> out.reader().readInt() + in.readInt());
    assertThat(out.reader().readString()).isEqualTo(TEXT);
  }

  @Test
  void everyWayToWriteEndsViews() throws Exception {
    PickleWriter out = new PickleWriter(8);
    out.writeString(TEXT);
    ClaimedBytes header = out.header();
    List<Callable<Object>> writes =
        List.of(
            () -> {
              header.putInt(0, 1);
              return 0;
            },
            () -> {
              out.writeString("x");
              return 0;
            },
            () -> {
              out.writeString16("x");
              return 0;
            },
            () -> {
              out.writeData(MemorySegment.ofArray(new byte[3]));
              return 0;
            },
            () -> {
              out.writeBytes(new byte[1]);
              return 0;
            },
            () -> {
              out.reserve(1 << 16);
              return 0;
            },
            () -> out.claimBytes(3),
            () -> {
              out.clear();
              out.writeString(TEXT);
              return 0;
            });
    for (Callable<Object> write : writes) {
      BorrowedText view = out.reader().readStringView();
      Object unused = write.call();
      Views.assertOver(view::toString, TEXT);
    }
  }

  @Test
  void recyclingEndsViewsAndTheirMemoryHoldsOtherBytesThen() throws Exception {
    PickleWriter out = writer();
    List<Use> uses = uses(out.reader());
    BorrowedData payload = out.payload();
    byte[] before = payload.toArray();
    out.clear();
    for (int i = 0; i < 4; i++) {
      out.writeLong(-1);
    }

    assertAllOver(uses);
    Views.assertOver(() -> Arrays.toString(payload.toArray()), Arrays.toString(before));
    assertThat(out.reader().readLong()).isEqualTo(-1);
  }

  @Test
  void releaseEndsViewsOfWrappedMemory() throws Exception {
    byte[] mine = writer().toPickle().toByteArray();
    Pickle pickle = Pickle.wrap(mine);
    List<Use> uses = uses(pickle.reader());
    pickle.release();
    Arrays.fill(mine, (byte) 'z');

    assertAllOver(uses);
    pickle.release();
    Views.assertStale(() -> pickle.reader().readString());
    Views.assertStale(pickle::toByteArray);
  }

  @Test
  void closingTheArenaEndsViewsOfWrappedMemory() throws Exception {
    byte[] bytes = writer().toPickle().toByteArray();
    List<Use> uses;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mine = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
      uses = uses(Pickle.wrap(mine).reader());
      Pickle.wrap(mine).reader().readString();
    }
    assertAllOver(uses);
  }

  @Test
  void releaseEndsCopiesToo() throws Exception {
    Pickle copy = Pickle.copyOf(MemorySegment.ofArray(writer().toPickle().toByteArray()));
    List<Use> uses = uses(copy.reader());
    copy.release();
    assertAllOver(uses);
  }

  @Test
  void aWrittenViewIsCopiedOnceAndForAll() throws Exception {
    PickleWriter from = writer();
    PickleReader in = from.reader();
    PickleWriter to = new PickleWriter();
    to.writeString(in.readStringView());
    to.writeString(in.readStringView());
    to.writeString(in.readString16View());
    to.writeData(in.readDataView());
    BorrowedText late = from.reader().readStringView();
    from.clear();

    PickleReader copied = to.reader();
    assertThat(copied.readString()).isEqualTo(TEXT);
    assertThat(copied.readString()).isEqualTo(WIDE);
    assertThat(copied.readString()).isEqualTo(WIDE);
    assertThat(copied.readData()).containsExactly(1, 2, 3);
    int size = to.payloadSize();
    if (Views.borrowed()) {
      assertThatExceptionOfType(StaleViewException.class).isThrownBy(() -> to.writeString(late));
      assertThatExceptionOfType(StaleViewException.class).isThrownBy(() -> to.writeString16(late));
      assertThat(to.payloadSize()).isEqualTo(size);
    }
  }

  @Test
  void aCopyingMethodLeavesNothingOfWhatIsThereNow() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeString("before");
    out.writeString16("before");
    out.writeData(new byte[] {1, 2, 3, 4, 5, 6});
    PickleReader in = out.reader();
    List<BorrowedText> texts = List.of(in.readStringView(), in.readString16View());
    BorrowedData data = in.readDataView();
    out.clear();
    for (int i = 0; i < 20; i++) {
      out.writeLong(0x7A7A7A7A7A7A7A7AL);
    }
    if (Views.borrowed()) {
      for (BorrowedText text : texts) {
        char[] chars = {'x', 'x', 'x', 'x', 'x', 'x', 'x'};
        assertThatExceptionOfType(StaleViewException.class).isThrownBy(() -> text.getChars(0, 5, chars, 1));
        assertThat(chars).containsExactly('x', '\0', '\0', '\0', '\0', '\0', 'x');
      }
      byte[] bytes = {9, 9, 9, 9, 9, 9, 9};
      assertThatExceptionOfType(StaleViewException.class).isThrownBy(() -> data.copyTo(1, bytes, 1, 4));
      assertThat(bytes).containsExactly(9, 0, 0, 0, 0, 9, 9);
      assertThatExceptionOfType(StaleViewException.class)
          .isThrownBy(() -> data.copyTo(MemorySegment.ofArray(bytes)));
      assertThat(bytes).containsExactly(0, 0, 0, 0, 0, 0, 9);
    }
  }

  @Test
  void aClaimEndsWithTheNextWrite() throws Exception {
    PickleWriter out = new PickleWriter();
    ClaimedBytes claim = out.claimBytes(9);
    claim.put(8, (byte) 5);
    claim.putLong(0, -2);
    claim.put(1, MemorySegment.ofArray(new byte[] {6}));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> claim.put(9, (byte) 1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> claim.putLong(2, 1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> claim.put(-1, new byte[1]));
    BorrowedData view = out.payload();
    claim.put(0, (byte) 1); // still good, but it changes what was lent
    Views.assertOver(() -> view.get(8), (byte) 5);

    out.writeInt(1);
    Views.assertStale(
        () -> {
          claim.put(0, (byte) 9);
          return 0;
        });
    assertThat(out.reader().readBytes(12)).containsExactly(1, 6, 255, 255, 255, 255, 255, 255, 5, 0, 0, 0);
    assertThatIllegalArgumentException().isThrownBy(() -> out.claimBytes(-1));
  }

  @Test
  @SuppressWarnings("ThreadPriorityCheck") // yielding is for speed alone; the loops end without it
  void aViewThatAnotherThreadReadsWhileItsMemoryIsRecycledShowsNoOtherBytes() throws Exception {
    PickleWriter out = new PickleWriter();
    String sent = "a".repeat(LONG);
    String other = "b".repeat(LONG);
    AtomicReference<BorrowedText> shown = new AtomicReference<>();
    AtomicInteger looks = new AtomicInteger();
    FutureTask<Integer> reading = new FutureTask<>(() -> lookUntilTheLast(shown, looks));
    Thread reader = Thread.ofPlatform().start(reading);
    for (int i = 0; i < ROUNDS && !reading.isDone(); i++) {
      out.writeString(sent);
      int before = looks.get();
      shown.set(out.reader().readStringView());
      while (looks.get() < before + 2 && !reading.isDone()) { // it is at it
        Thread.yield();
      }
      out.clear();
      out.writeString(other); // in the same place
      out.clear();
    }
    shown.set(LAST);
    reader.join();
    int stale = reading.get();
    if (Views.borrowed()) {
      assertThat(stale).isPositive();
    }
  }

  // {@return how often it found a view stale}
  private static int lookUntilTheLast(AtomicReference<BorrowedText> shown, AtomicInteger looks) {
    int stale = 0;
    BorrowedText over = null;
    for (BorrowedText view = shown.get(); view != LAST; view = shown.get()) {
      if (view != null && view != over) {
        int unused = looks.incrementAndGet();
        try {
          assertThat(view.toString().indexOf('b')).isNegative();
          for (int i = 0; i < 64; i++) {
            assertThat(view.charAt(LONG - 1 - i)).isEqualTo('a');
          }
        } catch (StaleViewException said) {
          stale++;
          over = view;
        }
      }
    }
    return stale;
  }
}
