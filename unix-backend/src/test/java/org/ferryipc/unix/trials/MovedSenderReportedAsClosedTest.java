package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * After nailgun pull request #76: a thread that uses a handle while another moves it must be told that. The number is
 * given up before the handle is marked as moved, and in between a send said "closed", and share() made a reference to
 * nothing.
 */
@Timeout(60)
class MovedSenderReportedAsClosedTest {
  private static final int ROUNDS = Effort.of(100, 100_000);

  record Carrier(IpcSender<Note> cargo) {}

  @Test
  void aSendThatRacesWithTheMoveOfItsSenderSaysMovedOrInUse() throws Exception {
    raceWithAMove(
        sender -> {
          boolean unused = sender.trySend(new Note(1));
        });
  }

  private interface Use {
    void of(IpcSender<Note> sender) throws Exception;
  }

  private static void raceWithAMove(Use use) throws Exception {
    try (Racer racer = new Racer();
        IpcChannel<Carrier> way = Ferry.channel(Carrier.class)) {
      for (int i = 0; i < ROUNDS; i++) {
        try (IpcChannel<Note> moved = Ferry.channel(Note.class)) {
          racer.race(() -> way.sender().send(new Carrier(moved.sender())), () -> useUntilRefused(moved.sender(), use));
          arriveAndWork(way, moved);
        }
      }
    }
  }

  private static void useUntilRefused(IpcSender<Note> sender, Use use) throws Exception {
    while (true) {
      try {
        use.of(sender);
      } catch (HandleInUseException meanwhile) {
        Thread.onSpinWait();
      } catch (HandleMovedException right) {
        return;
      } catch (RuntimeException | AssertionError | IOException wrong) {
        fail("a sender in state " + sender.state() + " says " + wrong, wrong);
      }
    }
  }

  private static void arriveAndWork(IpcChannel<Carrier> way, IpcChannel<Note> moved) throws Exception {
    try (IpcSender<Note> arrived = way.receiver().receive().cargo()) {
      while (moved.receiver().tryReceive() instanceof org.ferryipc.core.Received.Message<Note>) {
        // What the racer sent before the move.
      }
      arrived.send(new Note(2));
      assertThat(moved.receiver().receive()).isEqualTo(new Note(2));
    }
  }
}
