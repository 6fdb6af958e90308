package org.ferryipc.core.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
import org.ferryipc.core.leak.FailingCloses;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A logger that ends in an {@code Error} keeps nothing open: it is asked after the closing, and may fail. */
class FailingLoggerTest {
  private static final ChannelOptions OPTIONS = ChannelOptions.defaults().withReach(Reach.PROCESS);
  private static final Logger LOG = Logger.getLogger("org.ferryipc");

  private final Handler failing = new Failing();

  @BeforeEach
  void breakTheLogger() {
    LOG.addHandler(failing);
    LOG.setUseParentHandlers(false);
  }

  @AfterEach
  void mendTheLogger() {
    LOG.removeHandler(failing);
    LOG.setUseParentHandlers(true);
  }

  @Test
  @Timeout(30)
  void theCleanupNetClosesTheWholeGroup() throws Exception {
    try (IpcChannel<Two> way = Ferry.channel(MessageType.of(Two.class), OPTIONS);
        IpcChannel<String> first = Ferry.channel(MessageType.of(String.class), OPTIONS);
        IpcChannel<String> second = Ferry.channel(MessageType.of(String.class), OPTIONS)) {
      way.sender().send(new Two(first.sender(), second.sender()));
      lose(way.receiver());
      awaitEnd(first.receiver());
      awaitEnd(second.receiver());
    }
  }

  private static void lose(IpcReceiver<Two> receiver) throws Exception {
    assertThat(receiver.receive()).isNotNull();
  }

  private static void awaitEnd(IpcReceiver<?> receiver) throws Exception {
    while (!(receiver.tryReceive(Duration.ofMillis(5)) instanceof Received.Closed<?>)) {
      System.gc();
    }
  }

  @Test
  @FailingCloses(2)
  void oneCloseThatFailsInAnyWayLeavesTheOthersToBeClosed() {
    List<String> released = new ArrayList<>();
    List<Ownership> group =
        List.of(
            new Ownership(new Released(released, new IllegalStateException("on purpose"))),
            new Ownership(new Released(released, new AssertionError("on purpose"))),
            new Ownership(new Released(released, null)));
    group.forEach(Ownership::closeQuietly);
    assertThat(released).hasSize(3);
  }

  record Two(IpcSender<String> a, IpcSender<String> b) {}

  private record Released(List<String> list, Throwable failure) implements Resource {
    @Override
    public HandleKind kind() {
      return HandleKind.DESCRIPTOR;
    }

    @Override
    public void wake() {}

    @Override
    public void release() {
      list.add("released");
      switch (failure) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new AssertionError(failure);
      }
    }
  }

  private static final class Failing extends Handler {
    @Override
    public void publish(LogRecord record) {
      throw new ExceptionInInitializerError("no descriptor is left for the log's file");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
