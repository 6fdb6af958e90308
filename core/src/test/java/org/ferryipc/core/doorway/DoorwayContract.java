package org.ferryipc.core.doorway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.contract.Patience;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.failure.RefusedException.Mismatch;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What servers, listeners and clients do over any transport. */
@Timeout(60)
public abstract class DoorwayContract {
  private static final MessageType<Hail> HAIL = MessageType.of(Hail.class);
  private static final MessageType<Word> WORD = MessageType.of(Word.class);
  private static final Duration LONG = Duration.ofSeconds(20);

  /** A message. */
  public record Hail(String text) {}

  /** Another. */
  public record Word(int number) {}

  /** A message with a handle. */
  public record Ask(String text, IpcSender<Word> reply) {}

  /** {@return options for the transport under test} */
  protected abstract DoorwayOptions options();

  /** {@return a name at which nobody listens} */
  protected abstract String freshName();

  private OneShotServer<Hail> server() throws Exception {
    return OneShotServer.open(HAIL, options());
  }

  private IpcSender<Hail> connect(String name) throws Exception {
    return Ferry.connect(name, HAIL, options(), LONG);
  }

  @Test
  void oneThreadCanConnectSendAndAccept() throws Exception {
    try (var server = server();
        var sender = connect(server.name())) {
      sender.send(new Hail("first"));
      sender.send(new Hail("second"));
      try (FirstMessage<Hail> first = server.accept()) {
        assertThat(first.message()).isEqualTo(new Hail("first"));
        assertThat(first.receiver().receive()).isEqualTo(new Hail("second"));
      }
    }
  }

  @Test
  void acceptCanWaitForTheClient() throws Exception {
    try (var server = server();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<FirstMessage<Hail>> accepting = threads.submit(() -> server.accept(LONG));
      try (var sender = connect(server.name())) {
        sender.send(new Hail("late"));
        try (FirstMessage<Hail> first = accepting.get()) {
          assertThat(first.message()).isEqualTo(new Hail("late"));
        }
      }
    }
  }

  @Test
  void handlesOfTheFirstMessageAreTheCallers() throws Exception {
    MessageType<Ask> ask = MessageType.of(Ask.class);
    try (var server = OneShotServer.open(ask, options());
        var client = Ferry.connect(server.name(), ask, options(), LONG)) {
      var replies = Ferry.channel(WORD, options().channel());
      client.send(new Ask("how many", replies.sender()));
      try (FirstMessage<Ask> first = server.accept(LONG);
          var receiver = replies.receiver()) {
        assertThat(first.message().text()).isEqualTo("how many");
        first.message().reply().send(new Word(3));
        assertThat(receiver.receive()).isEqualTo(new Word(3));
      }
    }
  }

  @Test
  void theNameIsUsedUpByTheFirstClient() throws Exception {
    try (var server = server();
        var sender = connect(server.name())) {
      assertThatThrownBy(() -> connect(server.name())).isInstanceOf(RefusedException.class);
      sender.send(new Hail("mine"));
      server.accept(LONG).close();
      assertThatThrownBy(() -> connect(server.name())).isInstanceOf(RefusedException.class);
    }
  }

  @Test
  void aClientOfAnotherTypeIsToldBothNamesAndUsesNothingUp() throws Exception {
    try (var server = server()) {
      assertThatThrownBy(() -> Ferry.connect(server.name(), WORD, options(), LONG))
          .isInstanceOfSatisfying(
              RefusedException.class,
              e -> assertThat(e.mismatch()).contains(new Mismatch("messages to the server", HAIL.name(), WORD.name())))
          .hasMessageContaining(HAIL.name())
          .hasMessageContaining(WORD.name());
      theServerStillWorks(server);
    }
  }

  @Test
  void aTwoWayClientIsRefusedByAOneWayServer() throws Exception {
    try (var server = server()) {
      assertThatThrownBy(() -> Ferry.connect(server.name(), HAIL, HAIL, options(), LONG))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("one-way")
          .hasMessageContaining("two-way");
      theServerStillWorks(server);
    }
  }

  @Test
  void aClientOfAnotherCodecIsToldBothNames() throws Exception {
    try (var server = server()) {
      DoorwayOptions other = options().withChannel(options().channel().withCodec(new Renamed()));
      assertThatThrownBy(() -> Ferry.connect(server.name(), HAIL, other, LONG))
          .isInstanceOfSatisfying(
              RefusedException.class,
              e -> assertThat(e.mismatch()).contains(new Mismatch("codec", Codec.smile().name(), "renamed")));
      theServerStillWorks(server);
    }
  }

