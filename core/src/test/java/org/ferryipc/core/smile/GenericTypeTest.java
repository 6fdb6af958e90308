package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.type.TypeFactory;

class GenericTypeTest {
  record Box<T>(T v) {}

  static Stream<MessageType<?>> types() {
    return Stream.of(
        MessageType.of(String.class),
        MessageType.of(int[][].class),
        new MessageType<List<String>>() {},
        new MessageType<Map<String, List<Box<Integer>>>>() {},
        new MessageType<Map.Entry<String, Integer>>() {},
        new MessageType<Box<IpcSender<List<String>>[]>>() {});
  }

  /** Two ends of one type must share a codec, whichever side named the type. */
  @ParameterizedTest
  @MethodSource("types")
  void aTypeReadThroughJacksonEqualsTheWrittenOne(MessageType<?> written) {
    Type read = Places.reflected(TypeFactory.createDefaultInstance().constructType(written.type()));
    assertThat(read).isEqualTo(written.type()).hasSameHashCodeAs(written.type());
    assertThat(written.type()).isEqualTo(read);
    assertThat(MessageType.of(read)).isEqualTo(written).hasSameHashCodeAs(written);
    assertThat(read.getTypeName()).isEqualTo(written.type().getTypeName());
  }
}
