package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.IpcException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The connection ends at each step of a row of calls: every call has a result or the right error, and nothing is left.
 */
abstract class CuttingContract extends RpcContract {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int CALLS = 4;

  CuttingContract(Fixture fixture) {
    super(fixture);
  }

  @Remote
  interface Ask {
    int again(int value);
  }

  interface Work {
    int plain(int call);

    IpcReceiver<String> handles(int call, IpcSender<String> sender);

    int calledBack(int call, Ask ask);

    int after(int call);
  }

  private final class Served implements Work {
    final Set<Integer> executed = ConcurrentHashMap.newKeySet();

    @Override
    public int plain(int call) {
      executed.add(call);
      return call;
    }

    @Override
    public IpcReceiver<String> handles(int call, IpcSender<String> sender) {
      executed.add(call);
      sender.close();
      try {
        IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options());
        channel.sender().close();
        return channel.receiver();
      } catch (IpcException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public int calledBack(int call, Ask ask) {
      executed.add(call);
      return ask.again(call);
    }

    @Override
    public int after(int call) {
      executed.add(call);
      return call;
    }
  }

  @ParameterizedTest
  @EnumSource
  void atEveryMessageToTheServer(Mode mode) throws Exception {
    int cut = 0;
    while (callsThatEnded(mode, cut, Integer.MAX_VALUE) < CALLS) {
      cut++;
    }
    assertThat(cut).as("messages to the server: hello and calls, an answer and a release").isGreaterThan(CALLS);
  }

  @ParameterizedTest
  @EnumSource
  void atEveryMessageToTheClient(Mode mode) throws Exception {
    int cut = 0;
    while (callsThatEnded(mode, Integer.MAX_VALUE, cut) < CALLS) {
      cut++;
    }
    assertThat(cut).as("messages to the client: hello, answers and a callback").isGreaterThan(CALLS);
  }

  private int callsThatEnded(Mode mode, int toServer, int toClient) throws Exception {
    Served served = new Served();
    Map<Integer, RpcException> failed = new ConcurrentHashMap<>();
    List<Integer> done = new ArrayList<>();
    try (CutWire wire = new CutWire(fixture.options(), toServer, toClient);
        IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options());
        RpcConnection server =
            Rpc.serve(Work.class, caller -> served).with(options(mode)).over(wire.server);
        RpcConnection client = Rpc.over(wire.client, options(mode).withTimeLimit(LIMIT))) {
      Work work = client.remote(Work.class);
      note(1, () -> work.plain(1), done, failed);
      note(2, () -> close(work.handles(2, channel.sender())), done, failed);
      note(3, () -> work.calledBack(3, value -> value), done, failed);
      note(4, () -> work.after(4), done, failed);
      if (failed.get(2) instanceof RpcException.ServerGone unsent && !unsent.mayHaveExecuted()) {
        assertThat(channel.sender().state()).as("its handle stays").isInstanceOf(HandleState.Open.class);
      }
      client.close();
      server.await();
      client.await();
    }
    failed.forEach(
        (call, error) -> {
          assertThat(error).as("call %s", call).isNotInstanceOf(RpcException.TimedOut.class);
          if (!error.mayHaveExecuted()) {
            assertThat(served.executed).as("said not to be executed: " + error).doesNotContain(call);
          }
        });
    assertThat(served.executed).containsAll(done);
    return done.size();
  }

  private static int close(IpcReceiver<String> receiver) {
    receiver.close();
    return 2;
  }

  private interface Call {
    int make();
  }

  private static void note(int call, Call made, List<Integer> done, Map<Integer, RpcException> failed) {
    try {
      assertThat(made.make()).isEqualTo(call);
      done.add(call);
    } catch (RpcException e) {
      failed.put(call, e);
    }
  }
}
