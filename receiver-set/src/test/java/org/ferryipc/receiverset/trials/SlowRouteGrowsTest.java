package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.receiverset.router.Route;
import org.ferryipc.receiverset.router.Router;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;

/** T11 (near/mpc #2354): behind a router queues grew without bound while a consumer was slower than its sender. */
class SlowRouteGrowsTest {
  private static final int CAPACITY = 16;
  private static final int IN_THE_CHANNEL = 278; // small messages that a socket takes: docs/differences.md
  private static final int IN_HAND = 2; // one at the queue's door, one whose send was not counted yet
  private static final long SLOW_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
  private static final long PATIENCE_SECONDS = 20;

  // What is in the channel is counted in packets here; a lane holds bytes.
  private static final ChannelOptions WITHOUT_LANE = ChannelOptions.defaults().withLanes(LanePolicy.NEVER);

  @Test
  void whatASlowConsumerHasNotTakenIsBoundedAndNothingIsLostAndOthersGoOn() throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(Effort.of(2, 30));
    ArrayBlockingQueue<Long> queue = new ArrayBlockingQueue<>(CAPACITY);
    BlockingQueue<Long> others = new LinkedBlockingQueue<>();
    AtomicLong sent = new AtomicLong();
    try (Router router = new Router();
        IpcChannel<Long> fast = Ferry.channel(MessageType.of(Long.class), WITHOUT_LANE);
        IpcChannel<Long> other = Ferry.channel(Long.class)) {
      Route<?> slow = router.routeToQueue(fast.receiver(), queue);
      Route<?> unused = router.route(other.receiver(), others::add);
      InBackground<Void> sender =
          InBackground.start(
              () -> {
                while (System.nanoTime() - until < 0) {
                  fast.sender().send(sent.get());
                  sent.incrementAndGet();
                }
                fast.sender().close();
                return null;
              });
      long taken = 0;
      long most = 0;
      Long next;
      while ((next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)) != null) {
        assertThat(next).isEqualTo(taken++);
        most = Math.max(most, sent.get() - taken);
        LockSupport.parkNanos(SLOW_NANOS); // it is the consumer that is slow, which is what is tried
        if (taken % 500 == 0) {
          other.sender().send(taken);
          assertThat(others.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(taken);
        }
        if (slow.ended().toCompletableFuture().isDone() && queue.isEmpty()) {
          break;
        }
      }
      assertThat(sender.result()).isNull();
      assertThat(taken).isEqualTo(sent.get());
      assertThat(most).as("sent and not taken").isLessThanOrEqualTo(CAPACITY + IN_THE_CHANNEL + IN_HAND);
    }
  }
}
