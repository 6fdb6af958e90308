package org.ferryipc.receiverset.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.IpcException;

/** What all contract classes of the adapters have. */
abstract class AsyncContract {
  /** After which something that should happen at once does not happen. */
  static final Duration HANG = Duration.ofSeconds(20);

  final Fixture fixture;

  AsyncContract(Fixture fixture) {
    this.fixture = fixture;
  }

  final IpcChannel<String> channel() throws IpcException {
    return channel(String.class);
  }

  final <T> IpcChannel<T> channel(Class<T> type) throws IpcException {
    return Ferry.channel(MessageType.of(type), fixture.options());
  }

  static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(HANG.toMillis(), TimeUnit.MILLISECONDS);
  }

  static Throwable failure(CompletableFuture<?> future) throws Exception {
    try {
      Object unexpected = get(future);
      throw new AssertionError("completed with " + unexpected);
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isNotNull();
      return e.getCause();
    }
  }
}
