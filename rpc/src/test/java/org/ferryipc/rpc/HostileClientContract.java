package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.junit.jupiter.api.Test;

/** A client that sends frames of its own making costs its own connection, and nobody else anything. */
abstract class HostileClientContract extends RawPeerContract {
  HostileClientContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void methodsAndObjectsThatAreNotThereCostTheirCall() throws Exception {
    try (Facing facing = server(new Served(), options())) {
      RawSide raw = facing.raw();
      raw.hello("", 10, Map.of());
      raw.send(out -> RawSide.call(out, FrameCodec.CALL, 1, 0, 0, 9999));
      assertThat(failureOf(raw, 1)).isEqualTo(Fault.Kind.UNKNOWN_METHOD);
      raw.send(out -> RawSide.call(out, FrameCodec.CALL, 2, 0, 77, 0));
      assertThat(failureOf(raw, 2)).isEqualTo(Fault.Kind.LET_GO);
      raw.send(out -> RawSide.call(out, FrameCodec.CALL, 3, 99, Integer.MAX_VALUE, Integer.MAX_VALUE));
      assertThat(failureOf(raw, 3)).isEqualTo(Fault.Kind.LET_GO);
      raw.send(out -> RawSide.call(out, FrameCodec.ONE_WAY, 4, 0, 0, 9999));
      addsUp(raw, 5);
    }
  }

  @Test
  void argumentsOfOtherTypesCostTheirCallAndWhatCameWithThem() throws Exception {
    try (Facing facing = server(new Served(), options());
        IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      RawSide raw = facing.raw();
      raw.hello("", 10, Map.of());
      int texts = RawSide.numberOf(Front.class, "texts");
      int listen = RawSide.numberOf(Front.class, "listen");
      List<RawSide.Body> arguments =
          List.of(
              out -> {}, // none
              out -> out.octet(7), // neither there nor absent
              out -> { // longer than the frame
                out.octet(1);
                out.fixed(Integer.MAX_VALUE, 4);
              },
              out -> { // of negative length
                out.octet(1);
                out.fixed(-1, 4);
              },
              out -> { // no Smile
                out.octet(1);
                out.fixed(3, 4);
                out.fixed(0x010203, 3);
              },
              out -> { // one too many
                out.octet(0);
                out.octet(0);
              });
      long id = 0;
      for (RawSide.Body argument : arguments) {
        long call = ++id;
        raw.send(
            out -> {
              RawSide.call(out, FrameCodec.CALL, call, 0, 0, texts);
              argument.write(out);
            });
        assertThat(failureOf(raw, call)).as("arguments %s", call).isEqualTo(Fault.Kind.BAD_ARGUMENT);
      }
      raw.send( // a reference to an object of ours that is none, and a handle that nothing asks for
          out -> {
            RawSide.call(out, FrameCodec.CALL, 90, 0, 0, listen);
            out.octet(2);
            out.number(5);
          },
          channel.sender());
      assertThat(failureOf(raw, 90)).isEqualTo(Fault.Kind.BAD_ARGUMENT);
      assertThatThrownBy(channel.receiver()::receive).isInstanceOf(DisconnectedException.class);
      addsUp(raw, 91);
    }
  }

  @Test
  void handlesInFramesThatTakeNoneAreClosed() throws Exception {
    try (Facing facing = server(new Served(), options());
        IpcChannel<String> one = Ferry.channel(MessageType.of(String.class), fixture.options());
        IpcChannel<String> other = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      facing.raw().hello("", 10, Map.of());
      facing.raw().send(
          out -> {
            out.octet(FrameCodec.CANCEL);
            out.number(1);
          },
          one.sender());
      facing.raw().send( // an answer that nobody asked for
          out -> {
            out.octet(FrameCodec.RESULT);
            out.number(1);
          },
          other.sender());
      assertThatThrownBy(one.receiver()::receive).isInstanceOf(DisconnectedException.class);
      assertThatThrownBy(other.receiver()::receive).isInstanceOf(DisconnectedException.class);
      addsUp(facing.raw(), 1);
    }
  }

  @Test
  void aResultThatACallerDisownsIsLetGo() throws Exception {
    Served served = new Served();
    try (Facing facing = server(served, options())) {
      facing.raw().hello("", 10, Map.of());
      int open = RawSide.numberOf(Front.class, "open");
      facing.raw().send(out -> RawSide.call(out, FrameCodec.ONE_WAY, 1, 0, 0, open));
      addsUp(facing.raw(), 2);
      try (IpcChannel<String> opened = served.opened.get()) {
        assertThatThrownBy(() -> opened.sender().send("to nobody")).isInstanceOf(DisconnectedException.class);
      }
    }
  }

  @Test
  void twoCallsOfOneNumberEndTheConnection() throws Exception {
    try (Facing facing = server(new Served(), options(Mode.CONCURRENT))) {
      facing.raw().hello("", 10, Map.of());
      int later = RawSide.numberOf(Front.class, "later");
      facing.raw().send(out -> RawSide.call(out, FrameCodec.CALL, 1, 0, 0, later));
      facing.raw().send(out -> RawSide.call(out, FrameCodec.CALL, 1, 0, 0, later));
      endsByTheProtocol(facing);
      assertThat(facing.raw().untilTheEnd()).isNotNull();
    }
  }

