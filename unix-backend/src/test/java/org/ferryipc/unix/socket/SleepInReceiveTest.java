package org.ferryipc.unix.socket;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.Limits;
import org.ferryipc.core.WaitStrategy;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.Transport;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sleep of a wait in the receive itself: who polls instead is seen by whether it is asked if it may sleep. */
class SleepInReceiveTest {
  private static final int THREADS = 200;
  private static final int F_SETFL = 4; // fcntl(2), asm-generic/fcntl.h
  private static final int O_NONBLOCK = 0x800;
  private static final ChannelOptions BLOCKING = ChannelOptions.defaults().withWaiting(WaitStrategy.BLOCK);

  /** {@return whether the wait is left to the try} */
  private static boolean isLeftToTheTry(Transport.OneWay channel, Deadline deadline) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    channel.receiver().awaitBeforeTry(deadline, () -> asked.incrementAndGet() > 0);
    return asked.get() == 0;
  }

  private static Transport.OneWay channel(LanePolicy lanes) throws Exception {
    Transport.OneWay channel = SocketPorts.oneWay();
    channel.sender().prefer(BLOCKING.withLanes(lanes));
    channel.receiver().prefer(BLOCKING.withLanes(lanes));
    // The first message offers a lane, the second, behind its acceptance, goes by it.
    for (int i = 0; i < 2; i++) {
      assertThat(channel.sender().trySend(message(i))).isTrue();
      assertThat(number(channel)).isEqualTo(i);
    }
    return channel;
  }

  private static Outgoing message(int number) {
    return new Outgoing(new byte[] {(byte) number}, 0, 1, 0, List.of());
  }

  private static int number(Transport.OneWay channel) throws Exception {
    Incoming message = (Incoming) channel.receiver().tryReceive(Limits.DEFAULT);
    return message.bytes()[message.offset()];
  }

  private static void close(Transport.OneWay channel) throws Exception {
    channel.sender().release(CloseReason.Closed.ORDERLY);
    channel.receiver().release();
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "NEVER"})
  void aWaitSleepsOnceInTheTryAndThenPolls(LanePolicy lanes) throws Exception {
    Transport.OneWay channel = channel(lanes);

    assertThat(isLeftToTheTry(channel, Deadline.NEVER)).isTrue();
    assertThat(channel.receiver().tryReceive(Limits.DEFAULT)).isEqualTo(Arrival.Nothing.INSTANCE);
    assertThat(isLeftToTheTry(channel, Deadline.NEVER)).isFalse();
    assertThat(isLeftToTheTry(channel, Deadline.NEVER)).isTrue();

    assertThat(channel.sender().trySend(message(7))).isTrue();
    assertThat(number(channel)).isEqualTo(7);
    close(channel);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 20})
  void whoHasLittleTimeLeftPolls(int millis) throws Exception {
    Transport.OneWay channel = channel(LanePolicy.NEVER);
    assertThat(isLeftToTheTry(channel, Deadline.after(Duration.ofMillis(millis)))).isFalse();
    close(channel);
  }

  @Test
  void aVirtualThreadIsParked() throws Exception {
    Transport.OneWay channel = channel(LanePolicy.NEVER);
    assertThat(InBackground.Kind.VIRTUAL.start(() -> isLeftToTheTry(channel, Deadline.NEVER)).result()).isFalse();
    close(channel);
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "NEVER"})
  void whatComesAndTheEndWakeAReceiverWhoseLimitAFormerOwnerTookAway(LanePolicy lanes) throws Exception {
    Transport.OneWay channel = channel(lanes);
    assertThat(isLeftToTheTry(channel, Deadline.NEVER)).isTrue();
    int[] number = new int[1];
    ((SocketReceiver) channel.receiver()).putDescriptors(number, 0);
    Sockets.receiveTimeout(number[0], 0); // as somebody who has the open file, too
    InBackground<Arrival> receiving = InBackground.start(() -> channel.receiver().tryReceive(Limits.DEFAULT));
    receiving.untilItWaits();
    assertThat(channel.sender().trySend(message(9))).isTrue();
    assertThat(((Incoming) receiving.result()).length()).isEqualTo(1);

    assertThat(isLeftToTheTry(channel, Deadline.NEVER)).isTrue();
    InBackground<Arrival> ending = InBackground.start(() -> channel.receiver().tryReceive(Limits.DEFAULT));
    ending.untilItWaits();
    channel.sender().release(CloseReason.Closed.ORDERLY);
    Arrival found = ending.result();
    if (found == Arrival.Nothing.INSTANCE) { // it was woken by the goodbye, and the end was not there yet
      found = channel.receiver().tryReceive(Limits.DEFAULT);
    }
    assertThat(found).isEqualTo(new Arrival.End(CloseReason.Closed.ORDERLY));
    channel.receiver().release();
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "NEVER"})
  void aReceiverWhoseFileAFormerOwnerMadeNonBlockingPolls(LanePolicy lanes) throws Exception {
    Transport.OneWay channel = channel(lanes);
    int[] number = new int[1];
    ((SocketReceiver) channel.receiver()).putDescriptors(number, 0);
    setNonBlocking(number[0]);
    assertThat(isLeftToTheTry(channel, Deadline.NEVER)).isTrue();
    assertThat(channel.receiver().tryReceive(Limits.DEFAULT)).isEqualTo(Arrival.Nothing.INSTANCE);
    assertThat(isLeftToTheTry(channel, Deadline.NEVER)).isFalse();
    close(channel);
  }

  private static void setNonBlocking(int number) throws Exception {
    Linker linker = Linker.nativeLinker();
    MethodHandle fcntl =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("fcntl"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    try {
      assertThat((int) fcntl.invokeExact(number, F_SETFL, O_NONBLOCK)).isZero();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "NEVER"})
  void anInterruptDuringTheSleepLosesNothing(LanePolicy lanes) throws Exception {
    try (BytesChannel channel = Ferry.bytes(BLOCKING.withLanes(lanes))) {
      for (int i = 0; i < 20; i++) {
        InBackground<byte[]> receiving = InBackground.start(channel.receiver()::receive);
        receiving.untilItWaits().interrupt();
        assertThat(receiving.failure()).isInstanceOf(InterruptedException.class);
        channel.sender().send(MemorySegment.ofArray(new byte[] {(byte) i}));
        assertThat(channel.receiver().receive()).containsExactly(i);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "NEVER"})
  void aCloseDuringTheSleepDoesNotWaitAndEndsIt(LanePolicy lanes) throws Exception {
    for (int i = 0; i < 20; i++) {
      try (BytesChannel channel = Ferry.bytes(BLOCKING.withLanes(lanes))) {
        BytesReceiver receiver = channel.receiver();
        InBackground<byte[]> receiving = InBackground.start(receiver::receive);
        receiving.untilItWaits();
        assertThatExceptionOfType(HandleStateException.class)
            .isThrownBy(() -> receiver.withOptions(BLOCKING)); // in use
        assertThat(receiver.tryReceive(MemorySegment.ofArray(new byte[1]))).isEqualTo(BytesReceiver.EMPTY);
        receiver.close();
        assertThat(receiving.failure()).isInstanceOf(HandleStateException.class);
      }
    }
  }

  @Test
  void moreThreadsThanMaySleepSoAreWokenAll() throws Exception {
    List<BytesChannel> channels = new ArrayList<>();
    List<InBackground<Integer>> receiving = new ArrayList<>();
    try (Arena arena = Arena.ofShared()) {
      for (int i = 0; i < THREADS; i++) {
        BytesChannel channel = Ferry.bytes(BLOCKING);
        channels.add(channel);
        MemorySegment into = arena.allocate(8);
        receiving.add(InBackground.start(() -> channel.receiver().receive(into)));
      }
      for (int i = 0; i < THREADS; i++) {
        channels.get(i).sender().send(MemorySegment.ofArray(new byte[i % 8]));
      }
      for (int i = 0; i < THREADS; i++) {
        assertThat(receiving.get(i).result()).isEqualTo(i % 8);
      }
    } finally {
      channels.forEach(BytesChannel::close);
    }
  }
}
