package org.ferryipc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A class with a name of its own lost it inside a generic type: renaming its package refused old peers. */
class MessageTypeNameTest {
  @MessageName("job")
  record Job() {}

  record Plain() {}

  record Box<T>(T in) {}

  @MessageName("box")
  record NamedBox<T>(T in) {}

  @Test
  void aNameCountsWhereverItsClassStands() {
    String here = MessageTypeNameTest.class.getName();
    assertThat(MessageType.of(Job.class).name()).isEqualTo("job");
    assertThat(MessageType.of(Job[].class).name()).isEqualTo("job[]");
    assertThat(new MessageType<List<Job>>() {}.name()).isEqualTo("java.util.List<job>");
    assertThat(new MessageType<Map<String, List<Job[]>>>() {}.name())
        .isEqualTo("java.util.Map<java.lang.String, java.util.List<job[]>>");
    assertThat(new MessageType<List<Job>[]>() {}.name()).isEqualTo("java.util.List<job>[]");
    assertThat(new MessageType<NamedBox<Plain>>() {}.name()).isEqualTo("box<" + here + "$Plain>");
    assertThat(new MessageType<List<? extends Job>>() {}.name()).isEqualTo("java.util.List<? extends job>");
    assertThat(new MessageType<List<? super Job>>() {}.name()).isEqualTo("java.util.List<? super job>");
    assertThat(new MessageType<List<?>>() {}.name()).isEqualTo("java.util.List<?>");
  }

  @Test
  void withoutNamesATypeIsWrittenAsTheLanguageDoes() {
    List<MessageType<?>> types =
        List.of(
            new MessageType<List<Plain>>() {},
            new MessageType<Box<Map<String, Integer[]>>>() {},
            new MessageType<int[][]>() {},
            new MessageType<Box<? extends Plain>[]>() {});
    assertThat(types).allSatisfy(type -> assertThat(type.name()).isEqualTo(type.type().getTypeName()));
  }
}
