package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.failure.StaleViewException;
import org.junit.jupiter.api.Test;

/** A reader ends with its bytes, too: no method of it tells anything afterwards, not even where it stands. */
class StaleReaderTest {
  private static final HandleSource NONE =
      (slot, shape) -> {
        throw new SerializationException("no handles", null);
      };

  private static PickleWriter zeros() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeBytes(new byte[64]); // whatever is read next is there
    return out;
  }

  private static List<Callable<Object>> reads(PickleReader in) {
    return List.of(
        in::readBool, in::readInt, in::readLong, in::readUInt16, in::readUInt32, in::readInt64, in::readUInt64, in::readFloat,
        in::readDouble, in::readString, in::readStringView, in::readString16, in::readString16View, in::readData,
        in::readDataView, () -> in.readBytes(0), () -> in.readBytesView(0), in::readLength, () -> in.readLength(1),
        () -> {
          in.skipBytes(0);
          return 0;
        },
        in::reachedEnd, () -> in.readAttachment(OwnedFd.class));
  }

  @Test
  void everyReadThrowsOnceTheBytesAreOthers() throws Exception {
    PickleWriter out = zeros();
    List<Callable<Object>> afterAWrite = reads(out.reader());
    List<Callable<Object>> ofACopy = reads(out.copy().reader());
    out.writeInt(1);
    Pickle pickle = zeros().toPickle();
    List<Callable<Object>> afterRelease = reads(pickle.reader());
    pickle.release();
    afterAWrite.forEach(Views::assertStale);
    afterRelease.forEach(Views::assertStale);
    assertThat(ofACopy).allSatisfy(read -> assertThat(isStale(read)).as("that of another writer").isFalse());
  }

  private static boolean isStale(Callable<Object> read) throws Exception {
    try {
      Object unused = read.call();
      return false;
    } catch (StaleViewException stale) {
      return true;
    } catch (SerializationException of) {
      return false;
    }
  }

  @Test
  void soDoesEveryWayToCompareAViewAndToCopyNothingOfIt() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeString("view");
    out.writeString16("view");
    out.writeData("view".getBytes(StandardCharsets.UTF_8));
    PickleReader in = out.reader();
    List<BorrowedText> texts = List.of(in.readStringView(), in.readString16View());
    BorrowedData data = in.readDataView();
    PickleReader again = out.reader();
    String unused = again.readString() + again.readString16();
    BorrowedData twin = again.readDataView();
    out.writeInt(1);
    BorrowedText other = BorrowedText.of("view");
    for (BorrowedText text : texts) {
      Views.assertOver(() -> text.contentEquals("view"), true);
      Views.assertOver(() -> text.equals(other), true);
      Views.assertOver(() -> other.equals(text), true);
      Views.assertOver(() -> CharSequence.compare(text, "view"), 0);
      Views.assertOver(text::isEmpty, false);
      Views.assertOver(() -> text.chars().count(), 4L);
      Views.assertOver(() -> text.codePoints().sum(), "view".codePoints().sum());
      Views.assertOver(() -> text.subSequence(0, 0).length(), 0);
      Views.assertOver(() -> new StringBuilder().append(text).toString(), "view");
      Views.assertOver(
          () -> {
            text.getChars(0, 0, new char[0], 0);
            return 0;
          },
          0);
    }
    Views.assertOver(() -> data.equals(twin), true);
    Views.assertOver(
        () -> {
          data.copyTo(0, new byte[0], 0, 0);
          return 0;
        },
        0);
  }

  @Test
  void closedMemoryToWhichAViewIsCopiedIsNotTakenForAStaleView() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      byte[] bytes = zeros().toPickle().toByteArray();
      Pickle pickle = Pickle.wrap(arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes)));
      MemorySegment closed;
      try (Arena other = Arena.ofConfined()) {
        closed = other.allocate(64);
      }
      assertThatIllegalStateException()
          .isThrownBy(() -> pickle.payload().copyTo(closed))
          .isNotInstanceOf(StaleViewException.class);
      assertThat(pickle.payload().length()).isEqualTo(64);
    }
  }

  /** A message that is not worth its name. */
  private record Nothing() implements Pickled {
    @Override
    public void writeTo(PickleWriter out) throws LimitExceededException {
      out.writeInt(7);
    }
  }

  @Test
  void aReaderThatIsKeptShowsNothingOfWhatComesToBeInTheArrayLater() throws Exception {
    AtomicReference<PickleReader> kept = new AtomicReference<>();
    PickleCodec codec =
        PickleCodec.of(
            Nothing.class,
            in -> {
              kept.set(in);
              return new Nothing();
            });
    MessageCodec<Nothing> bound = codec.bind(MessageType.of(Nothing.class), Limits.DEFAULT);
    byte[] array = {4, 0, 0, 0, 7, 0, 0, 0};
    Nothing unused = bound.decode(array, 0, array.length, NONE); // keeps nothing of the array, says its contract
    Arrays.fill(array, (byte) 'z');
    if (Views.borrowed()) {
      assertThat(kept.get().readInt()).isEqualTo(7);
    } else {
      Views.assertStale(() -> kept.get().readInt());
    }
  }
}
