package org.ferryipc.rpc;

import java.time.Duration;
import java.util.function.Function;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.IpcException;

/** What all contract classes have: the transport, both modes, and short words for connections over it. */
abstract class RpcContract {
  /** Longer than anything that works needs, on a machine that is busy with other things. */
  static final Duration HANG = Duration.ofSeconds(60);

  final Fixture fixture;

  RpcContract(Fixture fixture) {
    this.fixture = fixture;
  }

  /** On which threads calls run. */
  enum Mode {
    ORDERED(Execution.ordered()),
    CONCURRENT(Execution.virtualThreads());

    final Execution execution;

    Mode(Execution execution) {
      this.execution = execution;
    }
  }

  /** Two sides, of which one serves at least. */
  record Sides(RpcConnection server, RpcConnection client) implements AutoCloseable {
    <S> S remote(Class<S> type) {
      return client.remote(type);
    }

    @Override
    public void close() throws InterruptedException {
      client.close();
      server.await(); // it ends because its client did, when it has done all that was sent
      client.await();
    }
  }

  final RpcOptions options() {
    return RpcOptions.defaults().withChannel(fixture.options()).withTimeLimit(HANG);
  }

  final RpcOptions options(Mode mode) {
    return options().withExecution(mode.execution);
  }

  final DuplexPair<String, String> pair() throws IpcException {
    MessageType<String> any = MessageType.of(String.class);
    return Ferry.duplex(any, any, fixture.options());
  }

  final <S> Sides serve(Class<S> type, S implementation) throws IpcException {
    return serve(type, caller -> implementation, options(), options());
  }

  final <S> Sides serve(Class<S> type, S implementation, Mode mode) throws IpcException {
    return serve(type, caller -> implementation, options(mode), options(mode));
  }

  final <S> Sides serve(
      Class<S> type, Function<RpcCaller, S> implementation, RpcOptions there, RpcOptions here) throws IpcException {
    DuplexPair<String, String> pair = pair();
    return new Sides(
        Rpc.serve(type, implementation).with(there).over(pair.left()), Rpc.over(pair.right(), here));
  }
}
