package org.ferryipc.core.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.Received;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A handle that a program loses is closed, and the log says so. */
class CleanupNetTest {
  private static final ChannelOptions OPTIONS = ChannelOptions.defaults().withReach(Reach.PROCESS);
  private static final Logger LOG = Logger.getLogger("org.ferryipc");

  private final Warnings warnings = new Warnings();

  @BeforeEach
  void listen() {
    LOG.addHandler(warnings);
    LOG.setUseParentHandlers(false);
  }

  @AfterEach
  void stopListening() {
    LOG.removeHandler(warnings);
    LOG.setUseParentHandlers(true);
  }

  @Test
  void aLostSenderIsClosedAndNamed() throws Exception {
    try (IpcReceiver<String> receiver = receiverWhoseSenderIsLost()) {
      awaitEnd(receiver);
      assertThat(warnings.texts).singleElement().asString().contains("lost").contains("sender");
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
      assertThat(warnings.texts).hasSize(2);
    }
  }

  private static void loseMessage(IpcReceiver<Two> receiver) throws Exception {
    assertThat(receiver.receive()).isNotNull();
  }

  @Test
  void aHandleThatMovedOrClosedIsNotMissed() throws Exception {
    awaitCollected(closeAndMove());
    assertThat(warnings.texts).isEmpty();
  }

  private static WeakReference<?> closeAndMove() throws Exception {
    try (IpcChannel<Two> way = Ferry.channel(MessageType.of(Two.class), OPTIONS);
        IpcChannel<String> words = Ferry.channel(MessageType.of(String.class), OPTIONS)) {
      way.sender().send(new Two(words.sender().share(), words.sender()));
      try (var delivery = way.receiver().take()) {
        assertThat(delivery.handleCount()).isEqualTo(2);
      }
    }
    return new WeakReference<>(new Object());
  }

  @Test
  void aCycleOfEndsIsFreedWithoutAWarning() throws Exception {
    IpcSender<Own> sender = loseCycle();
    awaitCollected(new WeakReference<>(new Object()));
    sender.close();
    assertThat(warnings.texts).isEmpty();
  }

  private static IpcSender<Own> loseCycle() throws Exception {
    IpcChannel<Own> cycle = Ferry.channel(MessageType.of(Own.class), OPTIONS);
    cycle.sender().send(new Own(cycle.receiver()));
    return cycle.sender();
  }

  // The collector is asked, and asked again: nothing else says when it has been everywhere.
  private static void awaitEnd(IpcReceiver<?> receiver) throws Exception {
    while (!(receiver.tryReceive(Duration.ofMillis(5)) instanceof Received.Closed<?>)) {
      System.gc();
    }
  }

  private static void awaitCollected(WeakReference<?> object) {
    while (object.get() != null) {
      System.gc();
    }
    System.gc();
  }

  private static final class Warnings extends Handler {
    final List<String> texts = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord record) {
      texts.add(record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  record Two(IpcSender<String> a, IpcSender<String> b) {}

  record Own(IpcReceiver<Own> own) {}
}
