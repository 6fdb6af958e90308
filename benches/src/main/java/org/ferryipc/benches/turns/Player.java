package org.ferryipc.benches.turns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Begins each iteration of the benchmark in this virtual machine when the {@link Referee} says so. To JMH it is a
 * profiler, because those are called around an iteration, before its threads start and after they have ended; so any
 * benchmark can take turns, and knows nothing of it.
 */
public final class Player implements InternalProfiler {
  static final String SEPARATOR = "|";

  private final String place;
  private @Nullable SocketChannel referee;
  private int played;

  /**
   * Called by JMH, also in the machine that only starts others.
   *
   * @param place where the referee is, and the player's number there
   */
  public Player(String place) {
    this.place = place;
  }

  @Override
  public String getDescription() {
    return "iterations in turn with those of other machines";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    SocketChannel to = referee;
    if (to == null) {
      to = connect();
      referee = to;
    }
    Signal.write(to, Signal.READY);
    if (Signal.read(to) != Signal.GO) {
      throw new IllegalStateException("the referee has gone");
    }
  }

  private static void leave(SocketChannel referee) {
    try {
      referee.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the referee cannot be left", e);
    }
  }

  private SocketChannel connect() {
    int end = place.lastIndexOf(SEPARATOR);
    try {
      SocketChannel made = SocketChannel.open(UnixDomainSocketAddress.of(place.substring(0, end)));
      Signal.write(made, Integer.parseInt(place.substring(end + 1)));
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException("the referee cannot be reached", e);
    }
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    SocketChannel to = Objects.requireNonNull(referee);
    Signal.write(to, Signal.DONE);
    if (iteration.getType() == IterationType.MEASUREMENT && ++played == iteration.getCount()) {
      leave(to); // the machine may live on, for others
    }
    return List.of();
  }
}
