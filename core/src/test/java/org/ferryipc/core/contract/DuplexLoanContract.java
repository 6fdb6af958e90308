package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.Limits;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.Received;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.RegionFigures;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.LimitExceededException;
import org.junit.jupiter.api.Test;

/** Loans on a channel that is used both ways: each direction has its own. */
public abstract class DuplexLoanContract extends Contract {
  private static final int SIZE = Loaned.SIZE;

  protected DuplexLoanContract(Fixture fixture) {
    super(fixture);
  }

  record Carrier(Duplex<String, String> end) {}

  @Test
  void goBothWaysBesideOtherMessages() throws Exception {
    try (DuplexPair<String, String> pair = duplex()) {
      for (int i = 0; i < 20; i++) {
        Loaned.send(pair.left().loan(SIZE + i), SIZE + i, i);
        pair.left().send("after " + i);
        Loaned.send(pair.right().loan(10 + i), 10 + i, -i);
        try (ReceivedLoan there = pair.right().takeLoaned();
            ReceivedLoan back = pair.left().takeLoaned()) {
          Loaned.holds(there, SIZE + i, i);
          Loaned.holds(back, 10 + i, -i);
        }
        assertThat(pair.right().receive()).isEqualTo("after " + i);
      }
      assertThat(pair.left().regions().figures().taken()).isEqualTo(20);
      assertThat(pair.right().regions().figures().taken()).isEqualTo(20);
    }
  }

  @Test
  void areInTheFormOfTheCodec() throws Exception {
    try (DuplexPair<String, String> pair = duplex()) {
      pair.left().send("ferry");
      byte[] encoded;
      try (ReceivedLoan message = pair.right().takeLoaned()) {
        encoded = message.segment().toArray(ValueLayout.JAVA_BYTE);
      }
      try (LoanedMessage message = pair.right().loan(encoded.length)) {
        message.segment().copyFrom(MemorySegment.ofArray(encoded));
        message.send();
      }
      assertThat(pair.left().receive()).isEqualTo("ferry");
    }
  }

  @Test
  void useTheirRegionAgain() throws Exception {
    try (DuplexPair<String, String> pair = duplex()) {
      Loaned.send(pair.left().loan(SIZE), SIZE, 0);
      pair.right().takeLoaned().close();
      RegionFigures warm = pair.left().regions().figures();
      for (int i = 0; i < 100; i++) {
        Loaned.send(pair.left().loan(SIZE), SIZE, i);
        try (ReceivedLoan message = pair.right().takeLoaned()) {
          Loaned.holds(message, SIZE, i);
        }
      }
      assertThat(pair.left().regions().figures().commits()).isEqualTo(warm.commits());
      pair.left().regions().purge();
      assertThat(pair.left().regions().figures().committedBytes()).isZero();
    }
  }

  @Test
  void areTakenIfThereAreAnyInTime() throws Exception {
    try (DuplexPair<String, String> pair = duplex()) {
      assertThat(pair.right().tryTakeLoaned()).isInstanceOf(Received.Empty.class);
      assertThat(pair.right().tryTakeLoaned(Duration.ofMillis(1))).isInstanceOf(Received.Empty.class);
      InBackground<Integer> taken = InBackground.start(() -> length(pair.right())).untilItWaits();
      Loaned.send(pair.left().loan(SIZE), SIZE, 1);
      assertThat(taken.result()).isEqualTo(SIZE);
      pair.left().close();
      assertThat(pair.right().tryTakeLoaned()).isInstanceOf(Received.Closed.class);
      assertThatExceptionOfType(DisconnectedException.class).isThrownBy(() -> pair.right().takeLoaned());
    }
  }

  private static int length(Duplex<String, String> end) throws Exception {
    try (ReceivedLoan message = end.takeLoaned()) {
      return (int) message.length();
    }
  }

  @Test
  void outliveTheirEndAndAreNotSentByAClosedOne() throws Exception {
    DuplexPair<String, String> pair = duplex();
    Loaned.send(pair.left().loan(SIZE), SIZE, 1);
    ReceivedLoan received = pair.right().takeLoaned();
    LoanedMessage unsent = pair.left().loan(SIZE);
    pair.close();
    assertThatExceptionOfType(HandleClosedException.class).isThrownBy(unsent::send);
    assertThatExceptionOfType(HandleClosedException.class).isThrownBy(() -> pair.left().loan(1));
    Loaned.holds(received, SIZE, 1);
    received.close();
    unsent.close();
  }

  @Test
  void ofNoSizeAndOverTheLimitAreRefused() throws Exception {
    try (DuplexPair<String, String> pair = duplex();
        Duplex<String, String> end = pair.left().withOptions(with(Limits.DEFAULT.withMessageBytes(SIZE)))) {
      assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> end.loan(0));
      assertThatExceptionOfType(LimitExceededException.class).isThrownBy(() -> end.loan(SIZE + 1L));
    }
  }

  @Test
  void areReadByWhomTheEndWasMovedTo() throws Exception {
    try (IpcChannel<Carrier> carrier = channel(Carrier.class);
        DuplexPair<String, String> pair = duplex()) {
      Duplex<String, String> travelling = pair.right();
      for (int i = 0; i < 5; i++) {
        Loaned.send(pair.left().loan(SIZE), SIZE, i);
        Loaned.send(pair.left().loan(SIZE), SIZE, i + 100);
        Loaned.send(travelling.loan(SIZE), SIZE, i + 200);
        ReceivedLoan held = travelling.takeLoaned();
        carrier.sender().send(new Carrier(travelling));
        travelling = carrier.receiver().receive().end();
        Loaned.holds(held, SIZE, i);
        held.close();
        try (ReceivedLoan message = travelling.takeLoaned();
            ReceivedLoan back = pair.left().takeLoaned()) {
          Loaned.holds(message, SIZE, i + 100);
          Loaned.holds(back, SIZE, i + 200);
        }
      }
      travelling.close();
    }
  }
}
