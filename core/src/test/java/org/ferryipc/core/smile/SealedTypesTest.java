package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageName;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

class SealedTypesTest {
  sealed interface Shape {}

  record Circle(double r) implements Shape {}

  @MessageName("square")
  record Square(double side) implements Shape {}

  sealed interface Round extends Shape {}

  record Oval(Optional<Shape> inner) implements Round {}

  enum Flat implements Shape {
    POINT,
    LINE {
      @Override
      public String toString() {
        return "a line";
      }
    }
  }

  record Drawing(Shape first, List<Shape> shapes, Map<String, Shape> named, Shape[] array, Optional<Shape> last) {}

  sealed interface Reply<T> {}

  record Ok<T>(T value) implements Reply<T> {}

  record Failed<T>(String why) implements Reply<T> {}

  record Answer<T>(Reply<T> reply) {}

  abstract static sealed class Animal {
    public String name = "";
  }

  static final class Cat extends Animal {
    public int lives;
  }

  private static final List<Shape> ALL =
      List.of(new Circle(1), new Square(2), new Oval(Optional.of(new Circle(3))), Flat.POINT, Flat.LINE);

  @Test
  void eachPermittedClassIsAMessageOfTheSealedType() throws Exception {
    for (Shape shape : ALL) {
      assertThat(Smile.roundTrip(MessageType.of(Shape.class), shape)).isEqualTo(shape);
    }
  }

  @Test
  void sealedTypesStandInComponentsAndContainers() throws Exception {
    Drawing sent =
        new Drawing(
            Flat.LINE, ALL, Map.of("a", new Square(1)), ALL.toArray(Shape[]::new), Optional.of(new Circle(2)));
    Drawing received = Smile.roundTrip(sent);
    assertThat(received).usingRecursiveComparison().isEqualTo(sent);
    assertThat(Smile.roundTrip(new MessageType<List<Shape>>() {}, ALL)).isEqualTo(ALL);
    assertThat(Smile.roundTrip(new MessageType<Map<String, Shape>>() {}, Map.of("k", Flat.POINT)))
        .isEqualTo(Map.of("k", Flat.POINT));
  }

  @Test
  void theNameIsTheMessageNameOrTheSimpleName() throws Exception {
    assertThat(latin(Smile.encode(MessageType.of(Shape.class), new Circle(1)))).contains("@type").contains("Circle");
    assertThat(latin(Smile.encode(MessageType.of(Shape.class), new Square(1)))).contains("square").doesNotContain("Square");
    assertThat(latin(Smile.encode(new Circle(1)))).as("declared as the record itself").doesNotContain("@type");
  }

  @Test
  void genericSealedTypesKeepTheirArguments() throws Exception {
    MessageType<Reply<List<Circle>>> type = new MessageType<>() {};
    Reply<List<Circle>> ok = new Ok<>(List.of(new Circle(1)));
    assertThat(Smile.roundTrip(type, ok)).isEqualTo(ok);
    assertThat(Smile.roundTrip(type, new Failed<List<Circle>>("no"))).isEqualTo(new Failed<>("no"));
    assertThat(Smile.roundTrip(new MessageType<Answer<List<Circle>>>() {}, new Answer<>(ok))).isEqualTo(new Answer<>(ok));
    assertThat(Smile.roundTrip(new MessageType<List<Reply<List<Circle>>>>() {}, List.of(ok))).containsExactly(ok);
  }

  @Test
  void aHandleTravelsInAGenericSealedType() throws Exception {
    try (IpcChannel<Reply<IpcSender<String>>> replies =
            Smile.channel(new MessageType<Reply<IpcSender<String>>>() {});
        IpcChannel<Answer<IpcSender<String>>> answers =
            Smile.channel(new MessageType<Answer<IpcSender<String>>>() {});
        IpcChannel<String> texts = Smile.channel(String.class)) {
      replies.sender().send(new Ok<>(texts.sender()));
      Ok<IpcSender<String>> ok = (Ok<IpcSender<String>>) replies.receiver().receive();
      answers.sender().send(new Answer<>(ok));
      assertThat(ok.value().state()).isInstanceOf(HandleState.Moved.class);
      try (IpcSender<String> end = ((Ok<IpcSender<String>>) answers.receiver().receive().reply()).value()) {
        end.send("here");
      }
      assertThat(texts.receiver().receive()).isEqualTo("here");
    }
  }

  sealed interface Term<T> {}

  record Whole(int v) implements Term<Integer> {}

  record Truth(boolean v) implements Term<Boolean> {}

  record Size<X>(List<X> of) implements Term<Integer> {}

  record Choice<T>(Term<Boolean> when, Term<T> then, Term<T> otherwise) implements Term<T> {}

