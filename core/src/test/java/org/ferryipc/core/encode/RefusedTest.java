package org.ferryipc.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Types that have no form, and values that have none: never an exception of {@code encode}, always the place. */
class RefusedTest {
  record Endless(Endless inside) {}

  record ByWay(Inside inside) {}

  record Inside(ByWay back) {}

  record WithMap(Map<String, Integer> map) {}

  record WithSet(Set<String> set) {}

  record WithObject(Object any) {}

  record WithObjects(String[] many) {}

  record WithRaw(IpcSender<?> sender) {}

  record Twice(Optional<Optional<String>> text) {}

  record Growing<T>(Optional<Growing<List<T>>> more) {}

  record HalfTable(@Ordinal(1) Optional<String> a, Optional<String> b) {}

  record SameTwice(@Ordinal(1) Optional<String> a, @Ordinal(1) Optional<String> b) {}

  record NotOptional(@Ordinal(1) String a) {}

  record Zeroth(@Ordinal(0) Optional<String> a) {}

  record FixedText(@Fixed(4) String a) {}

  sealed interface Numberless {}

  record Without(int a) implements Numberless {}

  sealed interface Doubled {}

  @Ordinal(1)
  record First(int a) implements Doubled {}

  @Ordinal(1)
  record Second(int a) implements Doubled {}

  sealed interface Open {}

