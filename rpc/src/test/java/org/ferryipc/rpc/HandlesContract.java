package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.IpcException;
import org.junit.jupiter.api.Test;

/** Handles move with the call, with its result, and nowhere if there is none. */
abstract class HandlesContract extends RpcContract {
  HandlesContract(Fixture fixture) {
    super(fixture);
  }

  record Parcel(String label, List<IpcSender<String>> senders) {}

  interface Depot {
    void take(IpcSender<String> sender);

    void all(IpcSender<String> sender, IpcReceiver<String> receiver, BytesSender bytes, Duplex<String, String> duplex);

    IpcReceiver<String> open(String first) throws IpcException;

    Parcel pass(Parcel parcel);

    void fails(IpcSender<String> sender);

    IpcSender<String> giveMoved();

    void number(IpcSender<String> sender, NoSuch value);
  }

  /** A value that does not decode on the other side. */
  record NoSuch(int value) {
    NoSuch {
      if (value == 0 && Thread.currentThread().getName().startsWith("ferry-rpc")) {
        throw new IllegalArgumentException("no zero here");
      }
    }
  }

  private final class Served implements Depot {
    final List<IpcSender<String>> kept = new ArrayList<>();

    @Override
    public void take(IpcSender<String> sender) {
      send(sender, "taken");
    }

    @Override
    public void all(
        IpcSender<String> sender, IpcReceiver<String> receiver, BytesSender bytes, Duplex<String, String> duplex) {
      try (sender;
          receiver;
          bytes;
          duplex) {
        sender.send(receiver.receive());
        duplex.send("through the duplex");
        bytes.send(java.nio.ByteBuffer.wrap(new byte[] {1, 2}));
      } catch (IpcException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public IpcReceiver<String> open(String first) throws IpcException {
      IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options());
      send(channel.sender(), first);
      return channel.receiver();
    }

    @Override
    public Parcel pass(Parcel parcel) {
      return parcel;
    }

    @Override
    public void fails(IpcSender<String> sender) {
      sender.close();
      throw new IllegalStateException("after the move");
    }

    @Override
    public IpcSender<String> giveMoved() {
      try (IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options())) {
        return channel.sender();
      } catch (IpcException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void number(IpcSender<String> sender, NoSuch value) {
      sender.close();
    }
  }

  private static void send(IpcSender<String> sender, String text) {
    try (sender) {
      sender.send(text);
    } catch (IpcException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private IpcChannel<String> channel() throws IpcException {
    return Ferry.channel(MessageType.of(String.class), fixture.options());
  }

  @Test
  void handlesOfEveryKindMoveIntoTheCall() throws Exception {
    try (Sides sides = serve(Depot.class, new Served());
        IpcChannel<String> answers = channel();
        IpcChannel<String> questions = channel();
        BytesChannel bytes = Ferry.bytes(fixture.options());
        DuplexPair<String, String> duplex = pair()) {
      Depot depot = sides.remote(Depot.class);
      depot.take(answers.sender().share());
      assertThat(answers.receiver().receive()).isEqualTo("taken");
      questions.sender().send("question");
      depot.all(answers.sender(), questions.receiver(), bytes.sender(), duplex.left());
      assertThat(answers.receiver().receive()).isEqualTo("question");
      assertThat(bytes.receiver().receive()).containsExactly(1, 2);
      assertThat(duplex.right().receive()).isEqualTo("through the duplex");
      assertThat(answers.sender().state()).isInstanceOf(HandleState.Moved.class);
    }
  }

  @Test
  void handlesComeBackAsResultsAndInsideRecordsAndLists() throws Exception {
    try (Sides sides = serve(Depot.class, new Served());
        IpcChannel<String> one = channel();
        IpcChannel<String> two = channel()) {
      Depot depot = sides.remote(Depot.class);
      try (IpcReceiver<String> opened = depot.open("here")) {
        assertThat(opened.receive()).isEqualTo("here");
      }
      Parcel back = depot.pass(new Parcel("two", List.of(one.sender(), two.sender())));
      for (IpcSender<String> sender : back.senders()) {
        send(sender, back.label());
      }
      assertThat(one.receiver().receive()).isEqualTo("two");
      assertThat(two.receiver().receive()).isEqualTo("two");
    }
  }

  @Test
  void aHandleThatHasMovedIsRefusedHereAndTheOthersStay() throws Exception {
    try (Sides sides = serve(Depot.class, new Served());
        IpcChannel<String> one = channel();
        IpcChannel<String> two = channel()) {
      Depot depot = sides.remote(Depot.class);
      depot.take(one.sender());
      assertThatThrownBy(() -> depot.pass(new Parcel("moved", List.of(two.sender(), one.sender()))))
          .isInstanceOf(HandleMovedException.class);
      assertThat(two.sender().state()).isInstanceOf(HandleState.Open.class);
      two.sender().send("still mine");
      assertThat(two.receiver().receive()).isEqualTo("still mine");
    }
  }

  @Test
  void aBadArgumentCostsItsCallAndItsHandlesClose() throws Exception {
    try (Sides sides = serve(Depot.class, new Served());
        IpcChannel<String> one = channel()) {
      Depot depot = sides.remote(Depot.class);
      assertThatThrownBy(() -> depot.number(one.sender(), new NoSuch(0)))
          .isInstanceOfSatisfying(
              RpcException.BadArgument.class,
              e -> {
                assertThat(e).hasMessageContaining("no zero here");
                assertThat(e.mayHaveExecuted()).isFalse();
              });
      assertThatThrownBy(() -> one.receiver().receive())
          .isInstanceOf(org.ferryipc.core.failure.DisconnectedException.class);
      try (IpcReceiver<String> next = depot.open("next")) {
        assertThat(next.receive()).isEqualTo("next");
      }
    }
  }

  @Test
  void aResultThatCannotBeSentFailsItsCall() throws Exception {
    try (Sides sides = serve(Depot.class, new Served())) {
      Depot depot = sides.remote(Depot.class);
      assertThatThrownBy(depot::giveMoved)
          .isInstanceOfSatisfying(
              RpcException.RemoteFailure.class, e -> assertThat(e.type()).contains("HandleClosedException"));
      try (IpcReceiver<String> next = depot.open("next")) {
        assertThat(next.receive()).isEqualTo("next");
      }
    }
  }

  @Test
  void handlesOfACallThatThrewHaveMovedNevertheless() throws Exception {
    try (Sides sides = serve(Depot.class, new Served());
        IpcChannel<String> one = channel()) {
      assertThatThrownBy(() -> sides.remote(Depot.class).fails(one.sender()))
          .isInstanceOf(RpcException.RemoteFailure.class);
      assertThat(one.sender().state()).isInstanceOf(HandleState.Moved.class);
    }
  }
}
