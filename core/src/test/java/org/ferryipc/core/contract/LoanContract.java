package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.Limits;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.Received;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.RegionFigures;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.LimitExceededException;
import org.junit.jupiter.api.Test;

/** Messages that are written where they are read. */
public abstract class LoanContract extends Contract {
  private static final int SIZE = 300_000;

  protected LoanContract(Fixture fixture) {
    super(fixture);
  }

  private static void send(BytesSender sender, int size, long seed) throws Exception {
    try (LoanedMessage message = sender.loan(size)) {
      message.segment().copyFrom(MemorySegment.ofArray(pattern(size, seed)));
      message.send();
    }
  }

  private static void holds(ReceivedLoan message, int size, long seed) {
    assertThat(message.length()).isEqualTo(size);
    assertThat(message.segment().mismatch(MemorySegment.ofArray(pattern(size, seed)))).isEqualTo(-1);
  }

  @Test
  void ofAnySizeAreReadInPlaceAndByEveryOtherWay() throws Exception {
    int n = packet();
    try (BytesChannel bytes = bytes()) {
      for (int size : new int[] {1, 7, 4095, 4096, 4097, n - 1, n, n + 1, 1 << 20, 8 << 20, (16 << 20) + 1}) {
        int rounds = size > (1 << 20) ? 1 : 3; // making and comparing megabytes takes longer than sending them
        for (int round = 0; round < rounds; round++) {
          send(bytes.sender(), size, size + round);
          try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
            holds(message, size, size + round);
            assertThat(message.segment().isReadOnly()).isTrue();
          }
        }
        send(bytes.sender(), size, size);
        assertPattern(bytes.receiver().receive(), size, size);
        send(bytes.sender(), size, size);
        MemorySegment into = MemorySegment.ofArray(new byte[size]);
        assertThat(bytes.receiver().receive(into)).isEqualTo(size);
        assertThat(into.mismatch(MemorySegment.ofArray(pattern(size, size)))).isEqualTo(-1);
      }
    }
  }

  @Test
  void andOrdinaryMessagesKeepTheirOrder() throws Exception {
    try (BytesChannel bytes = bytes()) {
      for (int i = 0; i < 40; i++) {
        int size = i % 4 == 1 ? SIZE : 10 + i;
        if (i % 2 == 0) {
          send(bytes.sender(), size, i);
        } else {
          bytes.sender().send(MemorySegment.ofArray(pattern(size, i)));
        }
        if (i % 4 == 3) {
          for (int back = i - 3; back <= i; back++) {
            try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
              holds(message, back % 4 == 1 ? SIZE : 10 + back, back);
            }
          }
        }
      }
    }
  }

  @Test
  void areZeroWhateverWasThereBefore() throws Exception {
    try (BytesChannel bytes = bytes()) {
      for (int i = 0; i < 5; i++) {
        int size = 100_000 - i * 10_000;
        try (LoanedMessage message = bytes.sender().loan(size)) {
          assertThat(message.segment().mismatch(MemorySegment.ofArray(new byte[size]))).isEqualTo(-1);
          message.segment().fill((byte) 0x55);
          if (i % 2 == 0) {
            message.send();
            bytes.receiver().takeLoaned().close();
          }
        }
      }
    }
  }

  @Test
  void canBeShorterThanTheLoan() throws Exception {
    try (BytesChannel bytes = bytes()) {
      for (long length : new long[] {0, 1, SIZE - 1, SIZE}) {
        try (LoanedMessage message = bytes.sender().loan(SIZE)) {
          assertThat(message.size()).isEqualTo(SIZE);
          message.segment().fill((byte) 3);
          message.shorten(length).send();
        }
        try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
          assertThat(message.length()).isEqualTo(length);
        }
      }
      try (LoanedMessage message = bytes.sender().loan(SIZE)) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> message.shorten(-1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> message.shorten(SIZE + 1));
      }
    }
  }

  @Test
  void ofATypedChannelAreInTheFormOfItsCodec() throws Exception {
    try (IpcChannel<String> texts = channel(String.class)) {
      texts.sender().send("ferry");
      byte[] encoded;
      try (ReceivedLoan message = texts.receiver().takeLoaned()) {
        encoded = message.segment().toArray(ValueLayout.JAVA_BYTE);
      }
      try (LoanedMessage message = texts.sender().loan(encoded.length)) {
        message.segment().copyFrom(MemorySegment.ofArray(encoded));
        message.send();
      }
      assertThat(texts.receiver().receive()).isEqualTo("ferry");
    }
  }

  @Test
  void ofNoSizeAndOverTheLimitAreRefused() throws Exception {
    try (BytesChannel bytes = Ferry.bytes(with(Limits.DEFAULT.withMessageBytes(SIZE)))) {
      for (long size : new long[] {0, -1, Long.MIN_VALUE}) {
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> bytes.sender().loan(size));
      }
      for (long size : new long[] {SIZE + 1L, Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE}) {
        assertThatExceptionOfType(LimitExceededException.class)
            .isThrownBy(() -> bytes.sender().loan(size))
            .satisfies(e -> assertThat(e.asked()).isEqualTo(size));
      }
      send(bytes.sender(), SIZE, 1);
      try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
        holds(message, SIZE, 1);
      }
    }
  }

  @Test
  void overTheReceiversLimitCostTheirMessageOnly() throws Exception {
    try (BytesChannel bytes = bytes();
        BytesReceiver receiver = bytes.receiver().withOptions(with(Limits.DEFAULT.withMessageBytes(SIZE - 1)))) {
      for (int i = 0; i < 3; i++) {
        send(bytes.sender(), SIZE, 1);
        assertThatExceptionOfType(LimitExceededException.class).isThrownBy(receiver::takeLoaned);
        send(bytes.sender(), SIZE - 1, 2);
        try (ReceivedLoan message = receiver.takeLoaned()) {
          holds(message, SIZE - 1, 2);
        }
      }
    }
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
      send(bytes.sender(), SIZE, 1);
      ReceivedLoan first = bytes.receiver().takeLoaned();
      first.close();
      send(bytes.sender(), SIZE, 2);
      try (ReceivedLoan second = bytes.receiver().takeLoaned()) {
        first.close();
        send(bytes.sender(), SIZE, 3);
        holds(second, SIZE, 2);
      }
      try (ReceivedLoan third = bytes.receiver().takeLoaned()) {
        holds(third, SIZE, 3);
      }
    }
  }

  @Test
  void belongToOneThread() throws Exception {
    try (BytesChannel bytes = bytes();
        LoanedMessage message = bytes.sender().loan(SIZE)) {
      for (java.util.concurrent.Callable<Object> use :
          List.<java.util.concurrent.Callable<Object>>of(
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
    send(bytes.sender(), SIZE, 1);
    ReceivedLoan received = bytes.receiver().takeLoaned();
    LoanedMessage unsent = bytes.sender().loan(SIZE);
    bytes.close();
    unsent.segment().fill((byte) 1);
    assertThatExceptionOfType(HandleClosedException.class).isThrownBy(unsent::send);
    assertThatExceptionOfType(HandleClosedException.class).isThrownBy(() -> bytes.sender().loan(1));
    holds(received, SIZE, 1);
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
  void waitForRoomAsOtherMessagesDo() throws Exception {
    try (BytesChannel bytes = bytes()) {
      int queued = 0;
      while (bytes.sender().trySend(MemorySegment.ofArray(new byte[1]))) {
        queued++;
      }
      try (LoanedMessage message = bytes.sender().loan(SIZE)) {
        message.segment().fill((byte) 9);
        assertThat(message.trySend()).isFalse();
        assertThat(message.trySend(Duration.ofMillis(1))).isFalse();
        for (int i = 0; i < queued; i++) {
          assertThat(bytes.receiver().receive()).hasSize(1);
        }
        assertThat(message.trySend(Duration.ofSeconds(30))).isTrue();
      }
      try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
        assertThat(message.segment().get(ValueLayout.JAVA_BYTE, SIZE - 1)).isEqualTo((byte) 9);
      }
    }
  }

  @Test
  void ofOneRegionBounceWithoutEnd() throws Exception {
    try (BytesChannel bytes = bytes()) {
      send(bytes.sender(), SIZE, 0);
      bytes.receiver().takeLoaned().close();
      RegionFigures warm = bytes.sender().regions().figures();
      for (int i = 0; i < 500; i++) {
        send(bytes.sender(), SIZE, i);
        try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
          holds(message, SIZE, i);
        }
      }
      RegionFigures after = bytes.sender().regions().figures();
      assertThat(after.commits()).isEqualTo(warm.commits());
      assertThat(after.givenBack()).isEqualTo(warm.givenBack());
      assertThat(after.committedBytes()).isEqualTo(warm.committedBytes());
      assertThat(after.reused()).isEqualTo(warm.reused() + 500);
    }
  }

  @Test
  void arePurgedAndTheRingResizedAtAnyTime() throws Exception {
    try (BytesChannel bytes = bytes()) {
      for (int ring : new int[] {3, 0, 1, 1024, 2, 16}) {
        bytes.sender().regions().resize(ring);
        assertThat(bytes.sender().regions().ringSize()).isEqualTo(ring);
        List<ReceivedLoan> held = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
          send(bytes.sender(), 5000, i);
          held.add(bytes.receiver().takeLoaned());
        }
        for (int i = 0; i < 5; i++) {
          holds(held.get(i), 5000, i);
          held.get(i).close();
        }
        bytes.sender().regions().purge();
        RegionFigures figures = bytes.sender().regions().figures();
        assertThat(figures.committedBytes()).isZero();
        assertThat(figures.emptyBytes()).isZero();
        assertThat(figures.out()).isZero();
      }
      for (int ring : new int[] {-1, 1025}) {
        assertThatExceptionOfType(IllegalArgumentException.class)
            .isThrownBy(() -> bytes.sender().regions().resize(ring));
      }
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
        send(sender, SIZE, i);
        try (ReceivedLoan message = receiver.takeLoaned()) {
          holds(message, SIZE, i);
        }
        send(sender, SIZE, i + 100);
        sender.send(MemorySegment.ofArray(pattern(SIZE, i + 200)));
        carrier.sender().send(receiver);
        receiver = carrier.receiver().receive();
        try (ReceivedLoan message = receiver.takeLoaned()) {
          holds(message, SIZE, i + 100);
        }
        assertPattern(receiver.receive(), SIZE, i + 200);
      }
      receiver.close();
    }
  }

  @Test
  void ofManyThreadsAreTheirOwn() throws Exception {
    try (BytesChannel bytes = bytes()) {
      int threads = 3;
      int each = 100;
      List<InBackground<Object>> sending = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int mine = thread;
        sending.add(
            InBackground.start(
                () -> {
                  for (int i = 0; i < each; i++) {
                    try (LoanedMessage message = bytes.sender().loan(10_000)) {
                      message.segment().fill((byte) (mine * each + i));
                      message.send();
                    }
                  }
                  return mine;
                }));
      }
      for (int i = 0; i < threads * each; i++) {
        try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
          byte first = message.segment().get(ValueLayout.JAVA_BYTE, 0);
          byte[] expected = new byte[10_000];
          java.util.Arrays.fill(expected, first);
          assertThat(message.segment().mismatch(MemorySegment.ofArray(expected))).isEqualTo(-1);
        }
      }
      for (InBackground<Object> sender : sending) {
        Object unused = sender.result();
      }
    }
  }
}
