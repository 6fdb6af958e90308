package org.ferryipc.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.stress.StoredInputs;
import org.junit.jupiter.api.Test;

/** Encoded bytes from a stranger: exactly what a value is encoded to, or an error that says where; a view agrees. */
class EncodeFuzzTest {
  private static final Limits LIMITS = Limits.DEFAULT.withMessageBytes(1 << 16).withDepth(100);

  enum Color {
    RED,
    GREEN
  }

  sealed interface Part {}

  @Ordinal(1)
  record Leaf(double number, byte[] bytes, Color color, boolean truth) implements Part {}

  @Ordinal(3)
  record Branch(List<Part> parts, Optional<String> name) implements Part {}

  record Table(
      @Ordinal(1) Optional<Byte> small,
      @Ordinal(2) Optional<String> text,
      @Ordinal(4) OptionalLong number,
      @Ordinal(5) Optional<Table> inside) {}

  record Plain(byte a, @Fixed(5) byte[] b, short c, long d, char e, float[] f, boolean[] g, Optional<Part> h) {}

  record WithHandle(String name, Optional<IpcSender<String>> end) {}

  /** A type that bytes may be asked to be; the first byte of an input chooses. */
  private record Form<T>(MessageType<T> type, T honest) {
    EncodeType<T> encoding() throws SerializationException {
      return EncodeType.of(type).withLimits(LIMITS);
    }

    byte[] honestBytes() throws SerializationException {
      return encoding().encode(honest).orElseThrow().toByteArray();
    }

    void read(byte[] bytes) throws SerializationException {
      DecodeResult<T> decoded = encoding().decode(MemorySegment.ofArray(bytes), EncodeMetadata.CURRENT);
      DecodeResult<Wire<T>> viewed = encoding().view(MemorySegment.ofArray(bytes), EncodeMetadata.CURRENT);
      switch (decoded) {
        case DecodeResult.Ok<T>(T value) -> {
          // What this version does not know it passes over, and does not write again.
          byte[] again = encoding().encode(value).orElseThrow().toByteArray();
          if (again.length == bytes.length) {
            assertThat(again).isEqualTo(bytes);
          }
          byte[] once = encoding().encode(
                  encoding().decode(MemorySegment.ofArray(again), EncodeMetadata.CURRENT).orElseThrow())
              .orElseThrow().toByteArray();
          assertThat(once).isEqualTo(again);
          if (viewed instanceof DecodeResult.Ok<Wire<T>>(Wire<T> view)) {
            assertThat(((EncodeResult.Ok) view.encode()).encoded().toByteArray()).isEqualTo(bytes);
          }
        }
        case DecodeResult.Failed<T>(EncodeError reason) -> {
          assertThat(reason.describe()).isNotEmpty();
          assertThat(viewed).isInstanceOf(DecodeResult.Failed.class);
        }
      }
    }
  }

  private static final Table TABLE =
      new Table(
          Optional.of((byte) 1), Optional.of("ü"), OptionalLong.of(4),
          Optional.of(new Table(Optional.empty(), Optional.empty(), OptionalLong.empty(), Optional.empty())));
  private static final Part PART =
      new Branch(
          List.of(new Leaf(0.5, new byte[] {1}, Color.RED, true), new Branch(List.of(), Optional.empty())), Optional.of("n"));

  private static final List<Form<?>> FORMS =
      List.of(
          new Form<>(MessageType.of(Part.class), PART),
          new Form<>(MessageType.of(Table.class), TABLE),
          new Form<>(
              MessageType.of(Plain.class),
              new Plain(
                  (byte) 1, new byte[5], (short) 2, 3, 'x', new float[] {4}, new boolean[] {true}, Optional.of(PART))),
          new Form<>(MessageType.of(WithHandle.class), new WithHandle("none", Optional.empty())),
          new Form<>(new MessageType<List<Optional<String>>>() {}, List.of(Optional.of("text"), Optional.empty())),
          new Form<>(MessageType.of(byte[].class), new byte[] {1, 2, 3}));

  @FuzzTest(maxDuration = "10m")
  void bytesAreTheFormOfAValueOrAnError(byte[] input) throws SerializationException {
    if (input.length > 0) {
      FORMS.get((input[0] & 0xFF) % FORMS.size()).read(Arrays.copyOfRange(input, 1, input.length));
    }
  }

  @Test
  void storedInputsAreOfToday() throws Exception {
    List<byte[]> honest = new ArrayList<>();
    for (Form<?> form : FORMS) {
      honest.add(form.honestBytes());
    }
    StoredInputs.areOfToday(EncodeFuzzTest.class, "bytesAreTheFormOfAValueOrAnError", honest);
  }
}