  @Test
  void moreCallsThanMayBeInFlightCostThemselvesAndOneWayOnesTheConnection() throws Exception {
    Served served = new Served();
    try (Facing facing = server(served, options(Mode.CONCURRENT).withCallsInFlight(2))) {
      facing.raw().hello("", 10, Map.of());
      int later = RawSide.numberOf(Front.class, "later");
      for (int id = 1; id <= 3; id++) {
        int call = id;
        facing.raw().send(out -> RawSide.call(out, FrameCodec.CALL, call, 0, 0, later));
      }
      assertThat(failureOf(facing.raw(), 3)).isEqualTo(Fault.Kind.LIMIT);
      facing.raw().send(
          out -> {
            RawSide.call(out, FrameCodec.ONE_WAY, 4, 0, 0, RawSide.numberOf(Front.class, "ring"));
            out.signed(1);
          });
      endsByTheProtocol(facing);
    }
    assertThat(served.rung).hasValue(0);
  }

  @Test
  void aSecondHelloAnotherVersionAndHellosWithoutEndAreRefused() throws Exception {
    refused(raw -> raw.hello("", 10, Map.of()));
    refused(
        raw ->
            raw.send(
                out -> {
                  out.octet(FrameCodec.TABLES);
                  out.number(Integer.MAX_VALUE);
                }));
    refused( // each a byte here, and an object there
        raw ->
            raw.send(
                out -> {
                  out.octet(FrameCodec.TABLES);
                  out.number(1);
                  out.text("x");
                  out.number(1_000_000);
                  for (int i = 0; i < 1_000_000; i++) {
                    out.text("");
                  }
                }));
    refused(
        raw ->
            raw.send(
                out -> {
                  out.octet(FrameCodec.FAILED);
                  out.number(1);
                  out.octet(250);
                }));
    refused(
        raw -> {
          for (int i = 0; true; i++) {
            int number = i;
            boolean unused =
                raw.trySend(
                    out -> {
                      out.octet(FrameCodec.TABLES);
                      out.number(1);
                      out.text(number + "x".repeat(100_000));
                      out.number(0);
                    });
          }
        });
    try (Facing facing = server(new Served(), options())) {
      facing.raw().send(
          out -> {
            out.octet(FrameCodec.HELLO);
            out.octet(FrameCodec.VERSION + 1);
          });
      endsByTheProtocol(facing);
    }
  }

  private interface Attack {
    void on(RawSide raw) throws IpcException;
  }

  private void refused(Attack attack) throws Exception {
    try (Facing facing = server(new Served(), options())) {
      facing.raw().hello("", 10, Map.of());
      try {
        attack.on(facing.raw());
      } catch (DisconnectedException ended) {
        // As it should.
      }
      endsByTheProtocol(facing);
    }
  }

  /** Once there was a thread for each answer that found no room. */
  @Test
  void whoAsksWithoutEndAndReadsNothingEndsHisConnection() throws Exception {
    try (Facing facing = server(new Served(), options())) {
      facing.raw().hello("", 10, Map.of());
      assertThatThrownBy(
              () -> {
                for (long id = 1; true; id++) {
                  long call = id;
                  boolean unused =
                      facing.raw().trySend(out -> RawSide.call(out, FrameCodec.CALL, call, 0, 0, 9999));
                }
              })
          .isInstanceOf(DisconnectedException.class);
      endsByTheProtocol(facing);
    }
  }

  /** Numbers had 31 bits, and were used up in some hours. */
  @Test
  void anObjectMayHaveAnyNumber() throws Exception {
    long object = 1L << 40;
    try (Facing facing = server(new Served(), options())) {
      facing.raw().hello("", 10, Map.of());
      facing.raw().send(
          out -> {
            RawSide.call(out, FrameCodec.CALL, 1, 0, 0, RawSide.numberOf(Front.class, "listen"));
            out.octet(1);
            out.number(object);
          });
      assertThat(facing.raw().next(FrameCodec.RELEASE).number()).isEqualTo(object);
      assertThat(facing.raw().next(FrameCodec.RESULT).number()).isEqualTo(1);
      facing.raw().send(out -> RawSide.call(out, FrameCodec.CALL, 2, 0, object, 0));
      assertThat(failureOf(facing.raw(), 2)).isEqualTo(Fault.Kind.LET_GO);
    }
  }

  /** The answers that waited for room were dropped. */
  @Test
  void whoReadsLateStillGetsItsAnswersAtAShutdown() throws Exception {
    int calls = 5_000; // more than any queue takes
    Served served = new Served();
    try (Facing facing = server(served, options())) {
      RawSide raw = facing.raw();
      raw.hello("", 10, Map.of());
      for (int id = 1; id <= calls; id++) {
        int call = id;
        sendWhenThereIsRoom(raw, out -> RawSide.call(out, FrameCodec.CALL, call, 0, 0, 9999));
      }
      sendWhenThereIsRoom(
          raw,
          out -> {
            RawSide.call(out, FrameCodec.ONE_WAY, calls + 1, 0, 0, RawSide.numberOf(Front.class, "ring"));
            out.signed(1);
          });
      while (served.rung.get() == 0) { // then all have arrived
        Thread.onSpinWait();
      }
      InBackground<RpcConnection> shutdown =
          InBackground.start(
              () -> {
                facing.ours().shutdown(HANG, "for the night");
                return facing.ours();
              });
      for (int id = 1; id <= calls; id++) {
        assertThat(failureOf(raw, id)).isEqualTo(Fault.Kind.UNKNOWN_METHOD);
      }
      assertThat(raw.untilTheEnd()).isInstanceOf(CloseReason.Closed.class);
      assertThat(shutdown.result().isOpen()).isFalse();
    }
  }

  private static void sendWhenThereIsRoom(RawSide raw, RawSide.Body body) throws IpcException {
    while (!raw.trySend(body)) {
      Thread.onSpinWait();
    }
  }
}
