package org.ferryipc.core.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.core.transport.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the queue within the process does that a socket leaves to the kernel. */
class MessageQueueTest {
  private static final ChannelOptions OPTIONS = ChannelOptions.defaults().withReach(Reach.PROCESS);

  @Test
  void holdsAsManySmallMessagesAsASocket() throws Exception {
    try (BytesChannel channel = Ferry.bytes(OPTIONS)) {
      assertThat(fill(channel, 1)).isEqualTo(278);
    }
  }

  @Test
  void holdsOneMoreMessageThanFillsIt() throws Exception {
    try (BytesChannel channel = Ferry.bytes(OPTIONS)) {
      assertThat(fill(channel, 106_000)).isEqualTo(2);
    }
  }

  @Test
  void isFullOfMegabytesBeforeTheyFillTheHeap() throws Exception {
    try (BytesChannel channel = Ferry.bytes(OPTIONS)) {
      assertThat(fill(channel, 32 << 20)).isEqualTo(4); // and not 278
      assertThat(channel.receiver().receive()).hasSize(32 << 20);
      assertThat(channel.sender().trySend(MemorySegment.ofArray(new byte[1]))).isTrue();
    }
  }

  private static int fill(BytesChannel channel, int size) throws Exception {
    int count = 0;
    while (channel.sender().trySend(MemorySegment.ofArray(new byte[size]))) {
      count++;
    }
    return count;
  }

  @Test
  @Timeout(10)
  void aSenderThatWasRefusedDoesNotSleepWhenThereIsRoomAgain() throws Exception {
    try (BytesChannel channel = Ferry.bytes(OPTIONS)) {
      SendPort port = (SendPort) EndAccess.get().hold(channel.sender());
      try {
        fill(channel, 1);
        // Between the refusal and the wait one of many messages is taken, and after it none.
        assertThat(channel.receiver().receive()).hasSize(1);
        port.awaitRoom(Deadline.NEVER, () -> false);
        assertThat(port.trySendBytes(MemorySegment.ofArray(new byte[1]), 0, 1)).isTrue();
      } finally {
        EndAccess.get().drop(channel.sender());
      }
    }
  }

  @Test
  void isFullOfHandlesWhenItsLimitIsReachedAndRefusesAMessageThatHasMore() throws Exception {
    ChannelOptions few = OPTIONS.withLimits(Limits.DEFAULT.withQueuedDescriptors(2));
    try (IpcChannel<Pair> way = Ferry.channel(MessageType.of(Pair.class), few);
        IpcChannel<Own> three = Ferry.channel(MessageType.of(Own.class), few);
        IpcChannel<String> words = Ferry.channel(MessageType.of(String.class), OPTIONS)) {
      way.sender().send(new Pair(words.sender().share(), words.sender().share()));
      Pair more = new Pair(words.sender().share(), words.sender().share());
      assertThat(way.sender().trySend(more)).isFalse();
      assertThat(way.receiver().receive()).satisfies(MessageQueueTest::close);
      assertThat(way.sender().trySend(more)).isTrue();
      close(way.receiver().receive());
      try (IpcChannel<Own> other = Ferry.channel(MessageType.of(Own.class), OPTIONS);
          IpcSender<String> third = words.sender().share()) {
        assertThatThrownBy(() -> three.sender().send(new Own(other.receiver(), words.sender(), third)))
            .isInstanceOfSatisfying(
                LimitExceededException.class, e -> assertThat(e.limit()).isEqualTo("queuedDescriptors"));
      }
    }
  }

  private static void close(Pair pair) {
    pair.a().close();
    pair.b().close();
  }

  @Test
  void receiversInOneAnothersQueuesCloseToAnyDepth() throws Exception {
    IpcChannel<Nest> outermost = Ferry.channel(MessageType.of(Nest.class), OPTIONS);
    IpcSender<Nest> innermost = outermost.sender().share();
    for (int depth = 0; depth < 20_000; depth++) {
      IpcChannel<Nest> outer = Ferry.channel(MessageType.of(Nest.class), OPTIONS);
      outer.sender().send(new Nest(outermost.receiver()));
      outermost.sender().close();
      outermost = outer;
    }
    outermost.close();
    IpcSender<Nest> sender = innermost;
    try (IpcChannel<Nest> any = Ferry.channel(MessageType.of(Nest.class), OPTIONS)) {
      assertThatThrownBy(() -> sender.send(new Nest(any.receiver())))
          .isInstanceOf(DisconnectedException.class);
    }
    sender.close();
  }

  @Test
  void whatCameFromAnotherTransportIsReleasedWhenItsQueueIsLostInACycle() throws Exception {
    Foreign foreign = new Foreign();
    loseInACycle(foreign);
    while (foreign.references.get() > 0) {
      System.gc();
      Thread.sleep(Duration.ofMillis(1)); // the collector's thread, and the cleaner's, must have their turn
    }
    assertThat(foreign.references).hasValue(0);
  }

  private static void loseInACycle(Foreign foreign) throws Exception {
    IpcChannel<Own> cycle = Ferry.channel(MessageType.of(Own.class), OPTIONS);
    MessageType<String> words = MessageType.of(String.class);
    IpcSender<String> one = EndAccess.get().sender(foreign, words, OPTIONS);
    IpcSender<String> two = one.share();
    cycle.sender().send(new Own(cycle.receiver(), one, two));
    cycle.sender().close();
    assertThat(foreign.references).hasValue(2);
  }

  @Test
  void twoReferencesToOneForeignSenderAreReleasedOneByOne() throws Exception {
    Foreign foreign = new Foreign();
    IpcSender<String> one = EndAccess.get().sender(foreign, MessageType.of(String.class), OPTIONS);
    try (IpcChannel<Pair> way = Ferry.channel(MessageType.of(Pair.class), OPTIONS)) {
      way.sender().send(new Pair(one, one.share()));
      close(way.receiver().receive());
      assertThat(foreign.references).hasValue(0);
    }
  }

  record Nest(IpcReceiver<Nest> inner) {}

  record Pair(IpcSender<String> a, IpcSender<String> b) {}

  record Own(IpcReceiver<Own> own, IpcSender<String> one, IpcSender<String> two) {}

  /** A sender of no queue: what a socket's is to this transport. */
  private static final class Foreign implements SendPort {
    final AtomicInteger references = new AtomicInteger(1);

    @Override
    public HandleKind kind() {
      return HandleKind.SENDER;
    }

    @Override
    public boolean trySend(Outgoing message) {
      return false;
    }

    @Override
    public boolean trySendBytes(MemorySegment buffer, long offset, long length) {
      return false;
    }

    @Override
    public void awaitRoom(Deadline deadline, Waiting caller) {}

    @Override
    public void share() {
      references.incrementAndGet();
    }

    @Override
    public void release(CloseReason.Closed reason) {
      references.decrementAndGet();
    }

    @Override
    public int packetBytes() {
      return 0;
    }

    @Override
    public void wake() {}
  }
}
