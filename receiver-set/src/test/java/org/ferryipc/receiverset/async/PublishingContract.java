package org.ferryipc.receiverset.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** What a publisher promises beside the rules of reactive streams, which {@link PublisherRulesTest} tries. */
public abstract class PublishingContract extends AsyncContract {
  protected PublishingContract(Fixture fixture) {
    super(fixture);
  }

  /** Keeps what it is told. */
  private static final class Listener<T> implements Flow.Subscriber<T> {
    final BlockingQueue<T> messages = new LinkedBlockingQueue<>();
    final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
    final CompletableFuture<Void> end = new CompletableFuture<>();

    @Override
    public void onSubscribe(Flow.Subscription begun) {
      assertThat(subscription.complete(begun)).isTrue();
    }

    @Override
    public void onNext(T message) {
      messages.add(message);
    }

    @Override
    public void onError(Throwable error) {
      assertThat(end.completeExceptionally(error)).isTrue();
    }

    @Override
    public void onComplete() {
      assertThat(end.complete(null)).isTrue();
    }

    void request(long n) throws Exception {
      get(subscription).request(n);
    }

    T next() throws InterruptedException {
      return Objects.requireNonNull(messages.poll(HANG.toSeconds(), TimeUnit.SECONDS), "nothing came");
    }
  }

  @Test
  void demandReachesTheSender() throws Exception {
    try (IpcChannel<Integer> channel = channel(Integer.class);
        ReceiverPublisher<Integer> publisher = ReceiverPublisher.of(channel.receiver())) {
      Listener<Integer> listener = new Listener<>();
      publisher.subscribe(listener);
      int sent = 0;
      while (channel.sender().trySend(sent)) {
        sent++;
      }
      assertThat(sent).as("bounded by the channel").isLessThan(1_000);
      assertThat(listener.messages).isEmpty();
      listener.request(2);
      assertThat(listener.next()).isZero();
      assertThat(listener.next()).isEqualTo(1);
      listener.request(Long.MAX_VALUE);
      for (int i = 2; i < sent; i++) {
        assertThat(listener.next()).isEqualTo(i);
      }
      for (int i = 0; i < 1_000; i++) {
        channel.sender().send(i);
      }
      channel.sender().close();
      assertThat(get(listener.end)).isNull();
      assertThat(listener.messages).hasSize(1_000);
    }
  }

  @Test
  void theNextSubscriberGetsWhatFollows() throws Exception {
    try (IpcChannel<String> channel = channel();
        ReceiverPublisher<String> publisher = ReceiverPublisher.of(channel.receiver())) {
      for (int i = 0; i < 3; i++) {
        channel.sender().send("m" + i);
      }
      Listener<String> first = new Listener<>();
      publisher.subscribe(first);
      first.request(1);
      assertThat(first.next()).isEqualTo("m0");
      Listener<String> meanwhile = new Listener<>();
      publisher.subscribe(meanwhile);
      assertThat(failure(meanwhile.end)).isInstanceOf(IllegalStateException.class);
      get(first.subscription).cancel();
      Listener<String> second = new Listener<>();
      publisher.subscribe(second);
      second.request(2);
      assertThat(second.next()).isEqualTo("m1");
      assertThat(second.next()).isEqualTo("m2");
      assertThat(first.messages).isEmpty();
      assertThat(first.end).isNotDone();
    }
  }

  @Test
  void aLostMessageEndsTheSubscriptionAndTheNextGetsTheNextMessage() throws Exception {
    try (IpcChannel<String> channel = channel();
        ReceiverPublisher<String> publisher = ReceiverPublisher.of(channel.receiver())) {
      Listener<String> first = new Listener<>();
      publisher.subscribe(first);
      first.request(10);
      try (OpaqueSender raw = channel.sender().share().opaque()) {
        raw.send(OpaqueMessage.of("garbage".getBytes(StandardCharsets.UTF_8)));
      }
      assertThat(failure(first.end)).isInstanceOf(SerializationException.class);
      channel.sender().send("good");
      Listener<String> second = new Listener<>();
      publisher.subscribe(second);
      second.request(1);
      assertThat(second.next()).isEqualTo("good");
    }
  }

  @Test
  void theReceiverComesBackUnlessThereIsASubscriber() throws Exception {
    try (IpcChannel<String> channel = channel();
        ReceiverPublisher<String> publisher = ReceiverPublisher.of(channel.receiver())) {
      Listener<String> listener = new Listener<>();
      publisher.subscribe(listener);
      listener.request(1); // it waits
      assertThatExceptionOfType(HandleInUseException.class).isThrownBy(publisher::release);
      get(listener.subscription).cancel();
      channel.sender().send("mine");
      try (IpcReceiver<String> back = publisher.release()) {
        assertThat(back.receive()).isEqualTo("mine");
      }
      Listener<String> late = new Listener<>();
      publisher.subscribe(late);
      assertThat(failure(late.end)).isInstanceOf(HandleMovedException.class);
      assertThat(listener.messages).isEmpty();
    }
  }

  @Test
  void closingTellsTheSubscriberAlsoWithoutDemand() throws Exception {
    try (IpcChannel<String> channel = channel();
        ReceiverPublisher<String> publisher = ReceiverPublisher.of(channel.receiver())) {
      Listener<String> listener = new Listener<>();
      publisher.subscribe(listener);
      publisher.close();
      assertThat(failure(listener.end)).isInstanceOf(HandleClosedException.class);
      publisher.close();
    }
  }

  @Test
  void aSubscriberThatThrowsIsUnsubscribedAndItsMessageIsClosed() throws Exception {
    try (IpcChannel<FuturesContract.Parcel> channel = channel(FuturesContract.Parcel.class);
        IpcChannel<String> replies = channel();
        ReceiverPublisher<FuturesContract.Parcel> publisher = ReceiverPublisher.of(channel.receiver())) {
      CompletableFuture<FuturesContract.Parcel> got = new CompletableFuture<>();
      publisher.subscribe(
          new Flow.Subscriber<FuturesContract.Parcel>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
              subscription.request(10);
            }

            @Override
            public void onNext(FuturesContract.Parcel parcel) {
              got.complete(parcel);
              throw new IllegalStateException("thrown on purpose");
            }

            @Override
            public void onError(Throwable error) {}

            @Override
            public void onComplete() {}
          });
      channel.sender().send(new FuturesContract.Parcel("x", replies.sender().share()));
      assertThat(get(got).name()).isEqualTo("x");
      replies.sender().close(); // the last one here but the lost message's
      assertThat(replies.receiver().tryReceive(HANG)).isInstanceOf(org.ferryipc.core.Received.Closed.class);
      Listener<FuturesContract.Parcel> next = new Listener<>();
      publisher.subscribe(next);
      assertThat(get(next.subscription)).isNotNull();
    }
  }
}