  @Test
  void subclassesThatFixTheArgumentDifferentlyTravel() throws Exception {
    MessageType<Term<Integer>> type = new MessageType<>() {};
    Term<Integer> term = new Choice<>(new Truth(true), new Whole(1), new Size<>(List.of("x")));
    assertThat(Smile.roundTrip(type, term)).isEqualTo(term);
    byte[] whole = Smile.encode(new MessageType<Term<Integer>>() {}, new Size<>(List.of()));
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.decode(new MessageType<Term<Boolean>>() {}, whole));
  }

  @Test
  void aSealedClassTravels() throws Exception {
    Cat cat = new Cat();
    cat.name = "Tom";
    cat.lives = 9;
    assertThat(Smile.roundTrip(MessageType.of(Animal.class), cat)).usingRecursiveComparison().isEqualTo(cat);
  }

  @Test
  void anUnknownNameIsRefusedWithItsText() throws Exception {
    byte[] bytes = Smile.encode(MessageType.of(Shape.class), new Circle(1));
    bytes[indexOf(bytes, "Circle")] = 'X';
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.decode(Shape.class, bytes))
        .withMessageContaining("Xircle")
        .withMessageContaining("Shape");
  }

  @Test
  void anInterfaceInBetweenIsNoName() throws Exception {
    byte[] bytes = Smile.encode(MessageType.of(Round.class), new Oval(Optional.empty()));
    assertThat(Smile.decode(Round.class, bytes)).isEqualTo(new Oval(Optional.empty()));
    byte[] circle = Smile.encode(MessageType.of(Shape.class), new Circle(1));
    assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> Smile.decode(Round.class, circle));
    byte[] between = latin(bytes).replace("Oval", "Roun").getBytes(StandardCharsets.ISO_8859_1);
    assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> Smile.decode(Shape.class, between));
  }

  @Test
  void theNameMayStandBehindTheOtherProperties() throws Exception {
    record Backwards(double r, @JsonProperty("@type") String type) {}
    byte[] bytes = Smile.encode(new Backwards(1, "Circle"));
    assertThat(Smile.decode(Shape.class, bytes)).isEqualTo(new Circle(1));
  }

  // Two permitted classes with one name.

  sealed interface Twins {}

  static final class Here {
    record Twin(int a) implements Twins {}
  }

  static final class There {
    record Twin(int a) implements Twins {}
  }

  @Test
  void twoClassesWithOneNameAreRefusedAtOnce() {
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Codec.smile().bind(MessageType.of(Twins.class), Limits.DEFAULT))
        .withMessageContaining("Twin")
        .withMessageContaining("@MessageName");
  }

  // Jackson's own annotations.

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({@JsonSubTypes.Type(value = Plus.class, name = "+"), @JsonSubTypes.Type(Minus.class)})
  interface Operation {}

  record Plus(int a) implements Operation {}

  @JsonTypeName("minus")
  record Minus(int a) implements Operation {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_ARRAY)
  sealed interface Wrapped {}

  record One(int a) implements Wrapped {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
  sealed interface ByClass {}

  record Chosen(int a) implements ByClass {}

  record OfClass(Class<?> type) {}

  record HasObject(@JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Object anything) {}

  interface Open {}

  record HasOpen(Open open) {}

  @Test
  void jacksonsAnnotationsAreFollowed() throws Exception {
    List<Operation> operations = List.of(new Plus(1), new Minus(2));
    byte[] bytes = Smile.encode(new MessageType<List<Operation>>() {}, operations);
    assertThat(latin(bytes)).contains("kind").contains("+").contains("minus").doesNotContain("@type");
    assertThat(Smile.decode(new MessageType<List<Operation>>() {}, bytes)).isEqualTo(operations);
    byte[] wrapped = Smile.encode(MessageType.of(Wrapped.class), new One(1));
    assertThat(latin(wrapped)).contains("One").doesNotContain("@type");
    assertThat(Smile.decode(Wrapped.class, wrapped)).isEqualTo(new One(1));
  }

  @Test
  void noClassIsChosenByTheBytes() {
    for (Class<?> type : List.of(ByClass.class, HasObject.class, OfClass.class)) {
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> Codec.smile().bind(MessageType.of(type), Limits.DEFAULT))
          .withMessageContaining("a class is never chosen by its name in the bytes");
    }
  }

  @Test
  void anOpenInterfaceIsRefusedAtOnce() {
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Codec.smile().bind(MessageType.of(HasOpen.class), Limits.DEFAULT))
        .withMessageContaining("HasOpen.open: ")
        .withMessageContaining("abstract and not sealed");
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static int indexOf(byte[] bytes, String text) {
    return latin(bytes).indexOf(text);
  }
}
