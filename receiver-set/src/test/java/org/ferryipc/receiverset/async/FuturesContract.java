package org.ferryipc.receiverset.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;

/** Messages as futures. */
public abstract class FuturesContract extends AsyncContract {
  protected FuturesContract(Fixture fixture) {
    super(fixture);
  }

  record Parcel(String name, IpcSender<String> reply) {}

  @Test
  void aMessageThatIsThereIsInTheFutureAndOneThatComesLaterCompletesItOnce() throws Exception {
    try (IpcChannel<Integer> channel = channel(Integer.class);
        AsyncReceiver<Integer> async = AsyncReceiver.of(channel.receiver())) {
      channel.sender().send(1);
      assertThat(async.receiveAsync()).isCompletedWithValue(1);
      CompletableFuture<Integer> later = async.receiveAsync();
      BlockingQueue<Integer> calls = new LinkedBlockingQueue<>();
      CompletableFuture<Void> told = later.thenAccept(calls::add);
      assertThat(later).isNotDone();
      channel.sender().send(5);
      assertThat(get(told)).isNull();
      assertThat(calls).containsExactly(5);
    }
  }

  @Test
  void manyFuturesGetMessagesInTheirOrder() throws Exception {
    try (IpcChannel<Integer> channel = channel(Integer.class);
        AsyncReceiver<Integer> async = AsyncReceiver.of(channel.receiver())) {
      List<CompletableFuture<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        all.add(async.receiveAsync());
      }
      for (int i = 0; i < 1_000; i++) {
        channel.sender().send(i);
      }
      for (int i = 0; i < 1_000; i++) {
        assertThat(get(all.get(i))).isEqualTo(i);
      }
    }
  }

  @Test
  void handlesAreTheCallersAndThoseOfALostMessageClose() throws Exception {
    try (IpcChannel<Parcel> channel = channel(Parcel.class);
        IpcChannel<String> replies = channel();
        AsyncReceiver<Parcel> async = AsyncReceiver.of(channel.receiver())) {
      CompletableFuture<Parcel> first = async.receiveAsync();
      CompletableFuture<Parcel> second = async.receiveAsync();
      try (OpaqueSender raw = channel.sender().share().opaque()) {
        raw.send(OpaqueMessage.of("garbage".getBytes(StandardCharsets.UTF_8)));
      }
      channel.sender().send(new Parcel("x", replies.sender().share()));
      assertThat(failure(first)).isInstanceOf(SerializationException.class);
      try (IpcSender<String> reply = get(second).reply()) {
        reply.send("alive");
      }
      assertThat(replies.receiver().receive()).isEqualTo("alive");
    }
  }

  @Test
  void aCancelledFutureTakesNoMessage() throws Exception {
    try (IpcChannel<String> channel = channel();
        AsyncReceiver<String> async = AsyncReceiver.of(channel.receiver())) {
      CompletableFuture<String> one = async.receiveAsync();
      CompletableFuture<String> two = async.receiveAsync();
      CompletableFuture<String> three = async.receiveAsync();
      assertThat(one.cancel(true)).isTrue();
      assertThat(one.cancel(true)).isTrue();
      assertThatExceptionOfType(CancellationException.class).isThrownBy(one::join);
      assertThat(two.complete("by somebody else")).isTrue();
      channel.sender().send("first");
      assertThat(get(three)).isEqualTo("first");
      assertThat(three.cancel(true)).isFalse();
      CompletableFuture<String> limited = async.receiveAsync().orTimeout(1, TimeUnit.MILLISECONDS);
      assertThat(failure(limited)).isInstanceOf(TimeoutException.class);
      CompletableFuture<String> replaced = async.receiveAsync().completeOnTimeout("none", 1, TimeUnit.MILLISECONDS);
      assertThat(get(replaced)).isEqualTo("none");
      CompletableFuture<String> computed = async.receiveAsync().completeAsync(() -> "computed");
      assertThat(get(computed)).isEqualTo("computed");
      channel.sender().send("second");
      assertThat(get(async.receiveAsync())).isEqualTo("second");
    }
  }

  @Test
  void ofAMessageAndACancellationThatRaceEitherTheFutureHasItOrTheNextReceiveGetsIt() throws Exception {
    int rounds = Effort.of(5_000, 100_000);
    try (IpcChannel<Integer> channel = channel(Integer.class);
        AsyncReceiver<Integer> async = AsyncReceiver.of(channel.receiver())) {
      CyclicBarrier together = new CyclicBarrier(2);
      InBackground<Void> sender =
          InBackground.start(
              () -> {
                for (int i = 0; i < rounds; i++) {
                  together.await(HANG.toSeconds(), TimeUnit.SECONDS);
                  channel.sender().send(i);
                }
                return null;
              });
      int cancelled = 0;
      for (int i = 0; i < rounds; i++) {
        CompletableFuture<Integer> future = async.receiveAsync();
        together.await(HANG.toSeconds(), TimeUnit.SECONDS);
        if (i % 2 == 0) {
          Thread.yield();
        }
        if (future.cancel(false)) {
          cancelled++;
          assertThat(get(async.receiveAsync())).isEqualTo(i);
        } else {
          assertThat(get(future)).isEqualTo(i);
        }
      }
      assertThat(sender.result()).isNull();
      assertThat(cancelled).as("both happened").isBetween(1, rounds - 1);
    }
  }

  @Test
  void theEndFailsAllThatWaitAndAllThatCome() throws Exception {
    try (IpcChannel<String> channel = channel();
        AsyncReceiver<String> async = AsyncReceiver.of(channel.receiver())) {
      channel.sender().send("last");
      CompletableFuture<String> last = async.receiveAsync();
      CompletableFuture<String> one = async.receiveAsync();
      CompletableFuture<String> two = async.receiveAsync();
      channel.sender().close();
      assertThat(get(last)).isEqualTo("last");
      assertThat(failure(one)).isInstanceOf(DisconnectedException.class);
      assertThat(failure(two)).isInstanceOf(DisconnectedException.class);
      assertThat(failure(async.receiveAsync())).isInstanceOf(DisconnectedException.class);
      assertThatExceptionOfType(HandleClosedException.class).isThrownBy(async::release);
    }
  }

  @Test
  void closingFailsAllThatWait() throws Exception {
    try (IpcChannel<String> channel = channel();
        AsyncReceiver<String> async = AsyncReceiver.of(channel.receiver())) {
      CompletableFuture<String> one = async.receiveAsync();
      async.close();
      assertThat(failure(one)).isInstanceOf(HandleClosedException.class);
      assertThat(failure(async.receiveAsync())).isInstanceOf(HandleClosedException.class);
      assertThatExceptionOfType(HandleClosedException.class).isThrownBy(async::release);
      assertThatExceptionOfType(DisconnectedException.class).isThrownBy(() -> channel.sender().send("x"));
    }
  }

  @Test
  void theReceiverComesBackUnlessAFutureWaits() throws Exception {
    try (IpcChannel<String> channel = channel()) {
      AsyncReceiver<String> async = AsyncReceiver.of(channel.receiver());
      assertThat(channel.receiver().state()).isInstanceOf(HandleState.Moved.class);
      CompletableFuture<String> waits = async.receiveAsync();
      assertThatExceptionOfType(HandleInUseException.class).isThrownBy(async::release);
      assertThat(waits.cancel(true)).isTrue();
      channel.sender().send("one");
      channel.sender().send("two");
      assertThat(get(async.receiveAsync())).isEqualTo("one");
      try (IpcReceiver<String> back = async.release()) {
        assertThat(back.receive()).isEqualTo("two");
        assertThatExceptionOfType(HandleMovedException.class).isThrownBy(async::release);
        assertThat(failure(async.receiveAsync())).isInstanceOf(HandleMovedException.class);
        async.close();
        channel.sender().send("three");
        assertThat(back.receive()).isEqualTo("three");
      }
    }
  }

  @Test
  void aReceiverThatIsInUseStaysAsItWas() throws Exception {
    try (IpcChannel<String> channel = channel()) {
      InBackground<String> receive = InBackground.start(() -> channel.receiver().receive()).untilItWaits();
      assertThatExceptionOfType(HandleInUseException.class).isThrownBy(() -> AsyncReceiver.of(channel.receiver()));
      channel.sender().send("mine");
      assertThat(receive.result()).isEqualTo("mine");
    }
  }

  @Test
  void whatDependsOnAFutureMayBlockAndHoldsNobodyElseUp() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    List<CompletableFuture<Void>> blocked = new ArrayList<>();
    List<AutoCloseable> opened = new ArrayList<>();
    CountDownLatch inside = new CountDownLatch(50);
    try (IpcChannel<String> free = channel();
        AsyncReceiver<String> other = AsyncReceiver.of(free.receiver())) {
      for (int i = 0; i < 50; i++) {
        IpcChannel<String> channel = channel();
        AsyncReceiver<String> async = AsyncReceiver.of(channel.receiver());
        opened.addAll(List.of(channel, async));
        blocked.add(
            async
                .receiveAsync()
                .thenAccept(
                    message -> {
                      inside.countDown();
                      try {
                        release.await();
                      } catch (InterruptedException e) {
                        throw new AssertionError(e);
                      }
                    }));
        channel.sender().send("x");
      }
      assertThat(inside.await(HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      CompletableFuture<String> goesOn = other.receiveAsync();
      free.sender().send("goes on");
      assertThat(get(goesOn)).isEqualTo("goes on");
    } finally {
      release.countDown();
      for (CompletableFuture<Void> one : blocked) {
        assertThat(get(one)).isNull();
      }
      for (AutoCloseable one : opened) {
        one.close();
      }
    }
  }

  @Test
  void completingMayReceiveAgainAsOftenAsItLikes() throws Exception {
    int rounds = 5_000;
    try (IpcChannel<Integer> channel = channel(Integer.class);
        AsyncReceiver<Integer> async = AsyncReceiver.of(channel.receiver())) {
      CompletableFuture<Integer> done = new CompletableFuture<>();
      InBackground<Void> sender =
          InBackground.start(
              () -> {
                for (int i = 0; i < rounds; i++) {
                  channel.sender().send(i);
                }
                return null;
              });
      receiveUntil(async, rounds - 1, done);
      assertThat(get(done)).isEqualTo(rounds - 1);
      assertThat(sender.result()).isNull();
    }
  }

  private static void receiveUntil(AsyncReceiver<Integer> from, int last, CompletableFuture<Integer> done) {
    CompletableFuture<Void> unused =
        from.receiveAsync()
            .thenAcceptAsync(
                number -> {
                  if (number == last) {
                    done.complete(number);
                  } else {
                    receiveUntil(from, last, done);
                  }
                });
  }
}
