package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.HandleStateException;
import org.junit.jupiter.api.Test;

/**
 * Ends that are closed, shared and moved by one thread while another's calls on them follow each other without a pause: each
 * call is wholly before that or refused.
 */
public abstract class BusyEndsContract extends Contract {
  private static final MessageType<BytesSender> SENDER = MessageType.of(BytesSender.class);
  private static final MessageType<BytesReceiver> RECEIVER = MessageType.of(BytesReceiver.class);
  private static final MessageType<Duplex<String, String>> LINE = new MessageType<>() {};
  private static final int ROUNDS = 40;
  private static final long LAST = -1;
  private static final Duration LONG = Duration.ofSeconds(60);

  protected BusyEndsContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void allThatWasSentBeforeACloseArrivesAndNothingElse() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (BytesChannel bytes = bytes()) {
        InBackground<Long> sends = InBackground.start(() -> sendUntil(HandleClosedException.class, bytes.sender()));
        List<Long> got = take(bytes.receiver(), round);
        bytes.sender().close();
        takeAll(bytes.receiver(), got);
        assertThat(got).isEqualTo(upTo(sends.result()));
      }
    }
  }

  @Test
  void allThatWasSentBeforeAMoveArrivesBeforeWhatTheNewOwnerSends() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (BytesChannel bytes = bytes();
          IpcChannel<BytesSender> way = channel(SENDER)) {
        InBackground<Long> sends = InBackground.start(() -> sendUntil(HandleMovedException.class, bytes.sender()));
        List<Long> got = take(bytes.receiver(), round);
        way.sender().send(bytes.sender());
        InBackground<Object> owner = InBackground.start(() -> sendLast(way.receiver().receive()));
        takeAll(bytes.receiver(), got);
        Object unused = owner.result();
        List<Long> expected = upTo(sends.result());
        expected.add(LAST);
        assertThat(got).isEqualTo(expected);
      }
    }
  }

  @Test
  void referencesThatComeAndGoDisturbNoSends() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (BytesChannel bytes = bytes();
          IpcChannel<BytesSender> way = channel(SENDER)) {
        InBackground<Long> sends = InBackground.start(() -> sendUntil(HandleClosedException.class, bytes.sender()));
        List<Long> got = take(bytes.receiver(), round);
        bytes.sender().share().close();
        got.addAll(take(bytes.receiver(), round));
        way.sender().send(bytes.sender().share());
        got.addAll(take(bytes.receiver(), round));
        way.receiver().receive().close();
        bytes.sender().close();
        takeAll(bytes.receiver(), got);
        assertThat(got).isEqualTo(upTo(sends.result()));
      }
    }
  }

  @Test
  void aReceiverThatIsClosedUnderBusyReceivesTakesNothingAnyMore() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (BytesChannel bytes = bytes()) {
        List<Long> got = new ArrayList<>();
        InBackground<Object> receives =
            InBackground.start(() -> tryReceiveUntil(HandleClosedException.class, bytes.receiver(), got));
        for (long i = 0; i < 2 * round; i++) {
          send(bytes.sender(), i);
        }
        bytes.receiver().close();
        Object unused = receives.result();
        assertThatThrownBy(() -> send(bytes.sender(), LAST)).isInstanceOf(DisconnectedException.class);
        assertThat(got).isEqualTo(upTo(got.size())).hasSizeLessThanOrEqualTo(2 * round);
      }
    }
  }

  @Test
  void whatBusyReceivesDidNotTakeIsTheNewOwners() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (BytesChannel bytes = bytes();
          IpcChannel<BytesReceiver> way = channel(RECEIVER)) {
        List<Long> got = new ArrayList<>();
        InBackground<Object> receives =
            InBackground.start(() -> tryReceiveUntil(HandleMovedException.class, bytes.receiver(), got));
        for (long i = 0; i < 2 * round; i++) {
          send(bytes.sender(), i);
        }
        untilFree(() -> way.sender().trySend(bytes.receiver()));
        Object unused = receives.result();
        bytes.sender().close();
        try (BytesReceiver moved = way.receiver().receive()) {
          takeAll(moved, got);
        }
        assertThat(got).isEqualTo(upTo(2 * round));
      }
    }
  }

  @Test
  void allThatWasSentBeforeATwoWayEndMovedArrivesBeforeWhatTheNewOwnerSends() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      DuplexPair<String, String> pair = duplex();
      try (Duplex<String, String> left = pair.left();
          Duplex<String, String> right = pair.right();
          IpcChannel<Duplex<String, String>> way = channel(LINE)) {
        InBackground<Long> sends =
            InBackground.start(
                () -> refusedWith(HandleMovedException.class, i -> left.trySend(Long.toString(i))));
        List<Long> got = new ArrayList<>();
        while (got.size() < round) {
          got.add(Long.parseLong(right.receive()));
        }
        untilFree(() -> way.sender().trySend(left));
        InBackground<Object> owner =
            InBackground.start(
                () -> {
                  try (Duplex<String, String> moved = way.receiver().receive()) {
                    moved.send(Long.toString(LAST));
                  }
                  return null;
                });
        while (right.tryReceive(LONG) instanceof Received.Message<String>(String word)) {
          got.add(Long.parseLong(word));
        }
        Object unused = owner.result();
        List<Long> expected = upTo(sends.result());
        expected.add(LAST);
        assertThat(got).isEqualTo(expected);
      }
    }
  }

  @Test
  void twoWhoTryToReceiveTakeEachMessageOnce() throws Exception {
    try (BytesChannel bytes = bytes()) {
      List<List<Long>> got = List.of(new ArrayList<>(), new ArrayList<>());
      List<InBackground<Object>> receives = new ArrayList<>();
      for (List<Long> mine : got) {
        receives.add(
            InBackground.start(() -> tryReceiveUntil(DisconnectedException.class, bytes.receiver(), mine)));
      }
      long sent = sendSome(bytes.sender());
      for (InBackground<Object> receive : receives) {
        Object unused = receive.result();
        assertThat(got.get(receives.indexOf(receive))).isSorted();
      }
      List<Long> all = new ArrayList<>(got.getFirst());
      all.addAll(got.getLast());
      all.sort(null);
      assertThat(all).isEqualTo(upTo(sent));
    }
  }

  private interface Send {
    boolean of(long number) throws Exception;
  }

  private static long sendUntil(Class<? extends HandleStateException> end, BytesSender sender) throws Exception {
    return refusedWith(
        end,
        i -> {
          send(sender, i);
          return true;
        });
  }

  // {@return how many went}
  private static long refusedWith(Class<? extends HandleStateException> end, Send send) throws Exception {
    long sent = 0;
    while (true) {
      try {
        if (send.of(sent)) {
          sent++;
        }
      } catch (HandleInUseException meanwhile) {
        // Under way, or still here.
      } catch (HandleStateException over) {
        assertThat(over).isInstanceOf(end);
        return sent;
      }
    }
  }

  private static Object tryReceiveUntil(Class<? extends Exception> end, BytesReceiver receiver, List<Long> got)
      throws Exception {
    MemorySegment into = MemorySegment.ofArray(new long[1]);
    while (true) {
      try {
        if (receiver.tryReceive(into) != BytesReceiver.EMPTY) {
          got.add(into.get(ValueLayout.JAVA_LONG, 0));
        } else {
          LockSupport.parkNanos(1); // outside a call, or nobody could move the receiver where there is one processor
        }
      } catch (HandleInUseException meanwhile) {
        // Under way, or still here.
      } catch (HandleStateException | DisconnectedException over) {
        assertThat(over).isInstanceOf(end);
        return null;
      }
    }
  }

  // A call of the other thread may run at the moment of each try; it does not run at each.
  private static void untilFree(Callable<Boolean> move) throws Exception {
    while (true) {
      try {
        if (move.call()) {
          return;
        }
      } catch (HandleInUseException busy) {
        Thread.onSpinWait();
      }
    }
  }

  private static void send(BytesSender sender, long number) throws Exception {
    sender.send(MemorySegment.ofArray(new long[] {number}));
  }

  private static long sendSome(BytesSender sender) throws Exception {
    long most = 2_000;
    for (long i = 0; i < most; i++) {
      send(sender, i);
    }
    sender.close();
    return most;
  }

  private static Object sendLast(BytesSender sender) throws Exception {
    try (sender) {
      send(sender, LAST);
    }
    return null;
  }

  private static List<Long> take(BytesReceiver receiver, int count) throws Exception {
    MemorySegment into = MemorySegment.ofArray(new long[1]);
    List<Long> got = new ArrayList<>();
    while (got.size() < count) {
      assertThat(receiver.receive(into)).isEqualTo(Long.BYTES);
      got.add(into.get(ValueLayout.JAVA_LONG, 0));
    }
    return got;
  }

  // Up to the end, which is a goodbye: nothing may be behind that.
  private static void takeAll(BytesReceiver receiver, List<Long> got) throws Exception {
    MemorySegment into = MemorySegment.ofArray(new long[1]);
    try {
      while (true) {
        assertThat(receiver.receive(into)).isEqualTo(Long.BYTES);
        got.add(into.get(ValueLayout.JAVA_LONG, 0));
      }
    } catch (DisconnectedException over) {
      assertThat(over.reason()).isInstanceOfAny(CloseReason.Closed.class, CloseReason.Unknown.class);
    }
  }

  private static List<Long> upTo(long count) {
    return new ArrayList<>(LongStream.range(0, count).boxed().toList());
  }
}
