package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.leak.Warnings;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the tests have in common in which a peer speaks by frames of its own making. */
abstract class RawPeerContract extends RpcContract {
  static final Duration SHORT = Duration.ofMillis(50);

  @RegisterExtension final Warnings warnings = new Warnings();

  RawPeerContract(Fixture fixture) {
    super(fixture);
  }

  @Remote
  interface Ear {
    void heard(String what);
  }

  interface Front {
    int add(int a, int b);

    List<String> texts(List<String> given);

    IpcReceiver<String> open() throws IpcException;

    void listen(Ear ear);

    CompletableFuture<Integer> later();

    @OneWay
    void ring(int times);
  }

  class Served implements Front {
    final AtomicInteger rung = new AtomicInteger();
    final AtomicReference<IpcChannel<String>> opened = new AtomicReference<>();
    final CompletableFuture<Integer> promise = new CompletableFuture<>();

    @Override
    public int add(int a, int b) {
      return a + b;
    }

    @Override
    public List<String> texts(List<String> given) {
      return given;
    }

    @Override
    public IpcReceiver<String> open() throws IpcException {
      opened.set(Ferry.channel(MessageType.of(String.class), fixture.options()));
      return opened.get().receiver();
    }

    @Override
    public void listen(Ear ear) {
      Rpc.release(ear);
    }

    @Override
    public CompletableFuture<Integer> later() {
      return promise;
    }

    @Override
    public void ring(int times) {
      rung.addAndGet(times);
    }
  }

  /** A server of ours and a raw client, or a client of ours and a raw server. */
  record Facing(RpcConnection ours, RawSide raw) implements AutoCloseable {
    @Override
    public void close() throws InterruptedException {
      raw.close();
      ours.await();
    }
  }

  Facing server(Front implementation, RpcOptions options) throws IpcException {
    DuplexPair<String, String> pair = pair();
    return new Facing(
        Rpc.serve(Front.class, caller -> implementation).with(options).over(pair.left()), new RawSide(pair.right()));
  }

  Facing client(RpcOptions options) throws IpcException {
    DuplexPair<String, String> pair = pair();
    return new Facing(Rpc.over(pair.left(), options), new RawSide(pair.right()));
  }

  static void add(RawSide raw, long id) throws IpcException {
    raw.send(
        out -> {
          RawSide.call(out, FrameCodec.CALL, id, 0, 0, RawSide.numberOf(Front.class, "add"));
          out.signed(2);
          out.signed(3);
        });
  }

  static void answerAdd(RawSide raw, long id, int sum) throws IpcException {
    raw.send(
        out -> {
          out.octet(FrameCodec.RESULT);
          out.number(id);
          out.signed(sum);
        });
  }

  // The server still serves: nothing that came before has cost more than itself.
  static void addsUp(RawSide raw, long id) throws Exception {
    add(raw, id);
    WireReader result = raw.next(FrameCodec.RESULT);
    assertThat(result.number()).isEqualTo(id);
    assertThat(result.signed()).isEqualTo(5);
  }

  static Fault.Kind failureOf(RawSide raw, long id) throws Exception {
    WireReader failed = raw.next(FrameCodec.FAILED);
    assertThat(failed.number()).isEqualTo(id);
    return Fault.Kind.ALL.get(failed.octet());
  }

  void endsByTheProtocol(Facing facing) throws Exception {
    assertThat(facing.ours().ended().toCompletableFuture().get(HANG.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(CloseReason.ProtocolError.class);
    assertThat(warnings.texts()).noneMatch(text -> text.contains("fault of its own"));
  }
}
