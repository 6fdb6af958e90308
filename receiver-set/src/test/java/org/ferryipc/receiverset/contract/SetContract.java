package org.ferryipc.receiverset.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Selection;

/** What all contract classes of sets have: the transport, and short words for its channels and for selecting. */
abstract class SetContract {
  /** After which something that should happen at once does not happen. */
  static final Duration HANG = Duration.ofSeconds(20);

  /** Within which every call on a set returns while another thread selects. */
  static final Duration AT_ONCE = Duration.ofMillis(100);

  final Fixture fixture;

  SetContract(Fixture fixture) {
    this.fixture = fixture;
  }

  final IpcChannel<String> channel() throws IpcException {
    return channel(String.class);
  }

  final <T> IpcChannel<T> channel(Class<T> type) throws IpcException {
    return Ferry.channel(MessageType.of(type), fixture.options());
  }

  final BytesChannel bytes() throws IpcException {
    return Ferry.bytes(fixture.options());
  }

  final DuplexPair<String, String> duplex() throws IpcException {
    return Ferry.duplex(MessageType.of(String.class), MessageType.of(String.class), fixture.options());
  }

  /** {@return the next batch that is not empty} */
  static List<Selection> next(ReceiverSet set) throws Exception {
    List<Selection> batch = set.select(HANG);
    assertThat(batch).as("nothing was selected").isNotEmpty();
    return batch;
  }

  /** {@return the only selection there is} */
  static Selection only(ReceiverSet set) throws Exception {
    List<Selection> batch = next(set);
    assertThat(batch).hasSize(1);
    return batch.getFirst();
  }

  /** {@return the text of the only selection there is} */
  static String onlyText(ReceiverSet set) throws Exception {
    return text(only(set));
  }

  static String text(Selection selection) {
    assertThat(selection).isInstanceOf(Selection.Message.class);
    return ((Selection.Message) selection).as(String.class);
  }

  /** {@return {@code count} selections, from as many batches as it takes, as text: message, "closed" or the failure's name} */
  static List<String> events(ReceiverSet set, int count) throws Exception {
    List<String> events = new ArrayList<>();
    while (events.size() < count) {
      for (Selection selection : next(set)) {
        events.add(event(selection));
      }
    }
    return events;
  }

  static String event(Selection selection) {
    return switch (selection) {
      case Selection.Message m -> m.as(String.class);
      case Selection.Closed c -> "closed";
      case Selection.Failed(var from, var error) -> error.getClass().getSimpleName();
    };
  }
}
