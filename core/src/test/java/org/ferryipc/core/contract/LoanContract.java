package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.Limits;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.failure.LimitExceededException;
import org.junit.jupiter.api.Test;

/** Messages that are written where they are read: what arrives. */
public abstract class LoanContract extends Contract {
  private static final int SIZE = Loaned.SIZE;

  protected LoanContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void ofAnySizeAreReadInPlaceAndByEveryOtherWay() throws Exception {
    int n = packet();
    try (BytesChannel bytes = bytes()) {
      for (int size : new int[] {1, 7, 4095, 4096, 4097, n - 1, n, n + 1, 1 << 20, 8 << 20, (16 << 20) + 1}) {
        int rounds = size > (1 << 20) ? 1 : 3; // making and comparing megabytes takes longer than sending them
        for (int round = 0; round < rounds; round++) {
          Loaned.send(bytes.sender(), size, size + round);
          try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
            Loaned.holds(message, size, size + round);
            assertThat(message.segment().isReadOnly()).isTrue();
          }
        }
        Loaned.send(bytes.sender(), size, size);
        assertPattern(bytes.receiver().receive(), size, size);
        Loaned.send(bytes.sender(), size, size);
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
          Loaned.send(bytes.sender(), size, i);
        } else {
          bytes.sender().send(MemorySegment.ofArray(pattern(size, i)));
        }
        if (i % 4 == 3) {
          for (int back = i - 3; back <= i; back++) {
            try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
              Loaned.holds(message, back % 4 == 1 ? SIZE : 10 + back, back);
            }
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
      Loaned.send(bytes.sender(), SIZE, 1);
      try (ReceivedLoan message = bytes.receiver().takeLoaned()) {
        Loaned.holds(message, SIZE, 1);
      }
    }
  }

  @Test
  void overTheReceiversLimitCostTheirMessageOnly() throws Exception {
    try (BytesChannel bytes = bytes();
        BytesReceiver receiver = bytes.receiver().withOptions(with(Limits.DEFAULT.withMessageBytes(SIZE - 1)))) {
      for (int i = 0; i < 3; i++) {
        Loaned.send(bytes.sender(), SIZE, 1);
        assertThatExceptionOfType(LimitExceededException.class).isThrownBy(receiver::takeLoaned);
        Loaned.send(bytes.sender(), SIZE - 1, 2);
        try (ReceivedLoan message = receiver.takeLoaned()) {
          Loaned.holds(message, SIZE - 1, 2);
        }
      }
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
          Arrays.fill(expected, first);
          assertThat(message.segment().mismatch(MemorySegment.ofArray(expected))).isEqualTo(-1);
        }
      }
      for (InBackground<Object> sender : sending) {
        Object unused = sender.result();
      }
    }
  }
}
