package org.ferryipc.unix.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LoanedMessage;
import org.ferryipc.core.Received;
import org.ferryipc.core.ReceivedLoan;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.leak.NothingLeaks;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.testing.ChildJvm;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A process is killed while it holds regions, of its own or of another: nothing is left, and what was sent is read. */
@ExtendWith(NothingLeaks.class)
@Timeout(120)
class KilledBorrowerTest {
  private static final int SIZE = 300_000;
  private static final int HELD = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The other end is the child's. */
  record Line(@Nullable BytesSender sender, @Nullable BytesReceiver receiver) {}

  private static long mappings() throws Exception {
    return Files.readAllLines(Path.of("/proc/self/maps")).stream().filter(l -> l.contains("ferry-regions")).count();
  }

  @Test
  void whatAKilledLenderHasSentIsReadInPlace() throws Exception {
    long before = mappings();
    try (ConnectedChild<Line, Integer> child = ConnectedChild.start(ChildJvm.of(Peer.class), Line.class, Integer.class);
        BytesChannel channel = Ferry.bytes()) {
      child.line().send(new Line(channel.sender(), null));
      assertThat(child.line().receive()).isEqualTo(HELD);
      List<ReceivedLoan> held = new ArrayList<>();
      held.add(channel.receiver().takeLoaned());
      child.jvm().kill();
      for (int i = 1; i < HELD; i++) {
        held.add(channel.receiver().takeLoaned());
      }
      assertThat(channel.receiver().tryTakeLoaned(PATIENCE)).isInstanceOf(Received.Closed.class);
      for (int i = 0; i < HELD; i++) {
        assertThat(held.get(i).segment().get(ValueLayout.JAVA_BYTE, SIZE - 1)).isEqualTo((byte) i);
        held.get(i).close();
      }
    }
    assertThat(mappings()).isEqualTo(before);
  }

  @Test
  void theLenderOfAKilledReceiverHearsOfItAndKeepsNothing() throws Exception {
    long before = mappings();
    try (ConnectedChild<Line, Integer> child = ConnectedChild.start(ChildJvm.of(Peer.class), Line.class, Integer.class);
        BytesChannel channel = Ferry.bytes()) {
      child.line().send(new Line(null, channel.receiver()));
      for (int i = 0; i < HELD; i++) {
        lend(channel.sender(), i);
      }
      assertThat(child.line().receive()).isEqualTo(HELD); // it holds them
      child.jvm().kill();
      assertThat(child.jvm().waitFor(PATIENCE)).isPositive();
      try (LoanedMessage message = channel.sender().loan(SIZE)) {
        message.send();
        assertThat(channel.sender()).as("a receiver that is gone").isNull();
      } catch (DisconnectedException gone) {
        assertThat(channel.sender().regions().figures().out()).isEqualTo(HELD);
      }
    }
    assertThat(mappings()).isEqualTo(before);
  }

  private static void lend(BytesSender sender, int value) throws Exception {
    try (LoanedMessage message = sender.loan(SIZE)) {
      message.segment().fill((byte) value);
      message.send();
    }
  }

  /** Sends or takes some loans, holds them, and waits to be killed. */
  static final class Peer {
    public static void main(String[] arguments) throws Exception {
      try (Duplex<Integer, Line> parent = ConnectedChild.parent(Integer.class, Line.class)) {
        Line line = parent.receive();
        List<Object> held = new ArrayList<>();
        BytesSender sender = line.sender();
        if (sender != null) {
          for (int i = 0; i < HELD; i++) {
            lend(sender, i);
          }
          LoanedMessage draft = sender.loan(SIZE);
          MemorySegment unused = draft.segment().fill((byte) 77);
          held.add(draft);
        }
        BytesReceiver receiver = line.receiver();
        if (receiver != null) {
          for (int i = 0; i < HELD; i++) {
            held.add(receiver.takeLoaned());
          }
        }
        parent.send(HELD);
        Line never = parent.receive();
        throw new AssertionError(never + " while holding " + held);
      }
    }
  }
}