  @Test
  void eitherSideCanLeaveNamesUnchecked() throws Exception {
    DoorwayOptions unchecked = options().withNames(NameCheck.IGNORED);
    for (boolean server : new boolean[] {true, false}) {
      try (var open = OneShotServer.open(HAIL, server ? unchecked : options());
          var sender =
              Ferry.connect(open.name(), MessageType.of(Twin.class), server ? options() : unchecked, LONG)) {
        sender.send(new Twin("same bytes"));
        try (var first = open.accept(LONG)) {
          assertThat(first.message()).isEqualTo(new Hail("same bytes"));
        }
      }
    }
  }

  /** Encodes as {@link Hail} does. */
  public record Twin(String text) {}

  @Test
  void acceptEndsAtItsLimitAndCanBeRepeated() throws Exception {
    try (var server = server()) {
      long begin = System.nanoTime();
      assertThatThrownBy(() -> server.accept(Duration.ofMillis(500))).isInstanceOf(IpcTimeoutException.class);
      Patience.assertEndedAt(Duration.ofMillis(500), Duration.ofNanos(System.nanoTime() - begin));
      theServerStillWorks(server);
    }
  }

  @Test
  void aClientThatSendsLateKeepsItsPlace() throws Exception {
    try (var server = server();
        var sender = connect(server.name())) {
      assertThatThrownBy(() -> server.accept(Duration.ofMillis(20))).isInstanceOf(IpcTimeoutException.class);
      sender.send(new Hail("at last"));
      try (var first = server.accept(LONG)) {
        assertThat(first.message()).isEqualTo(new Hail("at last"));
      }
    }
  }

  @Test
  void aClientThatLeavesWithoutAWordEndsTheServer() throws Exception {
    try (var server = server()) {
      connect(server.name()).close();
      assertThatThrownBy(() -> server.accept(LONG)).isInstanceOf(DisconnectedException.class);
      assertThatThrownBy(() -> server.accept(LONG)).isInstanceOf(HandleClosedException.class);
    }
  }

  @Test
  void aFirstMessageThatDoesNotDecodeEndsTheServer() throws Exception {
    DoorwayOptions unchecked = options().withNames(NameCheck.IGNORED);
    try (var server = OneShotServer.open(HAIL, unchecked);
        var sender = Ferry.connect(server.name(), WORD, unchecked, LONG)) {
      sender.send(new Word(1));
      assertThatThrownBy(() -> server.accept(LONG)).isInstanceOf(SerializationException.class);
      assertThatThrownBy(() -> server.accept(LONG)).isInstanceOf(HandleClosedException.class);
      assertThatThrownBy(() -> sender.send(new Word(2))).isInstanceOf(DisconnectedException.class);
    }
  }

  @Test
  void closingWakesAcceptWithin100Milliseconds() throws Exception {
    try (var server = server();
        var listener = IpcListener.open(HAIL, WORD, options())) {
      closeDuring(server, server::accept);
      closeDuring(listener, listener::accept);
    }
  }

  @Test
  void closingWakesAnAcceptThatWaitsForTheFirstMessage() throws Exception {
    try (var server = server();
        var sender = connect(server.name())) {
      closeDuring(server, server::accept);
      assertThatThrownBy(() -> sender.send(new Hail("too late"))).isInstanceOf(DisconnectedException.class);
    }
  }

  private interface Accept {
    Object call() throws Exception;
  }

  private static void closeDuring(AutoCloseable server, Accept accept) throws Exception {
    Waiter waiter = Waiter.start(accept::call);
    waiter.awaitWaiting();
    long begin = System.nanoTime();
    server.close();
    assertThat(waiter.failure()).isInstanceOf(HandleClosedException.class).hasMessageContaining(server.toString());
    Patience.assertAtOnce(Duration.ofNanos(System.nanoTime() - begin));
    server.close();
    assertThatThrownBy(accept::call).isInstanceOf(HandleClosedException.class);
  }

  @Test
  void anInterruptEndsAcceptAndNothingElse() throws Exception {
    try (var server = server();
        var listener = IpcListener.open(HAIL, WORD, options())) {
      interruptDuring(server::accept);
      interruptDuring(listener::accept);
      theServerStillWorks(server);
      try (var left = Ferry.connect(listener.name(), WORD, HAIL, options(), LONG);
          var right = listener.accept(LONG)) {
        left.send(new Word(1));
        assertThat(right.receive()).isEqualTo(new Word(1));
      }
    }
  }

