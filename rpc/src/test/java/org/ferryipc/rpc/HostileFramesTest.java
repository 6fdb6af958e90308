package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.leak.Warnings;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Outgoing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A peer that sends any bytes costs its own connection, and is never a fault of ours. */
class HostileFramesTest {
  private static final long SEED = 20_261_130;
  private static final int PEERS = 300;
  private static final int FRAMES = 20;
  private static final int KINDS = 13; // those that there are, and some more
  private static final int LONGEST = 40;

  @RegisterExtension final Warnings warnings = new Warnings();

  @Remote
  interface Back {
    int value(int given);
  }

  interface Front {
    int add(int a, int b);

    List<String> texts(List<String> given);

    Back back(Back given);

    @OneWay
    void ring(String text);
  }

  private static final class Served implements Front {
    @Override
    public int add(int a, int b) {
      return a + b;
    }

    @Override
    public List<String> texts(List<String> given) {
      return given;
    }

    @Override
    public Back back(Back given) {
      return given;
    }

    @Override
    public void ring(String text) {}
  }

  @Test
  void randomFramesEndTheirConnectionOrAreAnswered() throws Exception {
    Random random = new Random(SEED);
    ChannelOptions within = Fixture.IN_PROCESS.options().withReach(Reach.PROCESS);
    RpcOptions options = RpcOptions.defaults().withChannel(within);
    MessageType<String> any = MessageType.of(String.class);
    for (int peer = 0; peer < PEERS; peer++) {
      DuplexPair<String, String> pair = Ferry.duplex(any, any, within);
      DuplexPort raw = (DuplexPort) EndAccess.get().detach(pair.right(), "a hostile peer");
      try (RpcConnection server = Rpc.serve(Front.class, caller -> new Served()).with(options).over(pair.left())) {
        try {
          for (int i = 0; i < FRAMES; i++) {
            byte[] frame = frame(random);
            boolean unused = raw.trySend(new Outgoing(frame, 0, frame.length, 0, List.of()));
          }
        } catch (IpcException ended) {
          // As it should.
        } finally {
          raw.wake();
          raw.release();
        }
        server.await();
      }
    }
    assertThat(warnings.texts()).noneMatch(text -> text.contains("fault of its own"));
  }

  // Small numbers, so that objects, methods and calls are met that exist.
  private static byte[] frame(Random random) {
    byte[] frame = new byte[random.nextInt(LONGEST)];
    for (int i = 0; i < frame.length; i++) {
      frame[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(4));
    }
    if (frame.length > 0) {
      frame[0] = (byte) random.nextInt(KINDS);
    }
    return frame;
  }
}
