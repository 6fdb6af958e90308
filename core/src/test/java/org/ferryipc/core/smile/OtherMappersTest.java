package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.SharedMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.smile.SmileMapper;
import tools.jackson.module.blackbird.BlackbirdModule;

/** A mapper that is no codec of Ferry's meets a handle. */
class OtherMappersTest {
  private static final String TEXT = "a handle travels only in a Ferry message";

  record Job(String name, Optional<IpcSender<String>> reply) {}

  record Typed(List<IpcReceiver<String>> ends) {}

  @SuppressWarnings("rawtypes")
  record Raw(IpcSender end) {}

  static Stream<ObjectMapper> mappers() {
    return Stream.of(
        new ObjectMapper(),
        new JsonMapper(),
        new SmileMapper(),
        JsonMapper.builder()
            .addModule(new BlackbirdModule())
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS, SerializationFeature.WRAP_EXCEPTIONS)
            .build());
  }

  private static void refused(ThrowingCallable call) {
    assertThatExceptionOfType(JacksonException.class).isThrownBy(call).withMessageContaining(TEXT);
  }

  @ParameterizedTest
  @MethodSource("mappers")
  void writesNone(ObjectMapper mapper) throws Exception {
    try (IpcChannel<String> texts = Smile.channel(String.class);
        var bytes = Ferry.bytes(Smile.HERE);
        var duplex = Ferry.duplex(MessageType.of(String.class), MessageType.of(String.class), Smile.HERE)) {
      for (Object value :
          List.of(
              texts.sender(),
              texts.receiver(),
              texts,
              bytes.sender(),
              duplex.left(),
              List.of(texts.sender()),
              Map.of("k", texts.sender()),
              Map.of(texts.sender(), "v"),
              new Job("x", Optional.of(texts.sender())))) {
        refused(() -> mapper.writeValueAsBytes(value));
        refused(() -> mapper.convertValue(value, Object.class));
      }
      refused(() -> mapper.valueToTree(new Job("x", Optional.of(texts.sender()))));
    }
  }

  @Test
  void readsNone() {
    for (String text : List.of("0", "{}", "\"x\"", "[]", "true", "1.5")) {
      for (Class<?> type :
          List.of(
              OwnedFd.class, IpcSender.class, BytesSender.class, OpaqueReceiver.class, Duplex.class, SharedMemory.class)) {
        refused(() -> new JsonMapper().readValue(text, type));
      }
      refused(() -> new JsonMapper().readValue("[" + text + "]", new TypeReference<List<IpcSender<String>>>() {}));
      refused(() -> new JsonMapper().readValue("{\"end\":" + text + "}", Raw.class));
      refused(() -> new JsonMapper().readValue("{\"ends\":[" + text + "]}", Typed.class));
      refused(() -> new JsonMapper().readValue("{\"name\":\"x\",\"reply\":" + text + "}", Job.class));
    }
    refused(() -> new JsonMapper().readValue("{\"k\":1}", new TypeReference<Map<IpcSender<String>, Integer>>() {}));
  }
}
