package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that call back never wait for each other. */
abstract class NestingContract extends RpcContract {
  private static final int DEPTH = 16;

  NestingContract(Fixture fixture) {
    super(fixture);
  }

  interface Player {
    int bounce(int left);

    CompletableFuture<Integer> bounceLater(int left);

    int joinLater(int left);
  }

  private static final class Side implements Player {
    final AtomicReference<Player> other = new AtomicReference<>();
    final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    @Override
    public int bounce(int left) {
      threads.add(Thread.currentThread());
      return left == 0 ? 0 : other.get().bounce(left - 1) + 1;
    }

    @Override
    public CompletableFuture<Integer> bounceLater(int left) {
      return left == 0
          ? CompletableFuture.completedFuture(0)
          : other.get().bounceLater(left - 1).thenApply(more -> more + 1);
    }

    @Override
    public int joinLater(int left) {
      // Waits for a future within a call, whose own callback needs a thread again.
      return left == 0 ? 0 : other.get().bounceLater(0).join() + joined(left);
    }

    private int joined(int left) {
      CompletableFuture<Integer> answer = CompletableFuture.completedFuture(0);
      return answer.join() + other.get().joinLater(left - 1) + 1;
    }
  }

  private record Game(Side left, Side right, RpcConnection atLeft, RpcConnection atRight) implements AutoCloseable {
    @Override
    public void close() throws InterruptedException {
      atLeft.close();
      atRight.await();
      atLeft.await();
    }
  }

  private Game game(RpcOptions options) throws Exception {
    DuplexPair<String, String> pair = pair();
    Side left = new Side();
    Side right = new Side();
    RpcConnection atLeft = Rpc.serve(Player.class, caller -> left).with(options).over(pair.left());
    RpcConnection atRight = Rpc.serve(Player.class, caller -> right).with(options).over(pair.right());
    left.other.set(atLeft.remote(Player.class));
    right.other.set(atRight.remote(Player.class));
    return new Game(left, right, atLeft, atRight);
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatCallsBackSixteenTimesIsRunByTheThreadsThatWait(Mode mode) throws Exception {
    try (Game game = game(options(mode))) {
      for (int i = 0; i < 20; i++) {
        assertThat(game.left.other.get().bounce(DEPTH)).isEqualTo(DEPTH);
      }
      assertThat(game.left.threads).containsExactly(Thread.currentThread());
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothSidesCallAndCallBackAtOnce(Mode mode) throws Exception {
    callFromBothSides(options(mode));
  }

  @Test
  void bothSidesMayHaveOneThreadForAllCalls() throws Exception {
    try (ExecutorService one = Executors.newSingleThreadExecutor()) {
      callFromBothSides(options().withExecution(Execution.on(one)));
    }
  }

  private void callFromBothSides(RpcOptions options) throws Exception {
    try (Game game = game(options)) {
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Player from = (i % 2 == 0 ? game.left : game.right).other.get();
        CompletableFuture<Void> done = new CompletableFuture<>();
        all.add(done);
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    for (int n = 0; n < 20; n++) {
                      assertThat(from.bounce(DEPTH)).isEqualTo(DEPTH);
                    }
                    done.complete(null);
                  } catch (Throwable t) {
                    done.completeExceptionally(t);
                  }
                });
      }
      CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(HANG.toSeconds(), TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void futuresMayBeNestedAndWaitedFor(Mode mode) throws Exception {
    try (Game game = game(options(mode))) {
      Player right = game.left.other.get();
      assertThat(right.bounceLater(DEPTH).get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(DEPTH);
      assertThat(right.bounceLater(DEPTH).join()).isEqualTo(DEPTH);
      assertThat(right.joinLater(DEPTH)).isEqualTo(DEPTH);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nestingIsBounded(Mode mode) throws Exception {
    try (Game game = game(options(mode).withNesting(4))) {
      Player right = game.left.other.get();
      assertThat(right.bounce(7)).isEqualTo(7);
      assertThatThrownBy(() -> right.bounce(1000))
          .isInstanceOfSatisfying(
              RpcException.RemoteFailure.class, e -> assertThat(e.getMessage()).contains("LimitReached"));
      assertThat(right.bounce(7)).isEqualTo(7);
    }
  }

  @Test
  void nestedCallsNeedNoFreePlace() throws Exception {
    try (Game game = game(options().withCallsInFlight(1))) {
      assertThat(game.left.other.get().bounce(DEPTH)).isEqualTo(DEPTH);
    }
  }
}
