package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects that travel by reference, and how long they are held. */
abstract class ReferencesContract extends RpcContract {
  ReferencesContract(Fixture fixture) {
    super(fixture);
  }

  @Remote
  interface Listener {
    void heard(String what);
  }

  @Remote
  interface Watch extends AutoCloseable {
    String file();

    @Override
    void close();
  }

  interface Files {
    Watch watch(String file, Listener listener);

    boolean isYours(@Nullable Watch watch);

    Listener echo(Listener listener);

    void both(Listener one, Listener other, IpcSender<String> sender);

    void keep(Listener listener);

    int dropAll();

    void tell(String what);
  }

  /** Counts how often it was let go. */
  static final class Ear implements Listener, AutoCloseable {
    final List<String> heard = new CopyOnWriteArrayList<>();
    final AtomicInteger closes = new AtomicInteger();
    final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public void heard(String what) {
      heard.add(what);
    }

    @Override
    public void close() {
      closes.incrementAndGet();
      closed.countDown();
    }
  }

  static final class Served implements Files, AutoCloseable {
    final List<Watch> watches = new CopyOnWriteArrayList<>();
    final List<Listener> kept = new CopyOnWriteArrayList<>();
    final AtomicInteger watchesClosed = new AtomicInteger();
    final AtomicInteger closes = new AtomicInteger();
    final CountDownLatch watchClosed = new CountDownLatch(1);

    @Override
    public Watch watch(String file, Listener listener) {
      listener.heard("watching " + file);
      Watch watch =
          new Watch() {
            @Override
            public String file() {
              return file;
            }

            @Override
            public void close() {
              watchesClosed.incrementAndGet();
              watchClosed.countDown();
              Rpc.release(listener);
            }
          };
      watches.add(watch);
      return watch;
    }

    @Override
    public boolean isYours(@Nullable Watch watch) {
      return watch != null && watches.contains(watch);
    }

    @Override
    public Listener echo(Listener listener) {
      return listener;
    }

    @Override
    public void both(Listener one, Listener other, IpcSender<String> sender) {
      sender.close();
      kept.add(one);
      kept.add(other);
      assertThat(one).isEqualTo(other).isNotSameAs(other);
    }

    @Override
    public void keep(Listener listener) {
      kept.add(listener);
    }

    @Override
    public int dropAll() {
      int count = kept.size();
      kept.forEach(Rpc::release);
      kept.clear();
      return count;
    }

    @Override
    public void tell(String what) {
      kept.forEach(listener -> listener.heard(what));
    }

    @Override
    public void close() {
      closes.incrementAndGet();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallbackIsCalledAndASessionIsClosedOnce(Mode mode) throws Exception {
    Served served = new Served();
    Ear ear = new Ear();
    try (Sides sides = serve(Files.class, served, mode)) {
      Files files = sides.remote(Files.class);
      try (Watch watch = files.watch("a", ear)) {
        assertThat(ear.heard).containsExactly("watching a");
        assertThat(watch.file()).isEqualTo("a");
        assertThat(files.isYours(watch)).isTrue();
        assertThat(files.isYours(null)).isFalse();
      }
      CallingContract.await(served.watchClosed);
      CallingContract.await(ear.closed);
    }
    assertThat(served.watchesClosed).hasValue(1);
    assertThat(ear.closes).hasValue(1);
    assertThat(served.closes).hasValue(1);
  }

  @Test
  void anObjectThatComesHomeIsItselfAndAClosedProxyDoesNotTravel() throws Exception {
    Served served = new Served();
    Ear ear = new Ear();
    try (Sides sides = serve(Files.class, served)) {
      Files files = sides.remote(Files.class);
      assertThat(files.echo(ear)).isSameAs(ear);
      Watch watch = files.watch("a", ear);
      watch.close();
      watch.close();
      assertThatThrownBy(watch::file).isInstanceOf(HandleClosedException.class);
      assertThatThrownBy(() -> files.isYours(watch)).isInstanceOf(HandleClosedException.class);
    }
    assertThat(ear.closes).hasValue(1);
  }

  @Test
  void theSameObjectIsOneExportAndIsLetGoWithItsLastReference() throws Exception {
    Served served = new Served();
    Ear ear = new Ear();
    try (Sides sides = serve(Files.class, served);
        IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      Files files = sides.remote(Files.class);
      files.both(ear, ear, channel.sender());
      Listener first = served.kept.removeFirst();
      Rpc.release(first);
      Rpc.release(first);
      files.tell("still here");
      assertThat(ear.heard).containsExactly("still here");
      assertThat(ear.closes).hasValue(0);
      assertThat(files.dropAll()).isEqualTo(1);
      CallingContract.await(ear.closed);
    }
    assertThat(ear.closes).hasValue(1);
  }

  @Test
  void whatTheOtherSideHeldIsLetGoOnceWhenTheConnectionEnds() throws Exception {
    Served served = new Served();
    Ear ear = new Ear();
    try (Sides sides = serve(Files.class, served)) {
      Files files = sides.remote(Files.class);
      files.keep(ear);
      files.keep(ear);
      Watch unused = files.watch("b", ear);
    }
    assertThat(ear.closes).hasValue(1);
    assertThat(served.watchesClosed).hasValue(1);
    assertThat(served.closes).hasValue(1);
    assertThatThrownBy(() -> served.kept.getFirst().heard("nobody"))
        .isInstanceOfSatisfying(
            RpcException.ServerGone.class, e -> assertThat(e.mayHaveExecuted()).isFalse());
  }

  @Test
  void noMoreThan256AreExportedAndAFailedCallExportsNothing() throws Exception {
    Served served = new Served();
    try (Sides sides = serve(Files.class, served);
        IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      Files files = sides.remote(Files.class);
      List<Ear> ears = new ArrayList<>();
      for (int i = 0; i < Rpc.EXPORTS; i++) {
        ears.add(new Ear());
        files.keep(ears.getLast());
      }
      assertThatThrownBy(() -> files.keep(new Ear()))
          .isInstanceOfSatisfying(
              RpcException.LimitReached.class, e -> assertThat(e.mayHaveExecuted()).isFalse());
      files.keep(ears.getFirst()); // known already
      assertThat(files.dropAll()).isEqualTo(Rpc.EXPORTS + 1);
      for (Ear ear : ears) {
        CallingContract.await(ear.closed);
      }
      Ear again = new Ear();
      channel.sender().close();
      for (int i = 0; i < 2 * Rpc.EXPORTS; i++) {
        assertThatThrownBy(() -> files.both(new Ear(), again, channel.sender()))
            .isInstanceOfAny(HandleClosedException.class, HandleMovedException.class);
      }
      files.keep(again);
      assertThat(again.closes).hasValue(0);
    }
  }

  @Test
  void aProxyOfOneConnectionMayBePassedOnOverAnother() throws Exception {
    Served far = new Served();
    Served middle = new Served();
    Ear ear = new Ear();
    try (Sides first = serve(Files.class, far);
        Sides second = serve(Files.class, middle)) {
      Watch watch = first.remote(Files.class).watch("far", ear);
      Files files = second.remote(Files.class);
      assertThat(files.isYours(watch)).isFalse();
      files.keep(first.remote(Files.class).echo(ear));
      files.tell("through two");
      assertThat(watch.file()).isEqualTo("far");
    }
    assertThat(ear.heard).containsExactly("watching far", "through two");
  }
}
