package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two versions of a record during an upgrade, in two class loaders: the policy of docs/codecs.md, line by line. */
class EvolutionTest {
  @TempDir Path folder;

  private Version version(String source) throws Exception {
    return Version.of(folder, source);
  }

  private static Object pass(Version from, Object value, Version to, String name) throws Exception {
    return Smile.decode(to.message(name), Smile.encode(from.message(name), value));
  }

  private static void refused(Version from, Object value, Version to, String name, String... text) {
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> pass(from, value, to, name))
        .satisfies(e -> assertThat(e.getMessage()).contains(text));
  }

  @Test
  void anAddedComponentIsIgnoredByTheOlderSide() throws Exception {
    try (Version one = version("public record M(int a) {}");
        Version two = version("public record M(int a, List<Map<String, int[]>> b) {}")) {
      Object newer = two.make("M", 7, List.of(Map.of("k", new int[] {1})));
      assertThat(pass(two, newer, one, "M")).isEqualTo(one.make("M", 7));
    }
  }

  @Test
  void aRemovedComponentIsMissedByTheOlderSide() throws Exception {
    try (Version one = version("public record M(int a, String b) {}");
        Version two = version("public record M(int a) {}")) {
      refused(two, two.make("M", 7), one, "M", "M.b", "Missing");
    }
  }

  @Test
  void anAddedPrimitiveIsMissedAndNeverZero() throws Exception {
    try (Version one = version("public record M(int a) {}");
        Version two = version("public record M(int a, long b) {}")) {
      refused(one, one.make("M", 7), two, "M", "M.b", "Missing");
    }
  }

  @Test
  void anAddedOptionalIsEmpty() throws Exception {
    try (Version one = version("public record M(int a) {}");
        Version two =
            version("public record M(int a, Optional<String> b, OptionalInt c, Optional<IpcSender<Result>> d) {}")) {
      assertThat(pass(one, one.make("M", 7), two, "M"))
          .isEqualTo(two.make("M", 7, Optional.empty(), OptionalInt.empty(), Optional.empty()));
    }
  }

  @Test
  void theOrderOfComponentsMeansNothing() throws Exception {
    try (Version one = version("public record M(int a, String b) {}");
        Version two = version("public record M(String b, int a) {}")) {
      assertThat(pass(one, one.make("M", 7, "x"), two, "M")).isEqualTo(two.make("M", "x", 7));
    }
  }

  @Test
  void anAddedConstantIsRefusedByName() throws Exception {
    try (Version one = version("public enum E { RED } public record M(E e) {}");
        Version two = version("public enum E { BLUE, RED } public record M(E e) {}")) {
      assertThat(pass(two, two.make("M", two.constant("E", "RED")), one, "M"))
          .isEqualTo(one.make("M", one.constant("E", "RED")));
      refused(two, two.make("M", two.constant("E", "BLUE")), one, "M", "M.e", "BLUE", "RED");
    }
  }

  @Test
  void anAddedSubtypeIsRefusedByName() throws Exception {
    try (Version one = version("public sealed interface S {} public record A(int n) implements S {} public record M(S s) {}");
        Version two =
            version(
                "public sealed interface S {} public record A(int n) implements S {} "
                    + "public record B() implements S {} public record M(S s) {}")) {
      assertThat(pass(two, two.make("M", two.make("A", 1)), one, "M")).isEqualTo(one.make("M", one.make("A", 1)));
      refused(two, two.make("M", two.make("B")), one, "M", "M.s", "'B'");
    }
  }

  @Test
  void aChangedTypeIsRefusedWhereTheValueDoesNotFit() throws Exception {
    try (Version one = version("public record M(int a) {}");
        Version two = version("public record M(double a) {}");
        Version three = version("public record M(Integer a) {}");
        Version four = version("public record M(long a) {}")) {
      refused(two, two.make("M", 1.9), one, "M", "M.a", "1.9");
      refused(three, three.make("M", new Object[] {null}), one, "M", "M.a", "null");
      refused(four, four.make("M", 1L << 40), one, "M", "M.a", "1099511627776");
      assertThat(pass(four, four.make("M", 40L), one, "M")).isEqualTo(one.make("M", 40));
    }
  }

  @Test
  void bytesAndTextAreEachOthersBase64() throws Exception {
    try (Version one = version("public record M(byte[] a) {}");
        Version two = version("public record M(String a) {}")) {
      assertThat(pass(one, one.make("M", new byte[] {1, 2, 3}), two, "M")).isEqualTo(two.make("M", "AQID"));
      assertThat(pass(two, two.make("M", "AQID"), one, "M")).extracting("a").isEqualTo(new byte[] {1, 2, 3});
      refused(two, two.make("M", "no!"), one, "M", "M.a");
    }
  }

  @Test
  void onlyWhatSaysSoItselfMayBeMissing() throws Exception {
    try (Version one = version("public record M(int a) {}");
        Version two =
            version(
                "public record M(int a,"
                    + " @com.fasterxml.jackson.annotation.JsonProperty(isRequired ="
                    + " com.fasterxml.jackson.annotation.OptBoolean.FALSE) String b,"
                    + " @com.fasterxml.jackson.annotation.JsonIgnore long c) {}")) {
      assertThat(pass(one, one.make("M", 7), two, "M")).isEqualTo(two.make("M", 7, null, 0L));
    }
  }

  @Test
  void anAliasReadsTheOldName() throws Exception {
    try (Version one = version("public record M(int before) {}");
        Version two =
            version("public record M(@com.fasterxml.jackson.annotation.JsonAlias(\"before\") int after) {}")) {
      assertThat(pass(one, one.make("M", 7), two, "M")).isEqualTo(two.make("M", 7));
      refused(two, two.make("M", 7), one, "M", "M.before", "Missing");
    }
  }

  @Test
  void aRenamedClassIsTheSameMessage() throws Exception {
    try (Version one = version("public record M(int a) {}");
        Version two = version("public record N(int a) {}")) {
      byte[] bytes = Smile.encode(one.message("M"), one.make("M", 7));
      assertThat(Smile.decode(two.message("N"), bytes)).isEqualTo(two.make("N", 7));
    }
  }

  @Test
  void theDescriptorOfAnAddedHandleIsClosedAndTheNextMessageIsFine() throws Exception {
    try (Version one = version("public record M(int a) {}");
        Version two = version("public record M(int a, IpcSender<String> b) {}");
        IpcChannel<String> texts = Smile.channel(String.class);
        IpcChannel<Object> channel = upgraded(two.message("M"), one.message("M"))) {
      for (int i = 0; i < 3; i++) {
        IpcSender<String> end = texts.sender().share();
        channel.sender().send(two.make("M", i, end));
        assertThat(end.state()).isInstanceOf(HandleState.Moved.class);
        assertThat(channel.receiver().receive()).isEqualTo(one.make("M", i));
      }
      texts.sender().close();
      assertThat(texts.receiver().tryReceive())
          .as("no reference is left")
          .isEqualTo(new Received.Closed<>(CloseReason.Closed.ORDERLY));
    }
  }

  @Test
  void aHandleThatTheOlderSideStillWantsIsMissedAndTheNextMessageIsFine() throws Exception {
    try (Version one = version("public record M(int a, Optional<Integer> b, IpcSender<String> c) {}");
        Version two = version("public record M(int a, IpcSender<String> b) {}");
        IpcChannel<String> texts = Smile.channel(String.class);
        IpcChannel<Object> channel = upgraded(two.message("M"), one.message("M"))) {
      channel.sender().send(two.make("M", 1, texts.sender().share()));
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> channel.receiver().receive())
          .withMessageContaining("M.c");
    }
  }

  /** A channel whose sender has one version of the type and whose receiver has the other. */
  private static IpcChannel<Object> upgraded(MessageType<Object> sent, MessageType<Object> received) throws IpcException {
    Codec codec =
        new Codec() {
          @Override
          public String name() {
            return "smile";
          }

          @Override
          @SuppressWarnings("unchecked")
          public <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) throws SerializationException {
            if (!type.equals(sent)) {
              return Codec.smile().bind(type, limits);
            }
            MessageCodec<Object> writes = Codec.smile().bind(sent, limits);
            MessageCodec<Object> reads = Codec.smile().bind(received, limits);
            return (MessageCodec<T>)
                new MessageCodec<Object>() {
                  @Override
                  public void encode(Object value, PayloadBuffer out, HandleSink handles)
                      throws SerializationException, LimitExceededException {
                    writes.encode(value, out, handles);
                  }

                  @Override
                  public Object decode(byte[] bytes, int offset, int length, HandleSource handles)
                      throws SerializationException {
                    return reads.decode(bytes, offset, length, handles);
                  }
                };
          }
        };
    ChannelOptions options = Smile.HERE.withCodec(codec);
    return Ferry.channel(sent, options);
  }
}
