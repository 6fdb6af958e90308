package org.ferryipc.unix.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import sun.misc.Signal;

@Timeout(60)
class WaitingTest {

  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(30);

  private int left;
  private int right;
  private int event;

  @BeforeEach
  void open() throws KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    left = pair.first();
    right = pair.second();
    event = EventFd.create();
  }

  @AfterEach
  void close() {
    Descriptors.discard(left);
    Descriptors.discard(right);
    Descriptors.discard(event);
  }

  @Test
  void pollTellsWhichOfTheTwoIsReady() throws KernelException {
    assertThat(Poll.await(right, Poll.IN, event, 0)).isZero();
    Sockets.send(left, new byte[1], 0, 1);
    int result = Poll.await(right, Poll.IN, event, Poll.FOREVER);
    assertThat(Poll.events(result)).isEqualTo(Poll.IN);
    assertThat(Poll.woken(result)).isFalse();
    EventFd.signal(event);
    result = Poll.await(right, Poll.IN, event, Poll.FOREVER);
    assertThat(Poll.events(result)).isEqualTo(Poll.IN);
    assertThat(Poll.woken(result)).isTrue();
    result = Poll.await(right, 0, event, Poll.FOREVER);
    assertThat(Poll.events(result)).isZero();
    assertThat(Poll.woken(result)).isTrue();
  }

  @Test
  void hangUpAndInvalidNumbersNeedNotBeAskedFor() throws KernelException {
    Sockets.shutdown(left, Sockets.SHUT_RDWR);
    assertThat(Poll.events(Poll.await(right, 0, Poll.NONE, Poll.FOREVER))).isEqualTo(Poll.HANG_UP);
    int gone = EventFd.create();
    Descriptors.close(gone);
    assertThat(Poll.events(Poll.await(gone, Poll.IN, Poll.NONE, Poll.FOREVER))).isEqualTo(Poll.INVALID);
  }

  @Test
  void aTimedWaitTakesItsTime() throws KernelException {
    long start = System.nanoTime();
    assertThat(Poll.await(right, Poll.IN, event, SHORT)).isZero();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(SHORT);
    int epoll = Epoll.create();
    start = System.nanoTime();
    assertThat(new EpollEvents(1).await(epoll, SHORT)).isZero();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(SHORT);
    Descriptors.close(epoll);
  }

  @Test
  void signalsNeitherEndNorLengthenAWait() throws Throwable {
    MethodHandle tgkill = link("tgkill", 3);
    MethodHandle gettid = link("gettid", 0);
    Signal.handle(new Signal("USR2"), _ -> {});
    int epoll = Epoll.create();
    long time = TimeUnit.MILLISECONDS.toNanos(200);
    CompletableFuture<Integer> id = new CompletableFuture<>();
    CompletableFuture<long[]> taken = new CompletableFuture<>();
    Thread waiter = Thread.ofPlatform().start(() -> {
      try {
        id.complete((int) gettid.invokeExact());
        long start = System.nanoTime();
        long polled = Poll.await(right, Poll.IN, event, time);
        long middle = System.nanoTime();
        long reported = new EpollEvents(1).await(epoll, time);
        taken.complete(new long[] {polled, middle - start, reported, System.nanoTime() - middle});
      } catch (Throwable failure) {
        taken.completeExceptionally(failure);
      }
    });
    int pid = (int) ProcessHandle.current().pid();
    int thread = id.get();
    while (!taken.isDone()) {
      int _ = (int) tgkill.invokeExact(pid, thread, 12); // SIGUSR2
      Thread.onSpinWait();
    }
    waiter.join();
    long[] result = taken.get();
    assertThat(result[0]).isZero();
    assertThat(result[1]).isBetween(time, 20 * time);
    assertThat(result[2]).isZero();
    assertThat(result[3]).isBetween(time, 20 * time);
    Descriptors.close(epoll);
  }

  @Test
  void signalsToAnEventFdAreMergedAndNeverBlock() throws KernelException {
    for (int i = 0; i < 100_000; i++) {
      EventFd.signal(event);
    }
    assertThat(Poll.await(event, Poll.IN, Poll.NONE, 0)).isEqualTo(Poll.IN);
    EventFd.drain(event);
    EventFd.drain(event);
    assertThat(Poll.await(event, Poll.IN, Poll.NONE, 0)).isZero();
  }

  @Test
  void epollHandsBackEventsAndDataOfEach() throws KernelException {
    int epoll = Epoll.create();
    EpollEvents events = new EpollEvents(8);
    Epoll.add(epoll, left, Epoll.OUT, Long.MIN_VALUE + 1);
    Epoll.add(epoll, right, Epoll.IN | Epoll.OUT, 0x0123_4567_89AB_CDEFL);
    Epoll.add(epoll, event, Epoll.IN, 3);
    Sockets.send(left, new byte[1], 0, 1);
    EventFd.signal(event);
    assertThat(events.await(epoll, -1)).isEqualTo(3);
    Map<Long, Integer> reported = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      reported.put(events.data(i), events.events(i));
    }
    assertThat(reported)
        .isEqualTo(Map.of(
            Long.MIN_VALUE + 1, Epoll.OUT, 0x0123_4567_89AB_CDEFL, Epoll.IN | Epoll.OUT, 3L, Epoll.IN));
    Descriptors.close(epoll);
  }

  @Test
  void oneShotIsSilentUntilModifiedAndRemovedForEver() throws KernelException {
    int epoll = Epoll.create();
    EpollEvents events = new EpollEvents(8);
    EventFd.signal(event);
    Epoll.add(epoll, event, Epoll.IN | Epoll.ONE_SHOT, 1);
    assertThat(events.await(epoll, -1)).isEqualTo(1);
    assertThat(events.await(epoll, 0)).isZero();
    Epoll.modify(epoll, event, Epoll.IN | Epoll.ONE_SHOT, 2);
    assertThat(events.await(epoll, -1)).isEqualTo(1);
    assertThat(events.data(0)).isEqualTo(2);
    Epoll.remove(epoll, event);
    assertThat(events.await(epoll, 0)).isZero();
    assertThatExceptionOfType(KernelException.class)
        .isThrownBy(() -> Epoll.remove(epoll, event))
        .withMessage("epoll_ctl: ENOENT");
    Descriptors.close(epoll);
  }

  @Test
  void hangUpIsReportedOnceToOneWhoWatchesNothingElse() throws KernelException {
    int epoll = Epoll.create();
    EpollEvents events = new EpollEvents(8);
    Epoll.add(epoll, left, Epoll.EDGE, 5);
    Sockets.send(right, new byte[1], 0, 1);
    assertThat(events.await(epoll, 0)).isZero();
    Sockets.shutdown(right, Sockets.SHUT_RDWR);
    assertThat(events.await(epoll, -1)).isEqualTo(1);
    assertThat(events.events(0) & Epoll.HANG_UP).isNotZero();
    assertThat(events.await(epoll, 0)).isZero();
    Descriptors.close(epoll);
  }

  @Test
  void whatCannotBeWatchedIsRefused(@TempDir Path directory) throws KernelException {
    int epoll = Epoll.create();
    int file = FileCalls.open(directory, FileCalls.O_RDWR | FileCalls.O_TMPFILE, 0600);
    assertThatExceptionOfType(KernelException.class)
        .isThrownBy(() -> Epoll.add(epoll, file, Epoll.IN, 0))
        .withMessage("epoll_ctl: EPERM");
    Descriptors.close(file);
    Descriptors.close(epoll);
  }

  private static MethodHandle link(String name, int ints) {
    ValueLayout.OfInt[] arguments = new ValueLayout.OfInt[ints];
    Arrays.fill(arguments, ValueLayout.JAVA_INT);
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
  }
}
