package org.ferryipc.receiverset.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The promise of a message. Whoever completes it otherwise has to withdraw it first, so that it either gets its message or
 * takes none: a time limit of {@link #orTimeout} too, which completes as everybody does.
 */
final class PendingReceive<T> extends CompletableFuture<T> {
  private final Requests<T> requests;

  PendingReceive(Requests<T> requests) {
    this.requests = requests;
  }

  /** Gives it its message. {@return false if somebody has overwritten it} */
  boolean fulfil(T message) {
    return super.complete(message);
  }

  void fail(Throwable error) {
    boolean unused = super.completeExceptionally(error);
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return requests.withdraw(this) ? super.cancel(mayInterruptIfRunning) : isCancelled();
  }

  @Override
  public boolean complete(T value) {
    return requests.withdraw(this) && super.complete(value);
  }

  @Override
  public boolean completeExceptionally(Throwable error) {
    return requests.withdraw(this) && super.completeExceptionally(error);
  }

  @Override
  public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
    executor.execute(() -> completeBy(supplier));
    return this;
  }

  private void completeBy(Supplier<? extends T> supplier) {
    try {
      boolean unused = complete(supplier.get());
    } catch (RuntimeException | Error e) {
      boolean unused = completeExceptionally(e);
    }
  }

  @Override
  public void obtrudeValue(@Nullable T value) {
    boolean unused = requests.withdraw(this);
    super.obtrudeValue(value);
  }

  @Override
  public void obtrudeException(Throwable error) {
    boolean unused = requests.withdraw(this);
    super.obtrudeException(error);
  }
}
