package org.ferryipc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Finding handles in a value, however it is built: wherever the codec takes them. */
class HandlesTest {
  private static final ChannelOptions HERE = ChannelOptions.defaults().withReach(Reach.PROCESS);

  record Box(Object first, Object second) {}

  private static final int DEEPER_THAN_A_STACK = 200_000;

  private static BytesChannel channel() throws Exception {
    return Ferry.bytes(HERE);
  }

  @Test
  void theyComeInTheOrderOfTheComponents() throws Exception {
    try (BytesChannel one = channel();
        BytesChannel two = channel()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("a", Optional.of(one.sender()));
      map.put("b", new Object[] {one.receiver(), one.sender()});
      assertThat(Handles.in(new Box(List.of(map, two.sender()), new Box(two.receiver(), "none"))))
          .containsExactly(one.sender(), one.receiver(), two.sender(), two.receiver());
    }
  }

  @Test
  void nestingHasNoLimit() throws Exception {
    try (BytesChannel only = channel()) {
      List<Object> deep = new ArrayList<>();
      deep.add(deep);
      deep.add(only.sender());
      for (int i = 0; i < DEEPER_THAN_A_STACK; i++) {
        List<Object> outer = new ArrayList<>();
        outer.add(deep);
        deep = outer;
      }
      assertThat(Handles.in(deep)).containsExactly(only.sender());
    }
  }

  record Places(
      IpcSender<String> component,
      List<IpcSender<String>> list,
      Map<String, IpcSender<String>> map,
      IpcSender<String>[] array,
      Optional<IpcSender<String>> optional,
      AtomicReference<IpcSender<String>> reference,
      Bean bean) {}

  /** Properties by getter, inherited and public; what is none is no part of the message. */
  static final class Bean extends Parent {
    public IpcSender<String> open;
    private IpcSender<String> end;
    private final Handle notOfTheMessage;

    Bean(IpcSender<String> open, IpcSender<String> end, IpcSender<String> inherited, Handle notOfTheMessage) {
      super(inherited);
      this.open = open;
      this.end = end;
      this.notOfTheMessage = notOfTheMessage;
    }

    public IpcSender<String> getEnd() {
      return end;
    }

    public void setEnd(IpcSender<String> end) {
      this.end = end;
    }
  }

  static class Parent {
    private IpcSender<String> inherited;

    Parent(IpcSender<String> inherited) {
      this.inherited = inherited;
    }

    public IpcSender<String> getInherited() {
      return inherited;
    }

    public void setInherited(IpcSender<String> inherited) {
      this.inherited = inherited;
    }
  }

  @Test
  void areFoundWhereverTheCodecTakesThemAndEachOnce() throws Exception {
    try (IpcChannel<String> words = Ferry.channel(MessageType.of(String.class), HERE)) {
      IpcSender<String> first = words.sender().share();
      Bean bean =
          new Bean(words.sender().share(), words.sender().share(), words.sender().share(), words.sender());
      @SuppressWarnings({"unchecked", "rawtypes"})
      IpcSender<String>[] array = new IpcSender[] {words.sender().share(), first};
      Places places =
          new Places(
              first,
              List.of(words.sender().share(), first),
              Map.of("key", words.sender().share()),
              array,
              Optional.of(words.sender().share()),
              new AtomicReference<>(words.sender().share()),
              bean);
      List<Handle> found = Handles.in(places);
      assertThat(found)
          .containsExactlyInAnyOrder(
              first, places.list().get(0), places.map().get("key"), array[0], places.optional().get(),
              places.reference().get(), bean.open, bean.getEnd(), bean.getInherited())
          .startsWith(first);
      Handles.close(places);
      assertThat(found).allSatisfy(handle -> assertThat(handle.state()).isEqualTo(HandleState.Closed.INSTANCE));
      assertThat(bean.notOfTheMessage.state()).isEqualTo(HandleState.Open.INSTANCE);
    }
  }
}
