package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.FirstMessage;
import org.ferryipc.core.doorway.OneShotServer;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A child that is told a one-shot name, and the ends that travel between it and this process. */
@Timeout(60)
class CrossProcessTest {
  private static final int CRASHED = 3;
  private static final Duration LONG = Duration.ofSeconds(30);

  record Text(String text) {}

  /** An end for answers. */
  record WithSender(String text, IpcSender<Text> answers) {}

  /** An end with messages in it. */
  record WithReceiver(IpcReceiver<Text> messages) {}

  /** An end in whose messages are ends. */
  record Nested(IpcReceiver<WithReceiver> inner, IpcSender<Text> answers) {}

  /** Does what the test says, over names that it is given. */
  static final class Child {
    public static void main(String[] arguments) throws Exception {
      switch (arguments[0]) {
        case "send" -> send(arguments[1]);
        case "connect and crash" -> connectAndCrash(arguments[1]);
        case "send a sender" -> sendASender(arguments[1]);
        case "read a nested receiver" -> readANestedReceiver(arguments[1]);
        default -> throw new AssertionError(arguments[0]);
      }
    }

    private static void send(String name) throws Exception {
      try (IpcSender<Text> sender = Ferry.connect(name, Text.class)) {
        sender.send(new Text("hello"));
      }
    }

    private static void connectAndCrash(String name) throws Exception {
      IpcSender<Text> unused = Ferry.connect(name, Text.class);
      Runtime.getRuntime().halt(CRASHED);
    }

    private static void sendASender(String name) throws Exception {
      try (IpcSender<WithSender> sender = Ferry.connect(name, WithSender.class);
          IpcReceiver<Text> back = answers(sender)) {
        Text answer = back.receive();
        IpcChannel<Text> unused = Ferry.channel(Text.class);
        sender.send(new WithSender(answer.text() + " back", unused.sender()));
        unused.receiver().close();
      }
    }

    private static IpcReceiver<Text> answers(IpcSender<WithSender> to) throws Exception {
      IpcChannel<Text> channel = Ferry.channel(Text.class);
      to.send(new WithSender("answer here", channel.sender()));
      return channel.receiver();
    }

    private static void readANestedReceiver(String parent) throws Exception {
      IpcChannel<Nested> channel = Ferry.channel(Nested.class);
      try (IpcSender<IpcSender<Nested>> sender =
              Ferry.connect(
                  parent, new NestedSender(), DoorwayOptions.defaults(), LONG);
          IpcReceiver<Nested> receiver = channel.receiver()) {
        sender.send(channel.sender());
        Nested nested = receiver.receive();
        try (var inner = nested.inner();
            var answers = nested.answers()) {
          WithReceiver message = inner.receive();
          try (var messages = message.messages()) {
            answers.send(new Text(messages.receive().text() + " " + messages.receive().text()));
          }
        }
      }
    }
  }

  /** A message that is an end itself. */
  static final class NestedSender extends MessageType<IpcSender<Nested>> {}

  @Test
  void aChildConnectsByNameAndSends() throws Exception {
    try (var server = OneShotServer.open(Text.class);
        ChildJvm child = ChildJvm.of(Child.class, "send", server.name()).start();
        FirstMessage<Text> first = server.accept(LONG)) {
      assertThat(first.message()).isEqualTo(new Text("hello"));
      assertThat(first.peer().pid()).hasValue(child.pid());
      assertThat(first.receiver().tryReceive(LONG)).isInstanceOf(Received.Closed.class);
      child.finish(LONG);
    }
  }

  /** After servo/ipc-channel #261: the server went on waiting for its one client, which had crashed. */
  @Test
  void aChildThatConnectsAndCrashesEndsTheWait() throws Exception {
    try (var server = OneShotServer.open(Text.class);
        ChildJvm child = ChildJvm.of(Child.class, "connect and crash", server.name()).start()) {
      assertThatThrownBy(() -> server.accept(LONG))
          .isInstanceOfSatisfying(
              DisconnectedException.class, e -> assertThat(e.reason()).isEqualTo(new CloseReason.Died()));
      assertThat(child.waitFor(LONG)).isEqualTo(CRASHED);
      assertThat(Path.of(server.name())).doesNotExist();
    }
  }

  @Test
  void aChildSendsASenderAndIsAnswered() throws Exception {
    try (var server = OneShotServer.open(WithSender.class);
        ChildJvm child = ChildJvm.of(Child.class, "send a sender", server.name()).start();
        FirstMessage<WithSender> first = server.accept(LONG)) {
      first.message().answers().send(new Text("there and"));
      WithSender second = first.receiver().receive();
      assertThat(second.text()).isEqualTo("there and back");
      second.answers().close();
      child.finish(LONG);
    }
  }

  @Test
  void aReceiverQueuedInAReceiversQueueMovesToAChildWithAllItsMessages() throws Exception {
    try (var server =
            OneShotServer.open(new NestedSender(), DoorwayOptions.defaults());
        ChildJvm child = ChildJvm.of(Child.class, "read a nested receiver", server.name()).start();
        FirstMessage<IpcSender<Nested>> first = server.accept(LONG)) {
      IpcChannel<WithReceiver> outer = Ferry.channel(WithReceiver.class);
      IpcChannel<Text> innermost = Ferry.channel(Text.class);
      IpcChannel<Text> answers = Ferry.channel(Text.class);
      try (var innermostSender = innermost.sender();
          var outerSender = outer.sender();
          var answered = answers.receiver()) {
        innermostSender.send(new Text("two"));
        innermostSender.send(new Text("steps"));
        outerSender.send(new WithReceiver(innermost.receiver()));
        first.message().send(new Nested(outer.receiver(), answers.sender()));
        assertThat(answered.receive()).isEqualTo(new Text("two steps"));
      }
      child.finish(LONG);
    }
  }
}
