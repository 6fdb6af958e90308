package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Handle;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.Handles;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.junit.jupiter.api.Test;

/** Where in a message a handle may stand: anywhere a value may. */
public abstract class ShapesContract extends Contract {
  protected ShapesContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void handlesTravelInListsMapsOptionalsNestedAndSealedRecords() throws Exception {
    try (IpcChannel<Everything> way = channel(Everything.class);
        IpcChannel<String> words = channel(String.class)) {
      Map<String, IpcSender<String>> named = new LinkedHashMap<>();
      named.put("b", words.sender().share());
      named.put("a", words.sender().share());
      Everything sent =
          new Everything(
              List.of(words.sender().share(), words.sender().share()), named, Optional.of(words.sender().share()),
              Optional.empty(), new Inner(List.of(new Leaf(words.sender().share()))),
              List.of(new Shape.Line(3), new Shape.Reply(words.sender().share())));
      List<Handle> handles = Handles.in(sent);
      assertThat(handles).hasSize(7);
      way.sender().send(sent);
      assertThat(handles).allMatch(handle -> handle.state() instanceof HandleState.Moved);
      try (Delivery<Everything> arrived = way.receiver().take()) {
        Everything got = arrived.value();
        assertThat(arrived.handleCount()).isEqualTo(7);
        assertThat(got.absent()).isEmpty();
        got.list().get(1).send("list");
        got.named().get("a").send("map");
        got.present().orElseThrow().send("optional");
        got.inner().leaves().getFirst().sender().send("nested");
        assertThat(got.shapes().getFirst()).isEqualTo(new Shape.Line(3));
        if (got.shapes().get(1) instanceof Shape.Reply(IpcSender<String> to)) {
          to.send("sealed");
        }
      }
      words.sender().close();
      List<String> heard = new ArrayList<>();
      words.receiver().forEach(heard::add);
      assertThat(heard).containsExactly("list", "map", "optional", "nested", "sealed");
    }
  }

  @Test
  void genericMessageTypesKeepTheirArguments() throws Exception {
    try (IpcChannel<List<Pair<String, IpcSender<Integer>>>> way =
            channel(new MessageType<List<Pair<String, IpcSender<Integer>>>>() {});
        IpcChannel<Integer> numbers = channel(Integer.class)) {
      assertThat(way.sender().type()).isEqualTo(new MessageType<List<Pair<String, IpcSender<Integer>>>>() {});
      way.sender().send(List.of(new Pair<>("x", numbers.sender().share()), new Pair<>("y", numbers.sender())));
      try (Delivery<List<Pair<String, IpcSender<Integer>>>> arrived = way.receiver().take()) {
        arrived.value().get(1).second().send(2);
        assertThat(arrived.value().get(1).first()).isEqualTo("y");
      }
      assertThat(numbers.receiver().receive()).isEqualTo(2);
    }
  }

  @Test
  void aGenericRecordKnowsWhatItsHandleCarries() throws Exception {
    try (IpcChannel<Pair<List<Integer>, IpcReceiver<Pair<String, Integer>>>> way =
            channel(new MessageType<Pair<List<Integer>, IpcReceiver<Pair<String, Integer>>>>() {});
        IpcChannel<Pair<String, Integer>> pairs = channel(new MessageType<Pair<String, Integer>>() {})) {
      pairs.sender().send(new Pair<>("two", 2));
      way.sender().send(new Pair<>(List.of(1, 2), pairs.receiver()));
      Pair<List<Integer>, IpcReceiver<Pair<String, Integer>>> got = way.receiver().receive();
      assertThat(got.first()).containsExactly(1, 2);
      try (IpcReceiver<Pair<String, Integer>> arrived = got.second()) {
        assertThat(arrived.receive()).isEqualTo(new Pair<>("two", 2));
        assertThat(arrived.type()).isEqualTo(new MessageType<Pair<String, Integer>>() {});
      }
    }
  }

  @Test
  void aMessageMayBeAHandleAlone() throws Exception {
    try (IpcChannel<IpcReceiver<String>> way = channel(new MessageType<IpcReceiver<String>>() {});
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(words.receiver());
      try (IpcReceiver<String> arrived = way.receiver().receive()) {
        words.sender().send("alone");
        assertThat(arrived.receive()).isEqualTo("alone");
      }
    }
  }

  @Test
  void aMessageMayBeOfASealedType() throws Exception {
    try (IpcChannel<Shape> way = channel(Shape.class);
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(new Shape.Line(7));
      way.sender().send(new Shape.Reply(words.sender()));
      assertThat(way.receiver().receive()).isEqualTo(new Shape.Line(7));
      if (way.receiver().receive() instanceof Shape.Reply(IpcSender<String> to)) {
        to.send("reply");
        to.close();
      }
      assertThat(words.receiver().receive()).isEqualTo("reply");
    }
  }

  @Test
  void emptyListsAndRecordsAreMessages() throws Exception {
    try (IpcChannel<List<String>> lists = channel(new MessageType<List<String>>() {});
        IpcChannel<Nothing> nothings = channel(Nothing.class)) {
      lists.sender().send(List.of());
      lists.sender().send(List.of(""));
      nothings.sender().send(new Nothing());
      assertThat(lists.receiver().receive()).isEmpty();
      assertThat(lists.receiver().receive()).containsExactly("");
      assertThat(nothings.receiver().receive()).isEqualTo(new Nothing());
      lists.sender().close();
      assertThat(lists.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void closingTheHandlesOfAMessageClosesAllOfThem() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      Inner message = new Inner(List.of(new Leaf(words.sender().share()), new Leaf(words.sender())));
      Handles.close(message);
      Handles.close(message);
      assertThat(Handles.in(message)).allMatch(handle -> handle.state() == HandleState.Closed.INSTANCE);
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  record Everything(
      List<IpcSender<String>> list,
      Map<String, IpcSender<String>> named,
      Optional<IpcSender<String>> present,
      Optional<IpcSender<String>> absent,
      Inner inner,
      List<Shape> shapes) {}

  record Inner(List<Leaf> leaves) {}

  record Leaf(IpcSender<String> sender) {}

  record Pair<A, B>(A first, B second) {}

  record Nothing() {}

  sealed interface Shape {
    record Line(int length) implements Shape {}

    record Reply(IpcSender<String> to) implements Shape {}
  }
}
