package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.IpcException;

/** Sleeps in its calls until it is interrupted or told to go on. */
final class Sleeper implements Slow, AutoCloseable {
  private final Fixture fixture;

  final CountDownLatch begun = new CountDownLatch(1);
  final CountDownLatch go = new CountDownLatch(1);
  final CountDownLatch interrupted = new CountDownLatch(1);
  final CountDownLatch promised = new CountDownLatch(1);
  final CountDownLatch nudged = new CountDownLatch(1);
  final CountDownLatch closed = new CountDownLatch(1);
  final CompletableFuture<Integer> promise = new CompletableFuture<>();

  Sleeper(Fixture fixture) {
    this.fixture = fixture;
  }

  @Override
  public int sleep(int value) {
    begun.countDown();
    try {
      assertThat(go.await(RpcContract.HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      return value;
    } catch (InterruptedException e) {
      interrupted.countDown();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public int sleepIo() {
    return sleep(0);
  }

  @Override
  public int sleepInterruptibly() {
    return sleep(0);
  }

  @Override
  public CompletableFuture<Integer> later() {
    begun.countDown();
    var unused = promise.whenComplete((value, failed) -> promised.countDown());
    return promise;
  }

  // Gives its result also when nobody waits any more.
  @Override
  public IpcReceiver<String> handles(IpcSender<String> sender) {
    begun.countDown();
    try (sender) {
      while (true) {
        try {
          assertThat(go.await(RpcContract.HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
          break;
        } catch (InterruptedException on) {
          interrupted.countDown();
        }
      }
      IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options());
      channel.sender().close();
      return channel.receiver();
    } catch (IpcException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public int quick(int value) {
    return value;
  }

  @Override
  public int step(Step step) {
    step.take();
    return 1;
  }

  @Override
  public void nudge() {
    nudged.countDown();
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
