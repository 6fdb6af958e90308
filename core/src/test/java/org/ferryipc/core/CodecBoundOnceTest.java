package org.ferryipc.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** Many threads that use a channel end first at one moment: the codec is bound once, as its interface says. */
class CodecBoundOnceTest {
  private static final int THREADS = 50;
  // The time for others to come while one binds; a codec that is bound twice is so within microseconds.
  private static final Duration SLOW = Duration.ofMillis(100);

  @Test
  void manySendersBindOneCodec() throws Exception {
    SlowCodec codec = new SlowCodec();
    try (IpcChannel<String> channel = channel(codec)) {
      inAllThreads(() -> channel.sender().send("first"));
    }
    assertThat(codec.bound).hasValue(1);
  }

  @Test
  void manyReceiversBindOneCodec() throws Exception {
    SlowCodec codec = new SlowCodec();
    try (IpcChannel<String> channel = channel(codec)) {
      inAllThreads(() -> assertThat(channel.receiver().tryReceive()).isInstanceOf(Received.Empty.class));
    }
    assertThat(codec.bound).hasValue(1);
  }

  private static IpcChannel<String> channel(Codec codec) throws IpcException {
    return Ferry.channel(
        MessageType.of(String.class), ChannelOptions.defaults().withReach(Reach.PROCESS).withCodec(codec));
  }

  private interface Call {
    void run() throws Exception;
  }

  private static void inAllThreads(Call call) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      start.await();
                      call.run();
                    } catch (Exception e) {
                      throw new AssertionError(e);
                    }
                  }));
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static final class SlowCodec implements Codec {
    private final AtomicInteger bound = new AtomicInteger();
    private final CountDownLatch never = new CountDownLatch(1);

    @Override
    public String name() {
      return "slow";
    }

    @Override
    public <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) throws SerializationException {
      bound.incrementAndGet();
      try {
        boolean unused = never.await(SLOW.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return Codec.smile().bind(type, limits);
    }
  }
}
