package org.ferryipc.unix.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.WaitStrategy;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.Transport;
import org.ferryipc.core.transport.Waiting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who looks at a socket before the sleep: seen by whether it is asked if it may sleep, with a message there. */
class LookAtTheSocketTest {
  private Transport.OneWay channel;

  @BeforeEach
  void open() throws Exception {
    assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
    channel = SocketPorts.oneWay();
  }

  @AfterEach
  void close() throws Exception {
    if (channel != null) {
      channel.sender().release(CloseReason.Closed.ORDERLY);
      channel.receiver().release();
    }
  }

  private static Waiting waiting(boolean soon, AtomicInteger asked, boolean over) {
    return new Waiting() {
      @Override
      public boolean isOver() {
        asked.incrementAndGet();
        return over;
      }

      @Override
      public boolean isDueSoon() {
        return soon;
      }
    };
  }

  private boolean sleepsWithAMessageThere(WaitStrategy strategy, boolean soon) throws Exception {
    channel.receiver().prefer(ChannelOptions.defaults().withWaiting(strategy));
    assertThat(channel.sender().trySend(new Outgoing(new byte[17], 16, 1, 16, List.of()))).isTrue();
    AtomicInteger asked = new AtomicInteger();
    channel.receiver().awaitArrival(Deadline.NEVER, waiting(soon, asked, false));
    return asked.get() > 0;
  }

  @Test
  void whatIsDueSoonIsLookedForAndAllElseIsWaitedFor() throws Exception {
    assertThat(sleepsWithAMessageThere(WaitStrategy.ADAPTIVE, true)).isFalse();
    assertThat(sleepsWithAMessageThere(WaitStrategy.ADAPTIVE, false)).isTrue();
    assertThat(sleepsWithAMessageThere(WaitStrategy.BLOCK, true)).isTrue();
  }

  /** It is on no list meanwhile, and so it asks when it is. */
  @Test
  void whoLooksInVainAsksWhetherToSleepAtAll() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    channel.receiver().prefer(ChannelOptions.defaults());
    for (int i = 0; i < 100; i++) { // more than are looked for in vain in a row
      channel.receiver().awaitArrival(Deadline.NEVER, waiting(true, asked, true));
    }
    assertThat(asked).hasValue(100);
  }

  @Test
  void anInterruptIsSeenThoughThereIsAlwaysSomething() throws Exception {
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> sleepsWithAMessageThere(WaitStrategy.ADAPTIVE, true));
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aVirtualThreadNeverLooks() throws Exception {
    AtomicBoolean slept = new AtomicBoolean();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                slept.set(sleepsWithAMessageThere(WaitStrategy.ADAPTIVE, true));
              } catch (Exception failed) {
                throw new AssertionError(failed);
              }
            })
        .join();
    assertThat(slept).isTrue();
  }
}
