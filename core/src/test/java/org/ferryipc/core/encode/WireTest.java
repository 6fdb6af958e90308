package org.ferryipc.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.encode.Shapes.Address;
import org.ferryipc.core.encode.Shapes.Memory;
import org.ferryipc.core.encode.Shapes.Sent;
import org.ferryipc.core.encode.Shapes.Table;
import org.ferryipc.core.encode.Shapes.Texts;
import org.ferryipc.core.encode.Shapes.V6;
import org.junit.jupiter.api.Test;

/** Views: the same bytes as of records, read and written in place. */
class WireTest {
  private static Wire<Table> table(MemorySegment memory) throws Exception {
    WireBuilder<Table> builder = new WireBuilder<>(EncodeType.of(Table.class), memory);
    long members = builder.table(builder.begin(), 3);
    long point = builder.member(members, 1);
    long at = builder.open(point, 8);
    builder.int32(at, 1);
    builder.int32(at + 4, 2);
    builder.close(point);
    long text = builder.member(members, 2);
    builder.text(builder.open(text, 8), "text");
    builder.close(text);
    builder.int8(builder.inPlace(builder.member(members, 3)), (byte) 3);
    return builder.end();
  }

  @Test
  void bothGiveTheSameBytes() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      for (MemorySegment memory : List.of(arena.allocate(256), MemorySegment.ofArray(new byte[256]))) {
        memory.fill((byte) 0x55);
        assertThat(Shapes.bytes(table(memory))).isEqualTo(Shapes.bytes(Shapes.TABLE));
        assertThat(table(memory).toRecord().orElseThrow()).isEqualTo(Shapes.TABLE);
      }
    }
  }

  @Test
  void aBuilderIsUsedAgain() throws Exception {
    WireBuilder<Address> builder = new WireBuilder<>(EncodeType.of(Address.class), MemorySegment.ofArray(new byte[64]));
    for (int i = 0; i < 3; i++) {
      long envelope = builder.union(builder.begin(), 2);
      long at = builder.open(envelope, 32);
      builder.bytes(at, new byte[16], 16);
      builder.int16(at + 16, (short) 80);
      builder.int64(at + 24, i);
      builder.close(envelope);
      V6 same = new V6(new byte[16], (short) 80, i);
      assertThat(Shapes.bytes(builder.end())).isEqualTo(Shapes.bytes(EncodeType.of(Address.class), same));
    }
  }

  @Test
  void aViewReadsEverythingInPlace() throws Exception {
    Wire<Table> view = view(Table.class, Shapes.TABLE);
    assertThat(view.int32(view.member(Wire.ROOT, 1) + 4)).isEqualTo(2);
    assertThat(view.text(view.member(Wire.ROOT, 2))).isEqualTo("text");
    assertThat(view.int8(view.member(Wire.ROOT, 3))).isEqualTo((byte) 3);
    assertThat(view.member(Wire.ROOT, 4)).isEqualTo(Wire.ABSENT);
    Wire<Texts> texts = view(Texts.class, Shapes.TEXTS);
    assertThat(texts.text(0)).isEqualTo("naïve");
    assertThat(texts.segment(8).byteSize()).isEqualTo(3);
    assertThat(texts.count(16)).isEqualTo(2);
    assertThat(texts.int32(texts.target(16) + 8)).isEqualTo(3);
    Wire<Shapes.Numbers> numbers = view(Shapes.Numbers.class, Shapes.NUMBERS);
    assertThat(numbers.bool(0)).isTrue();
    assertThat(numbers.int16(2)).isEqualTo((short) 3);
    assertThat(numbers.int64(16)).isEqualTo(6);
    assertThat(numbers.float32(24)).isEqualTo(7f);
    assertThat(numbers.float64(32)).isEqualTo(8d);
  }

  private static <T> Wire<T> view(Class<T> type, T value) throws Exception {
    return EncodeType.of(type).view(MemorySegment.ofArray(Shapes.bytes(value)), EncodeMetadata.CURRENT).orElseThrow();
  }

  @Test
  void positionsOutsideGiveAnExceptionAndNothingWorse() throws Exception {
    Wire<Table> view = view(Table.class, Shapes.TABLE);
    assertThatThrownBy(() -> view.int64(view.bytes().byteSize() - 7)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.int8(Wire.ABSENT)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void whatIsNotBuiltByTheRulesIsNotEncoded() throws Exception {
    EncodeType<Table> type = EncodeType.of(Table.class);
    byte[] bytes = Shapes.bytes(Shapes.TABLE);
    bytes[bytes.length - 1] = 1;
    EncodeResult result = Ferry.encode(Wire.of(type, MemorySegment.ofArray(bytes), List.of()));
    EncodeError reason = ((EncodeResult.Failed) result).reason();
    assertThat(reason.kind()).isEqualTo(EncodeError.Kind.BYTES);
    assertThat(reason.describe()).isEqualTo("Table.text: padding is not zero");
  }

  @Test
  void handlesOfAViewMoveToo() throws Exception {
    IpcChannel<String> a = Ferry.channel(MessageType.of(String.class), Shapes.HERE);
    WireBuilder<Sent> builder = new WireBuilder<>(EncodeType.of(Sent.class), MemorySegment.ofArray(new byte[64]));
    long at = builder.begin();
    builder.text(at, "job");
    builder.handle(at + 8, a.sender());
    builder.handleInPlace(at + 16, a.receiver());
    Wire<Sent> built = builder.end();
    assertThat(built.handle(at + 8)).isSameAs(a.sender());

    Encoded encoded = Ferry.encode(built).orElseThrow();
    assertThat(encoded.handleCount()).isEqualTo(2);
    assertThat(a.sender().state()).isInstanceOf(HandleState.Moved.class);
    assertThat(((EncodeResult.Failed) Ferry.encode(built)).reason().kind()).isEqualTo(EncodeError.Kind.HANDLE);
    Sent back = Ferry.decode(Sent.class, encoded).orElseThrow();
    back.reply().send("through");
    assertThat(back.source().orElseThrow().receive()).isEqualTo("through");
    back.reply().close();
    back.source().orElseThrow().close();
  }

  @Test
  void handlesOfAViewStayWhenItIsWrong() throws Exception {
    IpcChannel<String> a = Ferry.channel(MessageType.of(String.class), Shapes.HERE);
    EncodeType<Sent> type = EncodeType.of(Sent.class);
    WireBuilder<Sent> builder = new WireBuilder<>(type, MemorySegment.ofArray(new byte[64]));
    builder.handle(builder.begin() + 8, a.sender());
    MemorySegment bytes = builder.end().bytes();
    for (Wire<Sent> wrong :
        List.of(
            Wire.of(type, bytes, List.of()),
            Wire.of(type, bytes, List.of(a.sender(), a.receiver())),
            Wire.of(type, bytes.asSlice(0, 16), List.of(a.sender())))) {
      assertThat(((EncodeResult.Failed) Ferry.encode(wrong)).reason().kind()).isEqualTo(EncodeError.Kind.BYTES);
      assertThat(a.sender().state()).isEqualTo(HandleState.Open.INSTANCE);
    }
    a.sender().close();
    assertThat(a.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    a.receiver().close();
  }

  @Test
  void manyBytesAreNotCopied() throws Exception {
    byte[] content = new byte[5001];
    java.util.Arrays.fill(content, (byte) 7);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(5001).copyFrom(MemorySegment.ofArray(content));
      for (Object value : List.of(new Memory(memory), new Texts("name", content, List.of(new Shapes.Point(1, 2)), Shapes.Color.RED))) {
        Encoded encoded = Ferry.encode(value).orElseThrow();
        assertThat(encoded.segments()).hasSize(3);
        assertThat(encoded.segments().get(1).byteSize()).isEqualTo(5001);
        assertThat(encoded.segments().stream().mapToLong(MemorySegment::byteSize).sum()).isEqualTo(encoded.byteSize());
        assertThat(encoded.segments()).allMatch(MemorySegment::isReadOnly);
        byte[] bytes = encoded.toByteArray();
        assertThat(bytes).hasSize((int) encoded.byteSize());
        Object back = Shapes.decode(EncodeType.of(value.getClass()), bytes).orElseThrow();
        assertThat(Shapes.bytes(back)).isEqualTo(bytes);
        encoded.close();
      }
      assertThat(Ferry.encode(new Memory(memory)).orElseThrow().segments().get(1).address()).isEqualTo(memory.address());
    }
    Memory small = new Memory(MemorySegment.ofArray(new byte[] {1, 2}));
    assertThat(Ferry.encode(small).orElseThrow().segments()).hasSize(1);
  }

  @Test
  void memoryThatIsClosedOrAnotherThreadsIsAFailedResult() throws Exception {
    Arena arena = Arena.ofConfined();
    Memory value = new Memory(arena.allocate(8));
    Wire<Table> view = table(arena.allocate(256));
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  assertThat(Ferry.encode(value)).isInstanceOf(EncodeResult.Failed.class);
                  assertThat(Ferry.encode(view)).isInstanceOf(EncodeResult.Failed.class);
                });
    other.join();
    arena.close();
    assertThat(((EncodeResult.Failed) Ferry.encode(value)).reason().describe())
        .isEqualTo("Memory.bytes: the arena of the segment is closed");
    assertThat(Ferry.encode(view)).isInstanceOf(EncodeResult.Failed.class);
  }

  @Test
  void aViewLargerThan512BytesStandsApart() throws Exception {
    Optional<byte[]> content = Optional.of(new byte[6000]);
    EncodeType<Optional<byte[]>> type = EncodeType.of(new MessageType<Optional<byte[]>>() {});
    byte[] bytes = Shapes.bytes(type, content);
    Wire<Optional<byte[]>> view = type.view(MemorySegment.ofArray(bytes), EncodeMetadata.CURRENT).orElseThrow();
    Encoded encoded = Ferry.encode(view).orElseThrow();
    assertThat(encoded.segments()).hasSize(1);
    assertThat(encoded.toByteArray()).isEqualTo(bytes);
  }
}
