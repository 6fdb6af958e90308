package org.ferryipc.core.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of Chromium's {@code base/pickle_unittest.cc}, under their own names. */
@SuppressWarnings("checkstyle:MethodName")
class PickleRobustnessTest {
  private static final int INT = 2_093_847_192;
  private static final long LONG = 1_093_847_192;
  private static final int UINT16 = 32_123;
  private static final long UINT32 = 1_593_847_192;
  private static final long INT64 = -0x7E8CA925_3104BDFCL;
  private static final long UINT64 = 0xCE8CA925_3104BDF7L;
  private static final float FLOAT = 3.1415926935f;
  private static final double DOUBLE = 2.71828182845904523;
  private static final String TEXT = "Hello world"; // of a length that is no multiple of four
  private static final String TEXT_16 = "Hello, world";
  private static final byte[] DATA = {'A', 'A', 'A', 0, 'B', 'B', 'B'};
  private static final int CUSTOM_HEADER = 44; // the size and ten ints

  private static PickleWriter everything() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeBool(false);
    out.writeBool(true);
    out.writeInt(INT);
    out.writeLong(LONG);
    out.writeUInt16(UINT16);
    out.writeUInt32(UINT32);
    out.writeInt64(INT64);
    out.writeUInt64(UINT64);
    out.writeFloat(FLOAT);
    out.writeDouble(DOUBLE);
    out.writeString(TEXT);
    out.writeString16(TEXT_16);
    out.writeString("Hello new world");
    out.writeString16("Aloha");
    out.writeData(DATA);
    return out;
  }

  private static void verify(PickleReader in) throws SerializationException {
    assertThat(in.readBool()).isFalse();
    assertThat(in.readBool()).isTrue();
    assertThat(in.readInt()).isEqualTo(INT);
    assertThat(in.readLong()).isEqualTo(LONG);
    assertThat(in.readUInt16()).isEqualTo(UINT16);
    assertThat(in.readUInt32()).isEqualTo(UINT32);
    assertThat(in.readInt64()).isEqualTo(INT64);
    assertThat(in.readUInt64()).isEqualTo(UINT64);
    assertThat(in.readFloat()).isEqualTo(FLOAT);
    assertThat(in.readDouble()).isEqualTo(DOUBLE);
    assertThat(in.readString()).isEqualTo(TEXT);
    assertThat(in.readString16()).isEqualTo(TEXT_16);
    assertThat(in.readStringView()).hasToString("Hello new world");
    assertThat(in.readString16View()).hasToString("Aloha");
    assertThat(in.readDataView().toArray()).isEqualTo(DATA);
    fails(in::readInt); // reads past the end
  }

  private static void fails(ThrowingCallable read) {
    assertThatExceptionOfType(SerializationException.class).isThrownBy(read);
  }

  private static MemorySegment ints(int... values) {
    MemorySegment memory = MemorySegment.ofArray(new byte[values.length * Integer.BYTES]);
    for (int i = 0; i < values.length; i++) {
      memory.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), i * 4L, values[i]);
    }
    return memory;
  }

  private static MemorySegment bytes(PickleWriter out) {
    return MemorySegment.ofArray(out.toPickle().toByteArray());
  }

  @Test
  void EncodeDecode() throws Exception {
    PickleWriter out = everything();
    verify(out.reader());

    PickleWriter copied = out.copy();
    verify(copied.reader());
    verify(out.toPickle().reader());

    PickleWriter assigned = new PickleWriter();
    assigned.writeString("is replaced");
    assigned.assign(out.toPickle());
    verify(assigned.reader());
    assertThat(assigned.toPickle()).isEqualTo(out.toPickle()).hasSameHashCodeAs(out.toPickle());
    assigned.writeInt(1);
    assertThat(assigned.toPickle()).isNotEqualTo(out.toPickle());
  }

  @Test
  void LongFrom64Bit() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeInt64(INT64);
    assertThat(out.payloadSize()).isEqualTo(8);
    assertThat(out.reader().readLong()).isEqualTo(INT64);
  }

  @Test
  void SmallBuffer() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment one = arena.allocate(1);
      Pickle pickle = Pickle.wrap(one);
      fails(() -> pickle.reader().readInt());
      assertThat(pickle.size()).isZero();
      assertThat(one.get(ValueLayout.JAVA_BYTE, 0)).isZero();
    }
  }

  @Test
  void BigSize() {
    Pickle pickle = Pickle.wrap(ints(0x56035200, 25, 40, 50));
    assertThat(pickle.size()).isZero();
    fails(() -> pickle.reader().readInt());
  }

  @Test
  void UnalignedSize() {
    Pickle pickle = Pickle.wrap(ints(10, 25, 40, 50));
    fails(() -> pickle.reader().readInt());
  }

  @Test
  void ZeroLenStr() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeString("");
    assertThat(out.reader().readString()).isEmpty();
    assertThat(out.reader().readStringView()).isEmpty();
  }

  @Test
  void ZeroLenStr16() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeString16("");
    assertThat(out.reader().readString16()).isEmpty();
    assertThat(out.reader().readString16View()).isEmpty();
  }

  @Test
  void BadLenStr() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeInt(-2);
    fails(() -> out.reader().readString());
    fails(() -> out.reader().readStringView());
  }

  @Test
  void BadLenStr16() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeInt(-1);
    fails(() -> out.reader().readString16());
    fails(() -> out.reader().readString16View());
  }

  @Test
  void PeekNext() throws Exception {
    PickleWriter out = new PickleWriter(CUSTOM_HEADER);
    out.writeString("Goooooooooooogle");
    MemorySegment all = bytes(out);

    assertThat(Pickle.peekNext(CUSTOM_HEADER, all.asSlice(0, CUSTOM_HEADER - 1))).isEmpty();
    assertThat(Pickle.peekNext(CUSTOM_HEADER, all.asSlice(0, CUSTOM_HEADER))).hasValue(out.size());
    assertThat(Pickle.peekNext(CUSTOM_HEADER, all.asSlice(0, CUSTOM_HEADER + 1))).hasValue(out.size());
    assertThat(Pickle.peekNext(CUSTOM_HEADER, all)).hasValue(out.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, -5, -CUSTOM_HEADER, Integer.MAX_VALUE, Integer.MAX_VALUE - CUSTOM_HEADER + 1, Integer.MIN_VALUE})
  void PeekNextOverflow(int size) {
    int[] header = new int[CUSTOM_HEADER / Integer.BYTES];
    header[0] = size;
    assertThat(Pickle.peekNext(CUSTOM_HEADER, ints(header))).hasValue(Integer.MAX_VALUE);
  }

  @Test
  void FindNext() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeInt(1);
    out.writeString("Domo");
    MemorySegment more = MemorySegment.ofArray(Arrays.copyOf(out.toPickle().toByteArray(), out.size() + 1));

    assertThat(Pickle.findNext(out.headerSize(), more.asSlice(0, out.size()))).hasValue(out.size());
    assertThat(Pickle.findNext(out.headerSize(), more.asSlice(0, out.size() - 1))).isEmpty();
    assertThat(Pickle.findNext(out.headerSize(), more)).hasValue(out.size());
  }

  @Test
  void FindNextWithIncompleteHeader() {
    assertThat(Pickle.findNext(4, MemorySegment.ofArray(new byte[] {1, 1, 1}))).isEmpty();
  }

  @Test
  void FindNextOverflow() {
    MemorySegment data = MemorySegment.ofArray(new byte[2 * 4 + 100]);
    for (int size : new int[] {-8, -1, Integer.MIN_VALUE, -(8 + 100), Integer.MAX_VALUE, 101}) {
      data.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 0, size);
      assertThat(Pickle.findNext(8, data)).as("size %d", size).isEmpty();
    }
    data.set(ValueLayout.JAVA_INT_UNALIGNED, 0, 0);
    assertThat(Pickle.findNext(8, data.asSlice(0, 4))).isEmpty();
    assertThat(Pickle.findNext(8, data)).hasValue(8);
  }

  @Test
  void GetReadPointerAndAdvance() throws Exception {
    PickleWriter out = new PickleWriter();
    fails(() -> out.reader().skipBytes(1));

    out.writeInt(1);
    out.writeInt(2);
    int all = 2 * Integer.BYTES;
    out.reader().skipBytes(0);
    out.reader().skipBytes(1);
    fails(() -> out.reader().skipBytes(-1));
    out.reader().skipBytes(all);
    fails(() -> out.reader().skipBytes(all + 1));
    fails(() -> out.reader().skipBytes(Integer.MAX_VALUE));
    fails(() -> out.reader().skipBytes(Integer.MIN_VALUE));
    fails(() -> out.reader().readBytes(Integer.MAX_VALUE));
    fails(() -> out.reader().readBytesView(-1));
  }

  @Test
  void Resize() throws Exception {
    int unit = OwnRoom.UNIT;
    byte[] data = new byte[unit];
    Arrays.fill(data, (byte) 'G');
    int inOneUnit = unit - Integer.BYTES;
    PickleWriter out = new PickleWriter();
    out.writeData(data, 0, inOneUnit - Integer.BYTES);
    int payload = inOneUnit;
    assertThat(out.capacityAfterHeader()).isEqualTo(unit);
    assertThat(out.payloadSize()).isEqualTo(payload);

    out.writeData(data, 0, unit - Integer.BYTES);
    payload += unit;
    assertThat(out.capacityAfterHeader()).isEqualTo(2 * unit);
    assertThat(out.payloadSize()).isEqualTo(payload);

    out.writeData(data, 0, 1);
    payload += 8;
    assertThat(out.capacityAfterHeader()).isEqualTo(4 * unit);
    assertThat(out.payloadSize()).isEqualTo(payload);
  }

  @Test
  void growsInUnitsByDoublingAndAboveAPageToJustBelowTheEndOfOne() throws Exception {
    PickleWriter out = new PickleWriter();
    List<Integer> capacities = new ArrayList<>(List.of(out.capacityAfterHeader()));
    while (out.payloadSize() < 30_000) {
      out.writeInt(1);
      if (out.capacityAfterHeader() != capacities.getLast()) {
        capacities.add(out.capacityAfterHeader());
      }
    }
    assertThat(capacities).containsExactly(64, 128, 256, 512, 1024, 2048, 4096, 8128, 16_320, 32_704);
    out.writeData(new byte[100_000]);
    assertThat(out.capacityAfterHeader()).isEqualTo((30_000 + 4 + 100_000 + 63) / 64 * 64);

    PickleWriter reserved = new PickleWriter();
    reserved.reserve(1000);
    int capacity = reserved.capacityAfterHeader();
    assertThat(capacity).isEqualTo((2 * 64 + 1000 + 63) / 64 * 64);
    reserved.writeBytes(new byte[1000]);
    assertThat(reserved.capacityAfterHeader()).isEqualTo(capacity);
  }

  @Test
  void HeaderPadding() throws Exception {
    int magic = 0x12345678;
    PickleWriter out = new PickleWriter(4 + 3); // rounded up to 8
    out.writeInt(magic);
    out.header().putInt(0, 10);

    assertThat(out.headerSize()).isEqualTo(8);
    assertThat(out.reader().readInt()).isEqualTo(magic);
    assertThat(out.toPickle().header().toArray()).containsExactly(10, 0, 0, 0);
  }

  @Test
  void EqualsOperator() throws Exception {
    PickleWriter source = new PickleWriter();
    source.writeInt(1);
    MemorySegment itsBytes = bytes(source);
    Pickle borrowing = Pickle.wrap(itsBytes);
    PickleWriter copy = new PickleWriter();
    copy.assign(borrowing);
    assertThat(copy.size()).isEqualTo(source.size());
    assertThat(copy.toPickle()).isEqualTo(borrowing);
  }

  @Test
  void EvilLengths() throws Exception {
    byte[] data = new byte[100_000];
    Arrays.fill(data, (byte) 'A');
    PickleWriter source = new PickleWriter();
    source.writeData(data);
    fails(() -> source.reader().readString16());

    PickleWriter one = new PickleWriter();
    one.writeString16("A");
    assertThat(one.reader().readString16()).isEqualTo("A");

    PickleWriter bad = new PickleWriter();
    bad.writeInt(1 << 31); // twice that is 0 in 32 bits
    fails(() -> bad.reader().readString16());
    PickleWriter half = new PickleWriter();
    half.writeInt(1 << 30); // twice that is negative
    fails(() -> half.reader().readString16());
  }

  @Test
  void ZeroLength() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeData(MemorySegment.NULL);
    assertThat(out.reader().readData()).isEmpty();
    assertThat(out.reader().readDataView().length()).isZero();
  }

  @Test
  void ReadBytes() throws Exception {
    byte[] four = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0x7abcd).array();
    PickleWriter out = new PickleWriter();
    out.writeBytes(four);
    assertThat(out.payloadSize()).isEqualTo(4);
    assertThat(out.reader().readBytes(4)).isEqualTo(four);
    assertThat(out.reader().readInt()).isEqualTo(0x7abcd);
  }

  @Test
  void DeepCopyResize() throws Exception {
    PickleWriter out = new PickleWriter();
    while (out.capacityAfterHeader() != out.payloadSize()) {
      out.writeBool(true);
    }
    assertThat(out.copy().capacityAfterHeader()).isEqualTo(out.payloadSize());

    out.writeBool(true);
    assertThat(out.copy().capacityAfterHeader()).isEqualTo(2 * OwnRoom.UNIT);
    assertThat(out.toPickle().size()).isEqualTo(out.size());
  }

  @Test
  void ClaimBytesInitialization() throws Exception {
    PickleWriter out = new PickleWriter();
    ClaimedBytes unused = out.claimBytes(64);
    assertThat(out.reader().readBytes(64)).isEqualTo(new byte[64]);
  }

  @Test
  void ClaimBytes() throws Exception {
    byte[] text = {'H', 'e', 'l', 'l', 'o', ',', ' ', 'w', 'o', 'r', 'l', 'd', '!'};
    PickleWriter out = new PickleWriter();
    out.writeUInt32(text.length);
    ClaimedBytes claimed = out.claimBytes(text.length);
    claimed.put(0, text);

    PickleReader in = out.reader();
    assertThat(in.readUInt32()).isEqualTo(text.length);
    assertThat(in.readBytes(text.length)).isEqualTo(text);
    assertThat(in.reachedEnd()).isTrue();
  }

  @Test
  void ReachedEnd() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeInt(1);
    out.writeInt(2);
    out.writeInt(3);
    PickleReader in = out.reader();
    for (int i = 1; i <= 3; i++) {
      assertThat(in.reachedEnd()).isFalse();
      assertThat(in.readInt()).isEqualTo(i);
    }
    assertThat(in.reachedEnd()).isTrue();
    fails(in::readInt);
    assertThat(in.reachedEnd()).isTrue();
  }
}
