package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.pickle.PickleCodec;
import org.ferryipc.core.pickle.PickleWriter;
import org.ferryipc.core.pickle.Pickled;
import org.junit.jupiter.api.Test;

/** Arguments and results that borrow of the frame they came in: they are kept, so they can be read for ever. */
class BorrowedArgumentsTest {
  /** An argument and a result. */
  public record Page(CharSequence text) implements Pickled {
    @Override
    public void writeTo(PickleWriter out) throws SerializationException, LimitExceededException {
      out.writeString(text);
    }
  }

  /** What is called. */
  public interface Pages {
    /** {@return the same} */
    Page turn(Page page, Page other);
  }

  @Test
  void canBeReadWhateverCameLater() throws Exception {
    ChannelOptions channel =
        Fixture.IN_PROCESS.options().withCodec(PickleCodec.of(Page.class, in -> new Page(in.readStringView())));
    RpcOptions options = RpcOptions.defaults().withChannel(channel);
    MessageType<String> any = MessageType.of(String.class);
    DuplexPair<String, String> pair = Ferry.duplex(any, any, channel);
    List<Page> arrived = new ArrayList<>();
    List<Page> results = new ArrayList<>();
    try (RpcConnection server =
            Rpc.serve(
                    Pages.class,
                    caller ->
                        (page, other) -> {
                          arrived.add(other);
                          return page;
                        })
                .with(options)
                .over(pair.left());
        RpcConnection client = Rpc.over(pair.right(), options)) {
      Pages pages = client.remote(Pages.class);
      for (int i = 0; i < 50; i++) {
        results.add(pages.turn(new Page("page " + i), new Page("other ü " + i)));
      }
      client.close();
      server.await();
      client.await();
    }
    for (int i = 0; i < 50; i++) {
      assertThat(results.get(i).text()).hasToString("page " + i);
      assertThat(arrived.get(i).text()).hasToString("other ü " + i);
    }
  }
}
