package org.ferryipc.unix.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.leak.NothingLeaks;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.jspecify.annotations.Nullable;

/** An end of a channel goes from process to process, with messages unread at each hop: one queue. */
@ExtendWith(NothingLeaks.class)
@Timeout(120)
class MovedBetweenProcessesTest {
  private static final ChannelOptions LANES = ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int TURNS = 6;
  private static final int EACH = 300; // more than a packet queue takes
  private static final int READ_THERE = 60;

  /** What a child is to do with an end, which it gives back. */
  record Task(String what, int from, @Nullable IpcSender<Integer> sender, @Nullable IpcReceiver<Integer> receiver) {}

  @Test
  void theSenderMovesFromProcessToProcess() throws Exception {
    try (ConnectedChild<Task, Task> b = start();
        ConnectedChild<Task, Task> c = start();
        IpcReceiver<Integer> receiver = give(b, c, false)) {
      // Read by give.
    }
  }

  @Test
  void aSharedSenderComesBack() throws Exception {
    try (ConnectedChild<Task, Task> b = start();
        ConnectedChild<Task, Task> c = start();
        IpcReceiver<Integer> receiver = give(b, c, true)) {
      // Read by give.
    }
  }

  // Half of what each sends is read at once, so that its lane is taken; the rest when the next has sent.
  private static IpcReceiver<Integer> give(ConnectedChild<Task, Task> b, ConnectedChild<Task, Task> c, boolean shared)
      throws Exception {
    IpcChannel<Integer> channel = Ferry.channel(MessageType.of(Integer.class), LANES);
    IpcReceiver<Integer> receiver = channel.receiver();
    IpcSender<Integer> sender = channel.sender();
    int next = 0;
    int sent = 0;
    for (int turn = 0; turn < TURNS; turn++) {
      sent = send(sender, sent, 100);
      next = read(receiver, next, 50);
      sent = send(sender, sent, 100);
      ConnectedChild<Task, Task> child = turn % 2 == 0 ? b : c;
      if (shared) {
        child.line().send(new Task("send", sent, sender.share(), null));
      } else {
        child.line().send(new Task("send", sent, sender, null));
      }
      sent += EACH;
      next = read(receiver, next, sent - next - 20);
      IpcSender<Integer> back = child.line().receive().sender();
      if (shared) {
        back.close();
      } else {
        sender = back.withOptions(LANES);
      }
    }
    sender.close();
    next = read(receiver, next, sent - next);
    assertThat(receiver.tryReceive(PATIENCE)).isInstanceOf(Received.Closed.class);
    return receiver;
  }

  @Test
  void theReceiverMovesFromProcessToProcess() throws Exception {
    try (ConnectedChild<Task, Task> b = start();
        ConnectedChild<Task, Task> c = start();
        IpcChannel<Integer> channel = Ferry.channel(MessageType.of(Integer.class), LANES);
        IpcSender<Integer> sender = channel.sender()) {
      IpcReceiver<Integer> receiver = channel.receiver();
      int next = 0;
      int sent = 0;
      for (int turn = 0; turn < TURNS; turn++) { // a few more are unread each time, and fewer than a socket's queue takes
        sent = send(sender, sent, 60);
        next = read(receiver, next, 40);
        sent = send(sender, sent, 60);
        next = read(receiver, next, 7);
        ConnectedChild<Task, Task> child = turn % 2 == 0 ? b : c;
        child.line().send(new Task("read", next, null, receiver));
        sent = send(sender, sent, 10);
        receiver = child.line().receive().receiver().withOptions(LANES);
        next += READ_THERE;
      }
      sender.close();
      next = read(receiver, next, sent - next);
      assertThat(receiver.tryReceive(PATIENCE)).isInstanceOf(Received.Closed.class);
      receiver.close();
    }
  }

  private static ConnectedChild<Task, Task> start() throws Exception {
    return ConnectedChild.start(ChildJvm.of(Hop.class), Task.class, Task.class);
  }

  private static int send(IpcSender<Integer> sender, int next, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      sender.send(next + i);
    }
    return next + count;
  }

  private static int read(IpcReceiver<Integer> receiver, int next, int count) throws Exception {
    int expected = next;
    for (int i = 0; i < count; i++) {
      assertThat(receiver.receive()).isEqualTo(expected++);
    }
    return expected;
  }

  /** Does as it is told, and gives the end back. */
  static final class Hop {
    public static void main(String[] arguments) throws Exception {
      try (Duplex<Task, Task> parent = ConnectedChild.parent(Task.class, Task.class)) {
        while (true) {
          try (Delivery<Task> delivery = parent.take()) {
            Task task = delivery.value();
            if (task.what().equals("send")) {
              IpcSender<Integer> sender = task.sender().withOptions(LANES);
              int unused = send(sender, task.from(), EACH);
              parent.send(new Task("done", 0, sender, null));
            } else {
              IpcReceiver<Integer> receiver = task.receiver().withOptions(LANES);
              int unused = read(receiver, task.from(), READ_THERE);
              parent.send(new Task("done", 0, null, receiver));
            }
          }
        }
      } catch (DisconnectedException over) {
        // The parent has seen enough.
      }
    }
  }
}
