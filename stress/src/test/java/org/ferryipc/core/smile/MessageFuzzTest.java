package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.stress.StoredInputs;
import org.junit.jupiter.api.Test;

/** Smile from a stranger: a value, which then means the same each time it is sent on, or a typed error. */
class MessageFuzzTest {
  private static final Limits LIMITS = Limits.DEFAULT.withMessageBytes(1 << 16);

  enum Color {
    RED,
    GREEN
  }

  sealed interface Part {}

  record Leaf(double number, byte[] bytes, Color color) implements Part {}

  record Branch(List<Part> parts, Optional<String> name) implements Part {}

  record Plain(int a, long b, boolean c, char d, String e, Duration f, Map<String, Optional<Integer>> g, long[] h) {}

  record WithHandle(String name, Optional<IpcSender<String>> end) {}

  /** A type that a message may be asked to be; the first byte of an input chooses. */
  private record Form<T>(MessageType<T> type, T honest) {
    byte[] honestBytes() throws IpcException {
      return Smile.encode(type, honest, LIMITS);
    }

    void read(byte[] bytes) throws IpcException {
      T value = Smile.decode(type, bytes, LIMITS);
      byte[] once;
      try {
        once = Smile.encode(type, value, LIMITS);
      } catch (SerializationException | LimitExceededException e) {
        return; // half a surrogate pair can be read and not be written
      }
      assertThat(Smile.encode(type, Smile.decode(type, once, LIMITS), LIMITS)).isEqualTo(once);
    }
  }

  private static final List<Form<?>> FORMS =
      List.of(
          new Form<>(
              MessageType.of(Part.class),
              new Branch(
                  List.of(new Leaf(0.5, new byte[] {1}, Color.RED), new Branch(List.of(), Optional.empty())),
                  Optional.of("n"))),
          new Form<>(
              MessageType.of(Plain.class),
              new Plain(1, -2, true, 'x', "ü", Duration.ofMillis(3), Map.of("k", Optional.of(4)), new long[] {5})),
          new Form<>(MessageType.of(WithHandle.class), new WithHandle("none", Optional.empty())),
          new Form<>(new MessageType<List<Map<String, Color>>>() {}, List.of(Map.of("k", Color.GREEN))),
          new Form<>(MessageType.of(String.class), "text"),
          new Form<>(MessageType.of(byte[].class), new byte[] {1, 2, 3}));

  @FuzzTest(maxDuration = "10m")
  void bytesAreAValueOrATypedError(byte[] input) {
    if (input.length == 0) {
      return;
    }
    Form<?> form = FORMS.get((input[0] & 0xFF) % FORMS.size());
    try {
      form.read(Arrays.copyOfRange(input, 1, input.length));
    } catch (SerializationException | LimitExceededException refused) {
      assertThat(refused.getMessage()).isNotEmpty();
    } catch (IpcException other) {
      throw new AssertionError("no other error comes from bytes", other);
    }
  }

  @Test
  void storedInputsAreOfToday() throws Exception {
    List<byte[]> honest = new ArrayList<>();
    for (Form<?> form : FORMS) {
      honest.add(form.honestBytes());
    }
    StoredInputs.areOfToday(MessageFuzzTest.class, "bytesAreAValueOrATypedError", honest);
  }
}
