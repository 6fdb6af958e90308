package org.ferryipc.receiverset.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.ferryipc.unix.processes.ConnectedChild;
import org.ferryipc.unix.processes.Stopped;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;

/** Peers that are stopped or killed in the middle of sending, and a selecting process that is itself stopped. */
class StoppedPeerStopsOthersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int CHANNELS = 8;
  private static final int LARGE = 300_000; // more than a packet: it travels in a file

  record Ends(List<IpcSender<Load>> senders) {}

  record Load(long number, byte[] body) {}

  record Parcel(IpcReceiver<Note> receiver) {}

  @Test
  void aStoppedPeerSaysNothingAndAKilledOneEndsWhileTheOthersAreServed() throws Exception {
    try (ConnectedChild<Ends, Note> child = ConnectedChild.start(ChildJvm.of(Sender.class), Ends.class, Note.class);
        ReceiverSet set = new ReceiverSet();
        IpcChannel<Load> own = Ferry.channel(Load.class)) {
      Map<Registration<?>, Long> next = new HashMap<>();
      List<IpcSender<Load>> senders = new ArrayList<>();
      for (int i = 0; i < CHANNELS; i++) {
        IpcChannel<Load> channel = Ferry.channel(Load.class);
        next.put(set.add(channel.receiver()), 0L);
        senders.add(channel.sender());
      }
      child.line().send(new Ends(senders));
      Registration<Load> mine = set.add(own.receiver());
      for (int i = 0; i < 200; i++) {
        take(set.select(), next);
      }
      try (Stopped unused = Stopped.process(child.jvm().pid())) {
        List<Selection> rest;
        do {
          rest = set.selectNow();
          take(rest, next);
        } while (!rest.isEmpty());
        for (int i = 0; i < 100; i++) {
          own.sender().send(new Load(i, new byte[0]));
          boolean seen = false;
          while (!seen) { // a message may still be on its way when the stop is noticed
            for (Selection selection : set.select(PATIENCE)) {
              if (selection instanceof Selection.Message m && m.as(mine) instanceof Load load) {
                assertThat(load.number()).isEqualTo(i);
                seen = true;
              } else {
                take(List.of(selection), next);
              }
            }
          }
        }
      }
      for (int i = 0; i < 200; i++) {
        take(set.select(), next);
      }
      child.jvm().kill();
      Set<Registration<?>> closed = new HashSet<>();
      while (closed.size() < CHANNELS) {
        for (Selection selection : set.select()) {
          if (selection instanceof Selection.Closed(var from, var reason)) {
            assertThat(closed.add(from)).isTrue();
          } else {
            take(List.of(selection), next);
          }
        }
      }
      assertThat(set.size()).isEqualTo(1);
      own.sender().send(new Load(1, new byte[0]));
      assertThat(set.select()).hasSize(1);
    }
  }

  // Every message is whole, and none is missing.
  private static void take(List<Selection> batch, Map<Registration<?>, Long> next) {
    for (Selection selection : batch) {
      Load load = ((Selection.Message) selection).as(Load.class);
      long expected = next.merge(selection.from(), 1L, Long::sum) - 1;
      assertThat(load.number()).isEqualTo(expected);
      assertThat(load.body()).hasSize(expected % 10 == 0 ? LARGE : 10);
      assertThat(load.body()[load.body().length - 1]).isEqualTo((byte) expected);
    }
  }

  /** Sends on all its channels, as fast as they take it, until it is killed. */
  static final class Sender {
    public static void main(String[] arguments) throws Exception {
      try (Duplex<Note, Ends> parent = ConnectedChild.parent(Note.class, Ends.class)) {
        List<IpcSender<Load>> senders = parent.receive().senders();
        for (long i = 0; ; i++) {
          byte[] body = new byte[i % 10 == 0 ? LARGE : 10];
          body[body.length - 1] = (byte) i;
          for (IpcSender<Load> sender : senders) {
            sender.send(new Load(i, body));
          }
        }
      } catch (DisconnectedException parentIsGone) {
        // The test failed, and says so itself.
      }
    }
  }

  /** As receiver_set_eintr of ipc-channel. */
  @Test
  void aSelectThatIsStoppedAndContinuedGoesOn() throws Exception {
    try (ConnectedChild<Parcel, Note> child = ConnectedChild.start(ChildJvm.of(Selector.class), Parcel.class, Note.class);
        IpcChannel<Note> channel = Ferry.channel(Note.class)) {
      child.line().send(new Parcel(channel.receiver()));
      assertThat(child.line().receive()).isEqualTo(new Note(-1)); // it is about to select
      for (int i = 0; i < 20; i++) {
        Stopped.process(child.jvm().pid()).close();
        channel.sender().send(new Note(i));
        assertThat(child.line().receive()).isEqualTo(new Note(i));
      }
      channel.sender().close();
      assertThat(child.line().receive()).isEqualTo(new Note(-2));
      child.jvm().finish(PATIENCE);
    }
  }

  /** Answers what it selects. */
  static final class Selector {
    public static void main(String[] arguments) throws Exception {
      try (Duplex<Note, Parcel> parent = ConnectedChild.parent(Note.class, Parcel.class);
          ReceiverSet set = new ReceiverSet()) {
        Registration<Note> member = set.add(parent.receive().receiver());
        parent.send(new Note(-1));
        while (member.isMember()) {
          List<Selection> batch = set.select();
          assertThat(batch).hasSize(1);
          switch (batch.getFirst()) {
            case Selection.Message m -> parent.send(m.as(member));
            case Selection.Closed c -> parent.send(new Note(-2));
            case Selection.Failed(var from, var error) -> throw error;
          }
        }
      }
    }
  }
}