  private static void interruptDuring(Accept accept) throws Exception {
    Waiter waiter = Waiter.start(accept::call);
    waiter.awaitWaiting();
    waiter.interrupt();
    assertThat(waiter.failure()).isInstanceOf(InterruptedException.class);
    Thread.currentThread().interrupt();
    assertThatThrownBy(accept::call).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void anInterruptedThreadOpensAndClosesAsAnyOther() throws Exception {
    String name = freshName();
    Thread.currentThread().interrupt();
    try (var made = server();
        var named = OneShotServer.open(name, HAIL, options())) {
      assertThat(Thread.interrupted()).isTrue();
      theServerStillWorks(made);
      theServerStillWorks(named);
      Thread.currentThread().interrupt();
    }
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void anInterruptedThreadDoesNotConnect() throws Exception {
    try (var server = server()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> connect(server.name())).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      theServerStillWorks(server);
    }
  }

  @Test
  void eachClientOfAListenerHasItsOwnChannel() throws Exception {
    int clients = 20;
    try (var listener = IpcListener.open(HAIL, WORD, options());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        int number = i;
        answers.add(threads.submit(() -> ask(listener.name(), number)));
      }
      for (int i = 0; i < clients; i++) {
        try (Duplex<Hail, Word> client = listener.accept(LONG)) {
          client.send(new Hail("you are " + client.receive().number()));
        }
      }
      for (int i = 0; i < clients; i++) {
        assertThat(answers.get(i).get()).isEqualTo("you are " + i);
      }
    }
  }

  private String ask(String name, int number) throws Exception {
    try (Duplex<Word, Hail> channel = Ferry.connect(name, WORD, HAIL, options(), LONG)) {
      channel.send(new Word(number));
      return channel.receive().text();
    }
  }

  @Test
  void closingAListenerLeavesAcceptedChannelsAndDropsTheOthers() throws Exception {
    try (var listener = IpcListener.open(HAIL, WORD, options());
        var accepted = Ferry.connect(listener.name(), WORD, HAIL, options(), LONG);
        var left = Ferry.connect(listener.name(), WORD, HAIL, options(), LONG);
        var here = listener.accept(LONG)) {
      listener.close();
      accepted.send(new Word(7));
      assertThat(here.receive()).isEqualTo(new Word(7));
      assertThat(left.tryReceive(LONG)).isInstanceOf(Received.Closed.class);
      assertThatThrownBy(() -> ask(listener.name(), 1)).isInstanceOf(RefusedException.class);
    }
  }

  @Test
  void messageTypesOfBothDirectionsAreCompared() throws Exception {
    try (var listener = IpcListener.open(HAIL, WORD, options())) {
      assertThatThrownBy(() -> Ferry.connect(listener.name(), HAIL, WORD, options(), LONG))
          .isInstanceOfSatisfying(
              RefusedException.class,
              e -> assertThat(e.mismatch()).contains(new Mismatch("messages to the server", WORD.name(), HAIL.name())));
      assertThatThrownBy(() -> Ferry.connect(listener.name(), WORD, WORD, options(), LONG))
          .isInstanceOfSatisfying(
              RefusedException.class,
              e -> assertThat(e.mismatch()).contains(new Mismatch("messages to the client", HAIL.name(), WORD.name())));
    }
  }

  @Test
  void nobodyListens() {
    String name = freshName();
    assertThatThrownBy(() -> connect(name)).isInstanceOf(RefusedException.class).hasMessageContaining(name);
  }

  @Test
  void aTakenNameIsRefusedAndAFreedOneIsNot() throws Exception {
    String name = freshName();
    try (var server = OneShotServer.open(name, HAIL, options())) {
      assertThat(server.name()).isEqualTo(name);
      assertThatThrownBy(() -> OneShotServer.open(name, HAIL, options())).isInstanceOf(RefusedException.class);
      theServerStillWorks(server);
    }
    OneShotServer.open(name, HAIL, options()).close();
  }

  @Test
  void namesMadeUpAreAllDifferent() throws Exception {
    try (var one = server();
        var two = server()) {
      assertThat(one.name()).isNotEqualTo(two.name());
    }
  }

  private void theServerStillWorks(OneShotServer<Hail> server) throws Exception {
    try (var sender = connect(server.name())) {
      sender.send(new Hail("still here"));
      try (FirstMessage<Hail> first = server.accept(LONG)) {
        assertThat(first.message()).isEqualTo(new Hail("still here"));
        IpcReceiver<Hail> rest = first.receiver();
        sender.close();
        assertThat(rest.tryReceive(LONG)).isInstanceOf(Received.Closed.class);
      }
    }
  }

  /** The default codec under another name. */
  private static final class Renamed implements Codec {
    @Override
    public String name() {
      return "renamed";
    }

    @Override
    public <T> MessageCodec<T> bind(MessageType<T> type, org.ferryipc.core.Limits limits)
        throws SerializationException {
      return Codec.smile().bind(type, limits);
    }
  }
}
