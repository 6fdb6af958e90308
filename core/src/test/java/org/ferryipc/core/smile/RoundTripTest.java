package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.junit.jupiter.api.Test;

class RoundTripTest {
  private static final ChannelOptions HERE = ChannelOptions.defaults().withReach(Reach.PROCESS);

  record Ping() {}

  record Result(String text, int code) {}

  record Job(String name, IpcSender<Result> reply, Optional<IpcSender<Result>> log) {}

  record Box<T>(T v) {}

  sealed interface Shape {}

  record Circle(double r) implements Shape {}

  record Tagged(String name, Map<String, IpcReceiver<Result>> ends) implements Shape {}

  record Drawing(List<Shape> shapes) {}

  @Test
  void anEmptyRecordTravels() throws Exception {
    try (IpcChannel<Ping> channel = Ferry.channel(MessageType.of(Ping.class), HERE)) {
      channel.sender().send(new Ping());
      assertThat(channel.receiver().receive()).isEqualTo(new Ping());
    }
  }

  @Test
  void aReplySenderInAJobWorksAtTheReceiver() throws Exception {
    try (IpcChannel<Job> jobs = Ferry.channel(MessageType.of(Job.class), HERE);
        IpcChannel<Result> results = Ferry.channel(MessageType.of(Result.class), HERE)) {
      jobs.sender().send(new Job("wc", results.sender().share(), Optional.of(results.sender().share())));
      Job job = jobs.receiver().receive();
      job.reply().send(new Result("a", 1));
      job.log().orElseThrow().send(new Result("b", 2));
      assertThat(results.receiver().receive()).isEqualTo(new Result("a", 1));
      assertThat(results.receiver().receive()).isEqualTo(new Result("b", 2));
      job.reply().close();
      job.log().orElseThrow().close();
    }
  }

  @Test
  void aGenericRecordOfASenderTravels() throws Exception {
    try (IpcChannel<Box<IpcSender<Result>>> boxes =
            Ferry.channel(new MessageType<Box<IpcSender<Result>>>() {}, HERE);
        IpcChannel<Result> results = Ferry.channel(MessageType.of(Result.class), HERE)) {
      boxes.sender().send(new Box<>(results.sender().share()));
      Box<IpcSender<Result>> box = boxes.receiver().receive();
      box.v().send(new Result("boxed", 3));
      assertThat(results.receiver().receive()).isEqualTo(new Result("boxed", 3));
      box.v().close();
    }
  }

  @Test
  void sealedInterfacesTravelWithoutAnnotations() throws Exception {
    IpcChannel<Result> results = Ferry.channel(MessageType.of(Result.class), HERE);
    try (IpcChannel<Drawing> drawings = Ferry.channel(MessageType.of(Drawing.class), HERE)) {
      drawings.sender().send(new Drawing(List.of(new Circle(1.5), new Tagged("t", Map.of("r", results.receiver())))));
      results.sender().send(new Result("unread", 4));
      Drawing drawing = drawings.receiver().receive();
      assertThat(drawing.shapes().getFirst()).isEqualTo(new Circle(1.5));
      try (IpcReceiver<Result> end = ((Tagged) drawing.shapes().get(1)).ends().get("r")) {
        assertThat(end.receive()).isEqualTo(new Result("unread", 4));
      }
    }
    results.close();
  }

  @Test
  void aListOfSendersIsAMessage() throws Exception {
    try (IpcChannel<List<IpcSender<Result>>> lists =
            Ferry.channel(new MessageType<List<IpcSender<Result>>>() {}, HERE);
        IpcChannel<Result> results = Ferry.channel(MessageType.of(Result.class), HERE)) {
      lists.sender().send(List.of(results.sender().share(), results.sender().share()));
      List<IpcSender<Result>> list = lists.receiver().receive();
      assertThat(list).hasSize(2);
      list.get(1).send(new Result("second", 5));
      assertThat(results.receiver().receive()).isEqualTo(new Result("second", 5));
      list.forEach(IpcSender::close);
    }
  }

  @Test
  void aHandleItselfIsAMessage() throws Exception {
    try (IpcChannel<IpcSender<Result>> ends = Ferry.channel(new MessageType<IpcSender<Result>>() {}, HERE);
        IpcChannel<Result> results = Ferry.channel(MessageType.of(Result.class), HERE)) {
      ends.sender().send(results.sender().share());
      try (IpcSender<Result> end = ends.receiver().receive()) {
        end.send(new Result("root", 6));
      }
      assertThat(results.receiver().receive()).isEqualTo(new Result("root", 6));
    }
  }
}
