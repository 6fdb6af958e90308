package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.leak.Warnings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Servers at names, and their clients. */
abstract class NamesContract extends RpcContract {
  @RegisterExtension final Warnings warnings = new Warnings();

  NamesContract(Fixture fixture) {
    super(fixture);
  }

  interface Counter extends AutoCloseable {
    int next();

    int block() throws InterruptedException;

    @Override
    void close();
  }

  interface Other {
    int next();
  }

  /** One for each client. */
  static final class Counting implements Counter {
    static final CountDownLatch NEVER = new CountDownLatch(1);
    final AtomicInteger count = new AtomicInteger();
    final CountDownLatch blocking = new CountDownLatch(1);
    final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public int next() {
      return count.incrementAndGet();
    }

    @Override
    public int block() throws InterruptedException {
      blocking.countDown();
      NEVER.await();
      return 0;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @Test
  void eachClientHasItsOwnImplementation() throws Exception {
    List<Counting> made = new CopyOnWriteArrayList<>();
    List<RpcCaller> callers = new CopyOnWriteArrayList<>();
    try (RpcServer server =
        Rpc.serve(
                Counter.class,
                caller -> {
                  callers.add(caller);
                  made.add(new Counting());
                  return made.getLast();
                })
            .with(options())
            .open()) {
      List<Counter> clients = new ArrayList<>();
      for (int c = 0; c < 8; c++) {
        clients.add(Rpc.connect(server.name(), Counter.class, options()));
      }
      for (int round = 1; round <= 10; round++) {
        for (Counter client : clients) {
          assertThat(client.next()).isEqualTo(round);
        }
      }
      assertThat(made).hasSize(8);
      assertThat(server.connections()).isEqualTo(8);
      if (fixture.descriptors()) {
        assertThat(callers).allMatch(caller -> caller.peer().pid().orElse(0) == ProcessHandle.current().pid());
      }
      clients.forEach(Counter::close);
      for (Counting counting : made) {
        CallingContract.await(counting.closed);
      }
      for (RpcCaller caller : callers) {
        caller.connection().await();
      }
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void anotherInterfaceAnImplementationThatFailsAndNobodyAreRefused() throws Exception {
    String name;
    try (RpcServer server = Rpc.serve(Counter.class, caller -> new Counting()).with(options()).open()) {
      name = server.name();
      assertThatThrownBy(() -> Rpc.connect(server.name(), Other.class, options()))
          .isInstanceOf(RefusedException.class)
          .hasMessageContainingAll("NamesContract$Counter", "NamesContract$Other");
    }
    assertThatThrownBy(() -> Rpc.connect(name, Counter.class, options())).isInstanceOf(RefusedException.class);
    try (RpcServer server =
        Rpc.<Counter>serve(
                Counter.class,
                caller -> {
                  throw new IllegalStateException("none for you");
                })
            .with(options())
            .open()) {
      assertThatThrownBy(() -> Rpc.connect(server.name(), Counter.class, options()))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("none for you");
    }
  }

  @Test
  void aServerThatShutsDownTellsItsClientsWhyAndLetsNobodyIn() throws Exception {
    Counting counting = new Counting();
    RpcServer server = Rpc.serve(Counter.class, caller -> counting).with(options()).open();
    InBackground<@Nullable Void> waiting =
        InBackground.start(
            () -> {
              server.await();
              return null;
            });
    try (server;
        Counter idle = Rpc.connect(server.name(), Counter.class, options());
        Counter busy = Rpc.connect(server.name(), Counter.class, options())) {
      assertThat(idle.next()).isEqualTo(1);
      InBackground<Integer> blocked = InBackground.start(busy::block);
      CallingContract.await(counting.blocking);
      server.shutdown(Duration.ofMillis(20), "upgrade");
      assertThat(blocked.failure()).isInstanceOf(RpcException.MaybeExecuted.class).hasMessageContaining("upgrade");
      Rpc.connectionOf(idle).await();
      assertThatThrownBy(idle::next).isInstanceOf(RpcException.ServerGone.class).hasMessageContaining("upgrade");
      assertThatThrownBy(() -> Rpc.connect(server.name(), Counter.class, options()))
          .isInstanceOf(RefusedException.class);
      waiting.result();
    }
  }
}
