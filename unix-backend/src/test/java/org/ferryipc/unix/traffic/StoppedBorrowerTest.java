package org.ferryipc.unix.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.Received;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.leak.NothingLeaks;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.processes.Stopped;
import org.ferryipc.unix.testing.ChildJvm;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A process is stopped while it holds regions: the other side waits for nothing but what it has not sent or not read. */
@ExtendWith(NothingLeaks.class)
@Timeout(120)
class StoppedBorrowerTest {
  private static final int SIZE = 300_000;
  private static final int HELD = 3;
  private static final int DRAFT = 99;

  /** The other end is the child's. */
  record Line(@Nullable BytesSender sender, @Nullable BytesReceiver receiver) {}

  @Test
  void whatAStoppedLenderHasSentIsReadAndItsDraftIsSentWhenItGoesOn() throws Exception {
    try (ConnectedChild<Line, Integer> child = ConnectedChild.start(ChildJvm.of(Lender.class), Line.class, Integer.class);
        BytesChannel channel = Ferry.bytes()) {
      child.line().send(new Line(channel.sender(), null));
      assertThat(child.line().receive()).isEqualTo(HELD); // are sent, and a draft is written
      try (Stopped stopped = Stopped.process(child.jvm().pid()).entirely()) {
        for (int i = 0; i < HELD; i++) {
          takes(channel.receiver(), i);
        }
        assertThat(channel.receiver().tryTakeLoaned(Duration.ofMillis(1))).isInstanceOf(Received.Empty.class);
      }
      child.line().send(new Line(null, null));
      takes(channel.receiver(), DRAFT);
    }
  }

  @Test
  void aStoppedReceiverCostsItsSenderAWaitForRoomAndNothingElse() throws Exception {
    try (ConnectedChild<Line, Integer> child =
            ConnectedChild.start(ChildJvm.of(Borrower.class), Line.class, Integer.class);
        BytesChannel channel = Ferry.bytes()) {
      child.line().send(new Line(null, channel.receiver()));
      for (int i = 0; i < HELD; i++) {
        assertThat(lends(channel.sender(), i)).isTrue();
      }
      assertThat(child.line().receive()).isEqualTo(HELD); // it holds them
      int sent = HELD;
      try (Stopped stopped = Stopped.process(child.jvm().pid()).entirely()) {
        while (lends(channel.sender(), sent)) {
          sent++;
        }
        channel.sender().regions().purge();
        assertThat(channel.sender().regions().figures().out()).isBetween(HELD, sent);
      }
      channel.sender().close();
      assertThat(child.line().receive()).as("all that was sent").isEqualTo(sent);
    }
  }

  private static boolean lends(BytesSender sender, int value) throws Exception {
    try (LoanedMessage message = sender.loan(SIZE)) {
      message.segment().fill((byte) value);
      return message.trySend();
    }
  }

  private static void takes(BytesReceiver receiver, int value) throws Exception {
    try (ReceivedLoan message = receiver.takeLoaned()) {
      holds(message, value);
    }
  }

  private static void holds(ReceivedLoan message, int value) {
    assertThat(message.segment().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) value);
    assertThat(message.segment().get(ValueLayout.JAVA_BYTE, SIZE - 1)).isEqualTo((byte) value);
  }

  /** Sends some loans, and one more when it is told to. */
  static final class Lender {
    public static void main(String[] arguments) throws Exception {
      try (Duplex<Integer, Line> parent = ConnectedChild.parent(Integer.class, Line.class);
          BytesSender sender = parent.receive().sender()) {
        for (int i = 0; i < HELD; i++) {
          assertThat(lends(sender, i)).isTrue();
        }
        try (LoanedMessage draft = sender.loan(SIZE)) {
          draft.segment().fill((byte) DRAFT);
          parent.send(HELD);
          Line goOn = parent.receive();
          assertThat(goOn.sender()).isNull();
          draft.send();
        }
      }
    }
  }

  /** Holds some loans, and then reads all others. */
  static final class Borrower {
    public static void main(String[] arguments) throws Exception {
      Deque<ReceivedLoan> held = new ArrayDeque<>();
      try (Duplex<Integer, Line> parent = ConnectedChild.parent(Integer.class, Line.class);
          BytesReceiver receiver = parent.receive().receiver()) {
        for (int i = 0; i < HELD; i++) {
          held.add(receiver.takeLoaned());
        }
        parent.send(HELD);
        int taken = HELD;
        while (receiver.tryTakeLoaned(Duration.ofMinutes(1)) instanceof Received.Message<ReceivedLoan>(ReceivedLoan next)) {
          try (next) {
            holds(next, taken++);
          }
        }
        for (int i = 0; i < HELD; i++) {
          holds(held.getFirst(), i);
          held.removeFirst().close();
        }
        parent.send(taken);
      }
    }
  }
}
