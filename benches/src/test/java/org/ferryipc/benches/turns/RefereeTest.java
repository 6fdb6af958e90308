package org.ferryipc.benches.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RefereeTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ConcurrentLinkedQueue<String> played = new ConcurrentLinkedQueue<>();
  private final AtomicInteger playing = new AtomicInteger();

  // The JDK keeps a descriptor for closing sockets from the first one on.
  @BeforeAll
  static void openAndCloseOnce() throws IOException {
    try (Referee referee = Referee.open(1)) {
      connect(referee, 0).close();
    }
  }

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void letsPlayersPlayOneAfterTheOtherWhateverTheOrderInWhichTheyCame() throws Exception {
    try (Referee referee = Referee.open(3)) {
      Future<?> refereeing = start(referee);
      List<Future<?>> players = new ArrayList<>();
      for (int number : new int[] {2, 0, 1}) {
        players.add(threads.submit(() -> play(referee, number, 3)));
      }
      for (Future<?> player : players) {
        player.get();
      }
      refereeing.get();

      assertThat(played).containsExactly("0", "1", "2", "0", "1", "2", "0", "1", "2");
    }
  }

  @Test
  void passesOverAPlayerThatEndedEarly() throws Exception {
    try (Referee referee = Referee.open(2)) {
      Future<?> refereeing = start(referee);
      Future<?> brief = threads.submit(() -> play(referee, 0, 1));
      Future<?> patient = threads.submit(() -> play(referee, 1, 4));
      brief.get();
      patient.get();
      refereeing.get();

      assertThat(played).containsExactly("0", "1", "1", "1", "1");
    }
  }

  @Test
  void sendsPlayersHomeWhenItCloses() throws Exception {
    Referee referee = Referee.open(2);
    Future<?> refereeing = start(referee);
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    Future<?> lonely =
        threads.submit(
            () -> {
              try (SocketChannel channel = connect(referee, 0)) {
                Signal.write(channel, Signal.READY);
                waiting.complete(null);
                assertThat(Signal.read(channel)).isEqualTo(Signal.GONE);
              }
              return null;
            });
    waiting.get();

    // The other one never comes. Players and referee may be anywhere between two steps: nobody may be left waiting.
    referee.close();

    assertThatThrownBy(refereeing::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(IOException.class);
    lonely.get();
  }

  private Future<?> start(Referee referee) {
    return threads.submit(
        () -> {
          referee.run();
          return null;
        });
  }

  private Void play(Referee referee, int number, int times) throws IOException {
    try (SocketChannel channel = connect(referee, number)) {
      for (int i = 0; i < times; i++) {
        Signal.write(channel, Signal.READY);
        assertThat(Signal.read(channel)).isEqualTo(Signal.GO);
        assertThat(playing.incrementAndGet()).isEqualTo(1);
        played.add(Integer.toString(number));
        playing.decrementAndGet();
        Signal.write(channel, Signal.DONE);
      }
    }
    return null;
  }

  private static SocketChannel connect(Referee referee, int number) throws IOException {
    String place = referee.place(number);
    String path = place.substring(0, place.lastIndexOf(Player.SEPARATOR));
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
    Signal.write(channel, number);
    return channel;
  }
}
