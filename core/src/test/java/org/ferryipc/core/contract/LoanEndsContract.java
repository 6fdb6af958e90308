package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.Callable;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.Received;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.junit.jupiter.api.Test;

/** When a loan is over, for whom, and what that leaves. */
public abstract class LoanEndsContract extends Contract {
  private static final int SIZE = Loaned.SIZE;

  protected LoanEndsContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void areOverWhenTheyWereSentOrClosed() throws Exception {
    try (BytesChannel bytes = bytes()) {
      LoanedMessage sent = bytes.sender().loan(SIZE);
      sent.send();
      assertThatExceptionOfType(HandleMovedException.class).isThrownBy(sent::send);
      assertThatExceptionOfType(HandleMovedException.class).isThrownBy(sent::trySend);
      assertThatExceptionOfType(HandleMovedException.class).isThrownBy(sent::segment);
      assertThatExceptionOfType(HandleMovedException.class).isThrownBy(() -> sent.shorten(1));
      sent.close();
      sent.close();
      LoanedMessage closed = bytes.sender().loan(SIZE);
      closed.close();
      closed.close();
      assertThatExceptionOfType(HandleClosedException.class).isThrownBy(closed::send);
      assertThatExceptionOfType(HandleClosedException.class).isThrownBy(closed::segment);
      ReceivedLoan received = bytes.receiver().takeLoaned();
      received.close();
      received.close();
      assertThatExceptionOfType(HandleClosedException.class).isThrownBy(received::segment);
      assertThat(bytes.receiver().tryTakeLoaned()).as("it was sent once").isInstanceOf(Received.Empty.class);
    }
  }

  @Test
  void releasedTwiceDoNotReleaseWhatIsThereNow() throws Exception {
    try (BytesChannel bytes = bytes()) {
      Loaned.send(bytes.sender(), SIZE, 1);
      ReceivedLoan first = bytes.receiver().takeLoaned();
      first.close();
      Loaned.send(bytes.sender(), SIZE, 2);
      try (ReceivedLoan second = bytes.receiver().takeLoaned()) {
        first.close();
        Loaned.send(bytes.sender(), SIZE, 3);
        Loaned.holds(second, SIZE, 2);
      }
      try (ReceivedLoan third = bytes.receiver().takeLoaned()) {
        Loaned.holds(third, SIZE, 3);
      }
    }
  }

  @Test
  void belongToOneThread() throws Exception {
    try (BytesChannel bytes = bytes();
        LoanedMessage message = bytes.sender().loan(SIZE)) {
      for (Callable<Object> use :
          List.<Callable<Object>>of(
              message::trySend,
              message::segment,
              () -> message.shorten(1),
              () -> {
                message.close();
                return message;
              })) {
        InBackground<Object> elsewhere = InBackground.start(use);
        assertThatThrownBy(elsewhere::result).hasRootCauseInstanceOf(WrongThreadException.class);
      }
      message.send();
      try (ReceivedLoan received = bytes.receiver().takeLoaned()) {
        InBackground<Object> elsewhere = InBackground.start(received::segment);
        assertThatThrownBy(elsewhere::result).hasRootCauseInstanceOf(WrongThreadException.class);
        InBackground<Object> closing =
            InBackground.start(
                () -> {
                  received.close();
                  return received;
                });
        assertThatThrownBy(closing::result).hasRootCauseInstanceOf(WrongThreadException.class);
        assertThat(received.segment().byteSize()).isEqualTo(SIZE);
      }
    }
  }

  @Test
  void outliveTheirChannel() throws Exception {
    BytesChannel bytes = bytes();
    Loaned.send(bytes.sender(), SIZE, 1);
    ReceivedLoan received = bytes.receiver().takeLoaned();
    LoanedMessage unsent = bytes.sender().loan(SIZE);
    bytes.close();
    unsent.segment().fill((byte) 1);
    assertThatExceptionOfType(HandleClosedException.class).isThrownBy(unsent::send);
    assertThatExceptionOfType(HandleClosedException.class).isThrownBy(() -> bytes.sender().loan(1));
    Loaned.holds(received, SIZE, 1);
    received.close();
    unsent.close();
  }

  @Test
  void withoutAReceiverAreNotSentAndStay() throws Exception {
    try (BytesChannel bytes = bytes();
        LoanedMessage message = bytes.sender().loan(SIZE)) {
      bytes.receiver().close();
      assertThatExceptionOfType(DisconnectedException.class).isThrownBy(message::send);
      assertThat(message.segment().byteSize()).isEqualTo(SIZE);
    }
  }

  @Test
  void areReadByWhomTheReceiverWasMovedTo() throws Exception {
    IpcChannel<BytesReceiver> carrier = channel(BytesReceiver.class);
    BytesChannel bytes = bytes();
    try (carrier;
        BytesSender sender = bytes.sender()) {
      BytesReceiver receiver = bytes.receiver();
      for (int i = 0; i < 10; i++) {
        Loaned.send(sender, SIZE, i);
        try (ReceivedLoan message = receiver.takeLoaned()) {
          Loaned.holds(message, SIZE, i);
        }
        Loaned.send(sender, SIZE, i + 100);
        sender.send(MemorySegment.ofArray(pattern(SIZE, i + 200)));
        carrier.sender().send(receiver);
        receiver = carrier.receiver().receive();
        try (ReceivedLoan message = receiver.takeLoaned()) {
          Loaned.holds(message, SIZE, i + 100);
        }
        assertPattern(receiver.receive(), SIZE, i + 200);
      }
      receiver.close();
    }
  }

  @Test
  void thatWaitAreWokenByAnInterruptAndByTheClosingOfTheirEnd() throws Exception {
    for (InBackground.Kind kind : InBackground.Kind.values()) {
      BytesChannel bytes = bytes();
      try (bytes) {
        InBackground<ReceivedLoan> interrupted = kind.start(bytes.receiver()::takeLoaned).untilItWaits();
        interrupted.interrupt();
        assertThat(interrupted.failure()).isInstanceOf(InterruptedException.class);
        InBackground<Integer> taken = kind.start(() -> take(bytes)).untilItWaits();
        Loaned.send(bytes.sender(), SIZE, 1);
        assertThat(taken.result()).as("the interrupt took nothing").isEqualTo(SIZE);
        while (bytes.sender().trySend(MemorySegment.ofArray(new byte[1]))) {}
        InBackground<Object> stopped = kind.start(() -> sendOne(bytes)).untilItWaits();
        stopped.interrupt();
        assertThat(stopped.failure()).isInstanceOf(InterruptedException.class);
        InBackground<Object> closed = kind.start(() -> sendOne(bytes)).untilItWaits();
        bytes.sender().close();
        assertThat(closed.failure()).isInstanceOf(HandleClosedException.class);
      }
      BytesChannel idle = bytes();
      InBackground<ReceivedLoan> waiting = kind.start(idle.receiver()::takeLoaned).untilItWaits();
      idle.receiver().close();
      assertThat(waiting.failure()).isInstanceOf(HandleClosedException.class);
      idle.close();
    }
  }

  private static int take(BytesChannel bytes) throws Exception {
    try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
      Loaned.holds(message, SIZE, 1);
      return (int) message.length();
    }
  }

  private static Object sendOne(BytesChannel bytes) throws Exception {
    Loaned.send(bytes.sender(), SIZE, 2);
    return bytes;
  }
}
