package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** Bytes that no writer wrote: each read is right or throws the one declared type, and touches nothing outside. */
class HostilePickleTest {
  /** One way to read, and all of them are tried in every order. */
  @FunctionalInterface
  private interface Read {
    Object from(PickleReader in) throws SerializationException;
  }

  private static final List<Read> READS =
      List.of(
          PickleReader::readBool,
          PickleReader::readInt,
          PickleReader::readLong,
          PickleReader::readUInt16,
          PickleReader::readUInt32,
          PickleReader::readInt64,
          PickleReader::readUInt64,
          PickleReader::readFloat,
          PickleReader::readDouble,
          PickleReader::readString,
          PickleReader::readStringView,
          PickleReader::readString16,
          PickleReader::readString16View,
          in -> Arrays.toString(in.readData()),
          PickleReader::readDataView,
          in -> Arrays.toString(in.readBytes(in.readInt())),
          in -> in.readBytesView(in.readInt()),
          PickleReader::readLength,
          in -> in.readLength(3),
          in -> {
            in.skipBytes(in.readInt());
            return 0;
          },
          in -> in.readAttachment(OwnedFd.class));

  private static byte[] pickleOf(byte[] payload) throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeBytes(payload);
    return out.toPickle().toByteArray();
  }

  @Test
  void randomBytesInEveryOrderOfReadsAreValuesOrTheDeclaredError() throws Exception {
    Random random = new Random(42);
    int values = 0;
    int errors = 0;
    for (int round = 0; round < 10_000; round++) {
      byte[] payload = new byte[random.nextInt(20) * 4];
      random.nextBytes(payload);
      for (int i = 0; i + 3 < payload.length; i += 4) {
        if (random.nextBoolean()) { // as a length it is often a possible one
          payload[i] = (byte) random.nextInt(12);
          payload[i + 1] = payload[i + 2] = payload[i + 3] = (byte) (random.nextInt(8) == 0 ? -1 : 0);
        } else if (random.nextBoolean()) {
          payload[i] = payload[i + 1] = payload[i + 2] = payload[i + 3] = 'x';
        }
      }
      byte[] bytes = pickleOf(payload);
      PickleReader in = Pickle.wrap(bytes).reader();
      try (Arena arena = Arena.ofConfined()) {
        PickleReader other =
            Pickle.wrap(arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes))).reader();
        for (boolean failed = false; !failed; ) {
          Read read = READS.get(random.nextInt(READS.size()));
          Object first = read(read, in, round % 50 == 0);
          assertThat(read(read, other, false)).isEqualTo(first);
          failed = first instanceof Refusal || in.reachedEnd();
          values += failed ? 0 : 1;
          errors += first instanceof Refusal ? 1 : 0;
        }
      }
    }
    assertThat(values).isGreaterThan(3_000);
    assertThat(errors).isGreaterThan(3_000);
  }

  // Error text for error text, of memory of either kind.
  private static Object read(Read read, PickleReader in, boolean goOn) {
    try {
      return read.from(in);
    } catch (SerializationException refused) {
      assertThat(in.reachedEnd()).isTrue();
      for (Read further : goOn ? READS : List.<Read>of()) {
        assertThatExceptionOfType(SerializationException.class)
            .isThrownBy(() -> further.from(in))
            .withMessageContaining("an earlier read failed");
      }
      return new Refusal(String.valueOf(refused.getMessage()));
    }
  }

  /** An error by its text. */
  private record Refusal(String text) {}

  @Test
  void cutAnywhereEachItemIsMissing() throws Exception {
    PickleWriter whole = new PickleWriter();
    whole.writeInt(1);
    whole.writeString("four plus three");
    whole.writeString16("odd");
    whole.writeData(new byte[] {1, 2, 3, 4, 5});
    whole.writeDouble(0.5);
    byte[] payload = whole.payload().toArray();
    for (int length = 0; length < payload.length; length++) {
      byte[] cut = new byte[4 + length];
      cut[0] = (byte) length;
      System.arraycopy(payload, 0, cut, 4, length);
      Pickle pickle = Pickle.wrap(cut);
      assertThat(pickle.payloadSize()).isEqualTo(length);
      assertThatExceptionOfType(SerializationException.class)
          .as("cut at %d", length)
          .isThrownBy(
              () -> {
                PickleReader in = pickle.reader();
                in.readInt();
                in.readString();
                in.readString16();
                in.readData();
                in.readDouble();
              });
    }
  }

  @Test
  void readsStayInsideThePayload() throws Exception {
    byte[] surrounded = new byte[64];
    Arrays.fill(surrounded, (byte) 'S');
    MemorySegment middle = MemorySegment.ofArray(surrounded).asSlice(20, 12);
    middle.copyFrom(MemorySegment.ofArray(pickleOf(new byte[] {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'})));
    PickleReader in = Pickle.wrap(middle).reader();
    assertThat(in.readBytes(8)).containsExactly('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    for (int more : new int[] {1, 4, 24}) {
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> Pickle.wrap(middle).reader().readBytes(8 + more));
    }
  }

  @Test
  void anItemThatEndsUnpaddedAtTheEndIsRead() throws Exception {
    byte[] bytes = {9, 0, 0, 0, 5, 0, 0, 0, 'a', 'b', 'c', 'd', 'e'};
    PickleReader in = Pickle.wrap(bytes).reader();
    assertThat(in.readString()).isEqualTo("abcde");
    assertThat(in.reachedEnd()).isTrue();
  }

  @Test
  void aHugeLengthAllocatesNothing() throws Exception {
    byte[] bytes = pickleOf(new byte[] {-1, -1, -1, 0x7F, 1, 2, 3, 4});
    List<Read> lengths =
        List.of(
            PickleReader::readString, PickleReader::readStringView, PickleReader::readString16,
            PickleReader::readString16View, PickleReader::readData, PickleReader::readDataView,
            in -> in.readBytes(in.readInt()));
    var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    for (Read read : lengths) {
      PickleReader in = Pickle.wrap(bytes).reader();
      long before = threads.getCurrentThreadAllocatedBytes();
      assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> read.from(in));
      assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
    }
  }

  @Test
  void aNumberOfThingsThatCannotAllBeThereIsRefused() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeInt(3);
    out.writeBytes(new byte[12]);
    assertThat(out.reader().readLength(4)).isEqualTo(3);
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> out.reader().readLength(5))
        .withMessage("pickle: a length at byte 0: 3 times 5 bytes, 12 are left");
    for (int count : new int[] {4, 1 << 30, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
      PickleWriter evil = new PickleWriter();
      evil.writeInt(count);
      evil.writeBytes(new byte[12]);
      for (int each : new int[] {4, 1 << 30, Integer.MAX_VALUE}) {
        PickleReader in = evil.reader();
        assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> in.readLength(each));
        assertThat(in.reachedEnd()).isTrue();
      }
    }
    for (int each : new int[] {0, -1, Integer.MIN_VALUE}) {
      assertThatIllegalArgumentException().isThrownBy(() -> out.reader().readLength(each));
    }
  }

  @Test
  void noHeaderMakesMoreOfABufferThanThereIs() {
    Random random = new Random(1);
    for (int round = 0; round < 50_000; round++) {
      byte[] bytes = new byte[random.nextInt(90)];
      random.nextBytes(bytes);
      if (bytes.length > 4 && random.nextInt(4) > 0) {
        bytes[0] = (byte) random.nextInt(90);
        bytes[1] = bytes[2] = bytes[3] = 0;
      }
      Pickle pickle = Pickle.wrap(bytes);
      if (pickle.size() != 0) {
        assertThat(pickle.size()).isEqualTo(bytes.length);
        assertThat(pickle.headerSize()).isBetween(4, 64);
        assertThat(pickle.headerSize() % 4).isZero();
      }
      assertThat(pickle.payload().length() + pickle.headerSize()).isEqualTo(pickle.size());
      assertThat(pickle.header().length()).isEqualTo(Math.max(0, pickle.headerSize() - 4));
    }
  }

  @Test
  void whatTheProgramAsksWronglyIsItsOwnMistake() {
    List<Runnable> mistakes = new ArrayList<>();
    mistakes.add(() -> new PickleWriter(3));
    mistakes.add(() -> new PickleWriter(65));
    mistakes.add(() -> Pickle.peekNext(0, MemorySegment.NULL));
    mistakes.add(() -> Pickle.findNext(-4, MemorySegment.NULL));
    for (Runnable mistake : mistakes) {
      assertThatIllegalArgumentException().isThrownBy(mistake::run);
    }
    PickleWriter out = new PickleWriter();
    assertThatIllegalArgumentException().isThrownBy(() -> out.writeUInt16(65_536));
    assertThatIllegalArgumentException().isThrownBy(() -> out.writeUInt16(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> out.writeUInt32(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> out.writeUInt32(1L << 32));
    assertThatIllegalArgumentException().isThrownBy(() -> out.reserve(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> out.assign(new PickleWriter(8).toPickle()));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> out.writeData(new byte[3], 2, 2));
    assertThat(out.payloadSize()).isZero();
  }
}
