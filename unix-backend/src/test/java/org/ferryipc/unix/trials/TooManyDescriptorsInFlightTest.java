package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.LoadedClasses;
import org.junit.jupiter.api.Test;

/**
 * mercury-hpc/mercury #385: the kernel limits the descriptors that an unprivileged user has in flight to the limit of
 * open ones (ETOOMANYREFS), which no test on a developer's machine sees. Here the sender hears of it, keeps what was
 * refused, and goes on after the queue was read.
 */
class TooManyDescriptorsInFlightTest {
  private static final int LIMIT = 256;
  // The kernel counts by user, so this must be one whom nobody else on the machine is, nor another run of this test.
  // Debian gives out no number from 30,000 to 59,999 (policy manual, section 9.2.2).
  private static final int NOBODY_ELSE = 30_000 + (int) (ProcessHandle.current().pid() % 30_000);

  @Test
  void isATypedErrorThatPassesWhenTheQueueWasRead() throws Exception {
    assumeTrue(ChildJvm.mayChangeUser(), "only root may become a user whom nobody else is");
    try (ChildJvm child = ChildJvm.of(Child.class).asUser(NOBODY_ELSE).descriptorLimit(LIMIT).start()) {
      assertThat(child.finish(Duration.ofSeconds(50))).contains("done");
    }
  }

  record Envelope(List<IpcSender<Note>> ends) {}

  static final class Child {
    private final List<IpcReceiver<Note>> far = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
      LoadedClasses.all();
      Child child = new Child();
      child.fillAndRead(4);
      int before = count();
      for (int handles : new int[] {4, 1, 20}) {
        child.fillAndRead(handles);
        assertThat(count()).as("descriptors").isEqualTo(before);
      }
      System.out.println("done");
    }

    private static int count() {
      OpenDescriptors now = OpenDescriptors.now();
      return now.links().size() - (int) now.kept();
    }

    private List<IpcSender<Note>> fresh(int count) throws Exception {
      List<IpcSender<Note>> ends = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        IpcChannel<Note> channel = Ferry.channel(Note.class);
        ends.add(channel.sender());
        far.add(channel.receiver());
      }
      return ends;
    }

    private void forgetFar() {
      far.forEach(IpcReceiver::close);
      far.clear();
    }

    private void fillAndRead(int handles) throws Exception {
      try (IpcChannel<Envelope> channel = Ferry.channel(Envelope.class)) {
        int sent = 0;
        List<IpcSender<Note>> refused = fresh(handles);
        ResourceExhaustedException failure = null;
        while (failure == null) {
          try {
            channel.sender().send(new Envelope(refused));
            sent++;
            forgetFar();
            refused = fresh(handles);
          } catch (ResourceExhaustedException e) {
            failure = e;
          }
        }
        assertThat(failure.errno()).isEqualTo("ETOOMANYREFS");
        assertThat(failure.limit()).isEqualTo(LIMIT);
        assertThat(sent * handles).as("descriptors in flight").isBetween(LIMIT, LIMIT + 2 * handles);
        worksHere(refused);
        moreThanAPacketTakesIsRefusedToo(channel);
        readAll(channel, sent, handles);
        channel.sender().send(new Envelope(refused));
        try (Delivery<Envelope> delivery = channel.receiver().take()) {
          worksHere(delivery.value().ends());
        }
        forgetFar();
      }
    }

    private void worksHere(List<IpcSender<Note>> ends) throws Exception {
      for (int i = 0; i < ends.size(); i++) {
        assertThat(ends.get(i).state()).isEqualTo(HandleState.Open.INSTANCE);
        ends.get(i).send(new Note(i));
        assertThat(far.get(i).receive()).isEqualTo(new Note(i));
      }
    }

    /** References of one end cost one descriptor here, and one each on the way. */
    private static void moreThanAPacketTakesIsRefusedToo(IpcChannel<Envelope> channel) throws Exception {
      try (IpcChannel<Note> one = Ferry.channel(Note.class)) {
        List<IpcSender<Note>> many = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
          many.add(one.sender().share());
        }
        try {
          channel.sender().send(new Envelope(many));
          throw new AssertionError("300 descriptors more were taken");
        } catch (ResourceExhaustedException e) {
          assertThat(e.errno()).isEqualTo("ETOOMANYREFS");
        }
        many.getLast().send(new Note(7));
        assertThat(one.receiver().receive()).isEqualTo(new Note(7));
        assertThat(many).allMatch(end -> end.state() == HandleState.Open.INSTANCE);
        many.forEach(IpcSender::close);
      }
    }

    private static void readAll(IpcChannel<Envelope> channel, int sent, int handles) throws Exception {
      for (int i = 0; i < sent; i++) {
        try (Delivery<Envelope> delivery = channel.receiver().take()) {
          assertThat(delivery.value().ends()).hasSize(handles);
        }
      }
      assertThat(channel.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
    }
  }
}