  non-sealed interface Any extends Open {}

  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of(Endless.class, "Endless.inside: a Endless in place of a part of itself has no end"),
        Arguments.of(ByWay.class, "Inside.back: a ByWay in place of a part of itself has no end"),
        Arguments.of(WithMap.class, "WithMap.map: java.util.Map has no order of its own"),
        Arguments.of(WithSet.class, "WithSet.set: java.util.Set has no order of its own"),
        Arguments.of(WithObject.class, "WithObject.any: java.lang.Object has no form"),
        Arguments.of(WithObjects.class, "WithObjects.many: arrays of objects have no form"),
        Arguments.of(WithRaw.class, "WithRaw.sender: "),
        Arguments.of(Twice.class, "Twice.text: an Optional in an Optional"),
        Arguments.of(Growing.class, "Growing.more: more than 100 types inside one another"),
        Arguments.of(HalfTable.class, "HalfTable: either all components have an @Ordinal or none"),
        Arguments.of(SameTwice.class, "SameTwice.b: has the @Ordinal of a"),
        Arguments.of(NotOptional.class, "NotOptional.a: a component with an @Ordinal must be an Optional"),
        Arguments.of(Zeroth.class, "Zeroth.a: an @Ordinal is a number from 1 to 1024"),
        Arguments.of(FixedText.class, "FixedText.a: @Fixed is for a byte[]"),
        Arguments.of(Numberless.class, "Numberless: " + Without.class.getName() + " needs @Ordinal(1)"),
        Arguments.of(Doubled.class, "Doubled: "),
        Arguments.of(Open.class, "Open: "),
        Arguments.of(Shapes.Box.class, "Box.content: T does not say what it is"),
        Arguments.of(StringBuilder.class, "StringBuilder: java.lang.StringBuilder has no form"));
  }

  @ParameterizedTest
  @MethodSource("types")
  void typesWithoutAForm(Class<?> type, String text) {
    assertThatThrownBy(() -> EncodeType.of(type)).isInstanceOf(SerializationException.class).hasMessageStartingWith(text);
    assertThatThrownBy(() -> EncodeCodec.get().bind(MessageType.of(type), org.ferryipc.core.Limits.DEFAULT))
        .isInstanceOf(SerializationException.class);
  }

  @Test
  void aValueOfSuchAClassIsAFailedResult() {
    EncodeError reason = ((EncodeResult.Failed) Ferry.encode(new StringBuilder())).reason();
    assertThat(reason.kind()).isEqualTo(EncodeError.Kind.TYPE);
    assertThat(reason.describe()).startsWith("StringBuilder: ");
  }

  record Named(String name, List<Shapes.Point> points, @Fixed(2) byte[] two) {}

  private static Named named(@Nullable String name, List<Shapes.Point> points, int two) {
    return new Named(nullable(name), points, new byte[two]);
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // the very thing that is tried
  private static <T> T nullable(@Nullable T value) {
    return value;
  }

  private static String failure(Object value) {
    return ((EncodeResult.Failed) Ferry.encode(value)).reason().describe();
  }

  @Test
  void valuesWithoutAForm() {
    List<Shapes.Point> holey = new ArrayList<>();
    holey.add(new Shapes.Point(1, 2));
    holey.add(nullable(null));
    assertThat(failure(nullable(null))).isEqualTo("the value is null");
    assertThat(failure(named(null, List.of(), 2))).isEqualTo("Named.name: is null");
    assertThat(failure(named("", holey, 2))).isEqualTo("Named.points[1]: is null");
    assertThat(failure(named("", List.of(), 3))).isEqualTo("Named.two: has 3 bytes, must have 2");
    assertThat(failure(named("\uD83D", List.of(), 2))).isEqualTo("Named.name: the text has half a surrogate pair");
    assertThat(failure(new Shapes.Table(nullable(null), Optional.empty(), Optional.empty()))).isEqualTo("Table.point: is null");
    assertThat(failure(new Shapes.Texts("", new byte[0], List.of(), nullable(null)))).isEqualTo("Texts.color: is null");
  }

  @Test
  void listsThatLie() {
    List<Shapes.Point> longer = lying(2, 3);
    List<Shapes.Point> shorter = lying(2, 1);
    assertThat(failure(named("", longer, 2))).isEqualTo("Named.points[2]: the list has grown");
    assertThat(failure(named("", shorter, 2))).isEqualTo("Named.points: the list has shrunk");
    assertThat(failure(named("", throwing(new IllegalStateException("tired")), 2)))
        .isEqualTo("Named.points[0]: the list threw java.lang.IllegalStateException: tired");
  }

  private static List<Shapes.Point> lying(int says, int has) {
    return new LinkedList<>(java.util.Collections.nCopies(has, new Shapes.Point(1, 2))) {
      private static final long serialVersionUID = 1L;

      @Override
      public int size() {
        return says;
      }
    };
  }

  private static List<Shapes.Point> throwing(RuntimeException thrown) {
    return new AbstractList<>() {
      @Override
      public Shapes.Point get(int index) {
        throw thrown;
      }

      @Override
      public int size() {
        return 3;
      }
    };
  }

  record Throws(Throwing how) {
    Throws {
      if (how == Throwing.MADE) {
        throw new IllegalArgumentException("not one of those");
      }
    }

    enum Throwing {
      NOT,
      EXCEPTION,
      ERROR,
      DEEP,
      MADE
    }

    @Override
    public Throwing how() {
      return switch (how) {
        case EXCEPTION -> throw new IllegalStateException("an exception");
        case ERROR -> throw new AssertionError("an error");
        case DEEP -> how();
        default -> how;
      };
    }
  }

  @Test
  void accessorsAndConstructorsThatThrow() throws Exception {
    assertThat(failure(new Throws(Throws.Throwing.EXCEPTION)))
        .isEqualTo("Throws.how: its accessor threw java.lang.IllegalStateException: an exception");
    assertThat(failure(new Throws(Throws.Throwing.ERROR)))
        .isEqualTo("Throws.how: its accessor threw java.lang.AssertionError: an error");
    assertThat(failure(new Throws(Throws.Throwing.DEEP))).isEqualTo("Throws: nested too deeply");
    byte[] bytes = Shapes.bytes(new Throws(Throws.Throwing.NOT));
    bytes[0] = (byte) Throws.Throwing.MADE.ordinal();
    DecodeResult<Throws> result = Shapes.decode(EncodeType.of(Throws.class), bytes);
    assertThat(((DecodeResult.Failed<Throws>) result).reason().describe())
        .isEqualTo("Throws: the constructor threw java.lang.IllegalArgumentException: not one of those");
  }

  @Test
  void listsThatHoldThemselves() {
    List<Shapes.Tree> children = new ArrayList<>();
    Shapes.Tree tree = new Shapes.Tree(1, children);
    children.add(tree);
    assertThat(failure(tree)).endsWith("depth is limited to 64, asked for 65");
  }

  @Test
  void valuesOfAnotherClassThanTheirTypeSays() throws Exception {
    @SuppressWarnings({"unchecked", "rawtypes"})
    Optional<Byte> wrong = (Optional) Optional.of("text");
    assertThat(failure(new Shapes.Table(Optional.empty(), wrong, Optional.empty()))).startsWith("Table.small: ");
    @SuppressWarnings({"unchecked", "rawtypes"})
    List<Shapes.Point> texts = (List) List.of("text");
    assertThat(failure(named("", texts, 2))).startsWith("Named.points[0]");
    @SuppressWarnings({"unchecked", "rawtypes"})
    EncodeType<Object> points = (EncodeType) EncodeType.of(new MessageType<Optional<Shapes.Point>>() {});
    assertThat(points.encode("text")).isInstanceOf(EncodeResult.Failed.class);
    assertThat(points.encode(Optional.of("text"))).isInstanceOf(EncodeResult.Failed.class);
  }
}
