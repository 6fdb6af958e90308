package org.ferryipc.core.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.Received;
import org.ferryipc.core.leak.Warnings;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A handle that a program loses is closed, and the log says so. */
class CleanupNetTest {
  private static final ChannelOptions OPTIONS = ChannelOptions.defaults().withReach(Reach.PROCESS);
  private static final String SENTINEL = "the last one lost";

  @RegisterExtension final Warnings warnings = new Warnings();

  @Test
  void aLostSenderIsClosedAndNamed() throws Exception {
    try (IpcReceiver<String> receiver = receiverWhoseSenderIsLost()) {
      awaitEnd(receiver);
      awaitWarningOfSentinel(); // each is closed first and named second
      assertThat(warnings.texts()).first().asString().contains("lost").contains("IpcSender");
      assertThat(warnings.texts()).hasSize(2);
    }
  }

  private static IpcReceiver<String> receiverWhoseSenderIsLost() throws Exception {
    return Ferry.channel(MessageType.of(String.class), OPTIONS).receiver();
  }

  @Test
  void handlesOfOneMessageAreClosedWhenTheLastOfThemIsLost() throws Exception {
    try (IpcChannel<Two> way = Ferry.channel(MessageType.of(Two.class), OPTIONS);
        IpcChannel<String> first = Ferry.channel(MessageType.of(String.class), OPTIONS);
        IpcChannel<String> second = Ferry.channel(MessageType.of(String.class), OPTIONS)) {
      way.sender().send(new Two(first.sender(), second.sender()));
      loseMessage(way.receiver());
      awaitEnd(first.receiver());
      awaitEnd(second.receiver());
      awaitWarningOfSentinel();
      assertThat(warnings.texts()).hasSize(3).filteredOn(text -> text.contains("closed: IpcSender;")).hasSize(2);
    }
  }

  private static void loseMessage(IpcReceiver<Two> receiver) throws Exception {
    assertThat(receiver.receive()).isNotNull();
  }

  @Test
  void aHandleThatMovedOrClosedIsNotMissed() throws Exception {
    awaitCollected(closeAndMove());
    awaitWarningOfSentinel();
    assertThat(warnings.texts()).singleElement().asString().contains(SENTINEL);
  }

  private static List<WeakReference<?>> closeAndMove() throws Exception {
    try (IpcChannel<Two> way = Ferry.channel(MessageType.of(Two.class), OPTIONS);
        IpcChannel<String> words = Ferry.channel(MessageType.of(String.class), OPTIONS)) {
      IpcSender<String> shared = words.sender().share();
      way.sender().send(new Two(shared, words.sender()));
      try (var delivery = way.receiver().take()) {
        assertThat(delivery.handleCount()).isEqualTo(2);
        return List.of(
            new WeakReference<>(shared),
            new WeakReference<>(words.sender()),
            new WeakReference<>(delivery.value().a()),
            new WeakReference<>(delivery.value().b()),
            new WeakReference<>(words.receiver()),
            new WeakReference<>(way.sender()));
      }
    }
  }

  @Test
  void aCycleOfEndsIsFreedWithoutAWarning() throws Exception {
    awaitCollected(loseCycle());
    awaitWarningOfSentinel();
    assertThat(warnings.texts()).singleElement().asString().contains(SENTINEL);
  }

  // The receiver lies in its own queue, and nobody else knows the queue: if it goes, the cycle has gone.
  private static List<WeakReference<?>> loseCycle() throws Exception {
    IpcChannel<Own> cycle = Ferry.channel(MessageType.of(Own.class), OPTIONS);
    Object queueEnd = EndAccess.get().hold(cycle.receiver());
    EndAccess.get().drop(cycle.receiver());
    cycle.sender().send(new Own(cycle.receiver()));
    cycle.sender().close();
    return List.of(new WeakReference<>(queueEnd));
  }

  // What was collected before is reported before: the net's thread takes one after the other.
  private void awaitWarningOfSentinel() throws Exception {
    loseSentinel();
    while (warnings.texts().stream().noneMatch(text -> text.contains(SENTINEL))) {
      System.gc();
      Thread.sleep(Duration.ofMillis(1)); // the net's thread must have its turn
    }
  }

  private static void loseSentinel() {
    Ownership lost = new Ownership(new Sentinel());
    Object tether = CleanupNet.watch(lost);
    assertThat(tether).isNotNull();
  }

  // The collector is asked, and asked again: nothing else says when it has been everywhere.
  private static void awaitEnd(IpcReceiver<?> receiver) throws Exception {
    while (!(receiver.tryReceive(Duration.ofMillis(5)) instanceof Received.Closed<?>)) {
      System.gc();
    }
  }

  private static void awaitCollected(List<WeakReference<?>> objects) {
    while (objects.stream().anyMatch(object -> object.get() != null)) {
      System.gc();
    }
  }

  private record Sentinel() implements Resource {
    @Override
    public HandleKind kind() {
      return HandleKind.DESCRIPTOR;
    }

    @Override
    public void wake() {}

    @Override
    public void release() {}

    @Override
    public String toString() {
      return SENTINEL;
    }
  }

  record Two(IpcSender<String> a, IpcSender<String> b) {}

  record Own(IpcReceiver<Own> own) {}
}
