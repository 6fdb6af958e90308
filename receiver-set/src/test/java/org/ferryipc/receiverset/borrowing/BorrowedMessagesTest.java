package org.ferryipc.receiverset.borrowing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.pickle.PickleCodec;
import org.ferryipc.core.pickle.PickleWriter;
import org.ferryipc.core.pickle.Pickled;
import org.ferryipc.core.pickle.Views;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.ferryipc.receiverset.router.Router;
import org.ferryipc.receiverset.router.RouterOptions;
import org.junit.jupiter.api.Test;

/** How long a message of a set or a router can be read that borrows. */
class BorrowedMessagesTest {
  record Line(CharSequence text) implements Pickled {
    @Override
    public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
      out.writeString(text);
    }
  }

  private static final ChannelOptions OPTIONS =
      Fixture.IN_PROCESS.options().withCodec(PickleCodec.of(Line.class, in -> new Line(in.readStringView())));

  private static IpcChannel<Line> channel() throws Exception {
    return Ferry.channel(MessageType.of(Line.class), OPTIONS);
  }

  @Test
  void aSelectedMessageUntilItIsClosed() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        IpcChannel<Line> way = channel()) {
      Registration<Line> member = set.add(way.receiver());
      way.sender().send(new Line("selected"));
      Selection.Message message = (Selection.Message) set.select().iterator().next();
      Line line = message.as(member);
      assertThat(line).isNotNull();
      assertThat(line.text()).hasToString("selected");
      message.close();
      Views.assertOver(() -> line.text().toString(), "selected");
    }
  }

  @Test
  void aRoutedMessageForEverUnlessItsHandlerThrows() throws Exception {
    BlockingQueue<Line> handled = new LinkedBlockingQueue<>();
    try (Router router = new Router(RouterOptions.defaults().withReporter((route, failure) -> {}));
        IpcChannel<Line> way = channel()) {
      Object unused =
          router.route(
              way.receiver(),
              line -> {
                boolean fails = line.text().toString().equals("fails");
                handled.add(line);
                if (fails) {
                  throw new IllegalStateException("a handler fails");
                }
              });
      way.sender().send(new Line("fails"));
      way.sender().send(new Line("goes on"));
      Line failed = handled.take();
      Line kept = handled.take(); // behind the end of the one before
      assertThat(kept.text()).hasToString("goes on");
      Views.assertOver(() -> failed.text().toString(), "fails");
      assertThat(kept.text()).hasToString("goes on");
    }
  }
}
