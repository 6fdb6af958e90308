package org.ferryipc.receiverset.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.ferryipc.receiverset.async.AsyncReceiver;
import org.ferryipc.receiverset.router.Route;
import org.ferryipc.receiverset.router.RouteFailure;
import org.ferryipc.receiverset.router.Router;
import org.ferryipc.receiverset.router.RouterOptions;
import org.ferryipc.receiverset.select.Choice;
import org.ferryipc.receiverset.select.Select;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An {@code Error} while one member is read took along what the round had found of others, and what lay behind it in a lane was
 * reported by nobody; while a choice waits it left the choice waiting for ever.
 */
class ErrorOverAMessageTest {
  private static final Duration HANG = Duration.ofSeconds(20);

  private static IpcChannel<String> channel(ChannelOptions options) throws Exception {
    return Ferry.channel(MessageType.of(String.class), options);
  }

  private static ChannelOptions with(LanePolicy lanes) {
    return ChannelOptions.defaults().withLanes(lanes);
  }

  // {@return what is selected next}
  private static List<String> select(ReceiverSet set) throws Exception {
    List<String> texts = new ArrayList<>();
    for (Selection selection : set.select(HANG)) {
      texts.add(((Selection.Message) selection).as(String.class));
    }
    assertThat(texts).as("something was there").isNotEmpty();
    return texts;
  }

  @ParameterizedTest
  @EnumSource
  void costsASetOneSelectAndNoMessage(LanePolicy lanes) throws Exception {
    FailingPort port = new FailingPort("tryReceive");
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<String> other = channel(ChannelOptions.defaults());
        IpcChannel<String> channel = channel(with(lanes))) {
      Registration<String> unused = set.add(other.receiver());
      Registration<String> member = set.add(port.under(channel.receiver(), with(lanes)));
      for (int i = 0; i < 20; i++) { // the lane is open then, and looked at in each round
        channel.sender().send("before");
        assertThat(select(set)).containsExactly("before");
      }
      List<String> sent = List.of("of another", "one", "two", "three");
      other.sender().send(sent.getFirst());
      for (String text : sent.subList(1, 4)) {
        channel.sender().send(text);
      }
      port.fail(1);
      List<String> found = new ArrayList<>();
      int errors = 0;
      while (found.size() < sent.size()) {
        try {
          found.addAll(select(set));
        } catch (OutOfMemoryError e) {
          errors++;
        }
      }
      assertThat(errors).isEqualTo(1);
      assertThat(found).containsExactlyInAnyOrderElementsOf(sent).containsSubsequence("one", "two", "three");
      assertThat(member.isMember()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void isReportedByARouterWhichGoesOn(LanePolicy lanes) throws Exception {
    FailingPort port = new FailingPort("tryReceive");
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    BlockingQueue<RouteFailure> failures = new LinkedBlockingQueue<>();
    RouterOptions options = RouterOptions.defaults().withReporter((route, failure) -> failures.add(failure));
    try (Router router = new Router(options);
        IpcChannel<String> channel = channel(with(lanes))) {
      channel.sender().send("one");
      channel.sender().send("two");
      port.fail(1);
      Route<?> route = router.route(port.under(channel.receiver(), with(lanes)), seen::add);
      assertThat(seen.poll(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("one");
      assertThat(seen.poll(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("two");
      assertThat(failures).singleElement().satisfies(
          failure -> assertThat(((RouteFailure.Lost) failure).error()).isInstanceOf(OutOfMemoryError.class));
      assertThat(route.isRouted()).isTrue();
    }
  }

  @Test
  void failsOneFuture() throws Exception {
    FailingPort port = new FailingPort("tryReceive");
    try (IpcChannel<String> channel = channel(ChannelOptions.defaults());
        AsyncReceiver<String> async = AsyncReceiver.of(port.under(channel.receiver(), ChannelOptions.defaults()))) {
      channel.sender().send("one");
      port.fail(1);
      CompletableFuture<String> first = async.receiveAsync();
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(() -> first.get(HANG.toSeconds(), TimeUnit.SECONDS))
          .withCauseInstanceOf(OutOfMemoryError.class);
      assertThat(async.receiveAsync().get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("one");
    }
  }

  @ParameterizedTest
  @EnumSource
  void isThrownByAChoiceThatWaits(InBackground.Kind thread) throws Exception {
    FailingPort port = new FailingPort("awaitArrival");
    try (IpcChannel<String> channel = channel(ChannelOptions.defaults());
        var receiver = port.under(channel.receiver(), ChannelOptions.defaults());
        IpcChannel<String> other = channel(ChannelOptions.defaults())) {
      List<String> taken = new ArrayList<>();
      Choice choice = Select.on(other.receiver(), taken::add).on(receiver, taken::add);
      port.fail(1);
      assertThat(thread.start(() -> choice.orAfter(HANG)).failure()).isInstanceOf(OutOfMemoryError.class);
      channel.sender().send("afterwards");
      assertThat(thread.start(() -> choice.orAfter(HANG)).result()).isTrue();
      assertThat(taken).containsExactly("afterwards");
    }
  }
}
