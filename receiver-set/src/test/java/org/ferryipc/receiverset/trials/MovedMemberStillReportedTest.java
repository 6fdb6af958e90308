package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.ferryipc.unix.processes.Blocked;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.processes.ProcessorTime;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/**
 * After servo/ipc-channel #133: what had left the set's table was still on the kernel's list. Epoll watches the open file,
 * not the number: a receiver that lives on in another process, with messages in it, would be reported for ever.
 */
class MovedMemberStillReportedTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration WATCHED = Duration.ofMillis(500);
  private static final String NAME = "ferry moved away";

  record Parcel(IpcReceiver<Note> receiver) {}

  @Test
  void isForgottenByTheKernelTooThoughItIsOpenAndReadableElsewhere() throws Exception {
    try (ConnectedChild<Parcel, Note> child =
            ConnectedChild.start(ChildJvm.of(NewOwner.class), Parcel.class, Note.class);
        ReceiverSet set = new ReceiverSet();
        IpcChannel<Note> moves = Ferry.channel(Note.class);
        IpcChannel<Note> stays = Ferry.channel(Note.class)) {
      Registration<Note> member = set.add(moves.receiver());
      Registration<Note> other = set.add(stays.receiver());
      moves.sender().send(new Note(0));
      assertThat(set.select()).singleElement().extracting(Selection::from).isSameAs(member);
      child.line().send(new Parcel(set.remove(member)));
      assertThat(child.line().receive()).isEqualTo(new Note(100)); // it has it
      for (int i = 1; i <= 10; i++) {
        moves.sender().send(new Note(i)); // nobody reads them now
      }
      FutureTask<List<Selection>> select = new FutureTask<>(set::select);
      Thread thread = Thread.ofPlatform().name(NAME).start(select);
      Blocked.awaitIn(thread, "Pollers");
      Duration before = ProcessorTime.ofThreads(NAME);
      Thread.sleep(WATCHED);
      Duration spent = ProcessorTime.ofThreads(NAME).minus(before);
      assertThat(select.isDone()).isFalse();
      assertThat(spent).as("processor time of a select with nothing to say").isLessThan(WATCHED.dividedBy(10));
      stays.sender().send(new Note(7));
      assertThat(select.get()).singleElement().extracting(Selection::from).isSameAs(other);
      child.line().send(new Parcel(null));
      for (int i = 1; i <= 10; i++) {
        assertThat(child.line().receive()).isEqualTo(new Note(i));
      }
      child.jvm().finish(PATIENCE);
      thread.join();
    }
  }

  /** Keeps the receiver open, and reads it when told to. */
  static final class NewOwner {
    public static void main(String[] arguments) throws Exception {
      try (Duplex<Note, Parcel> parent = ConnectedChild.parent(Note.class, Parcel.class);
          IpcReceiver<Note> receiver = parent.receive().receiver()) {
        parent.send(new Note(100));
        Parcel unused = parent.receive();
        for (int i = 1; i <= 10; i++) {
          parent.send(receiver.receive());
        }
      }
    }
  }
}
