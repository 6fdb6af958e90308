package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Handle;
import org.ferryipc.core.Limits;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.Resource;

/** One side of a connection that sends whatever frames a test likes, and reads what comes one by one. */
final class RawSide implements AutoCloseable {
  private final DuplexPort port;

  RawSide(Duplex<?, ?> end) {
    this.port = (DuplexPort) EndAccess.get().detach(end, "a raw side");
  }

  /** Writes a frame. */
  interface Body {
    void write(WireWriter out) throws IpcException;
  }

  /** {@return whether there was room}; handles that were not sent are closed */
  boolean trySend(Body body, Handle... with) throws IpcException {
    List<Resource> resources =
        List.of(with).stream().map(handle -> EndAccess.get().detach(handle, "a raw frame")).toList();
    boolean sent = false;
    try {
      PayloadBuffer buffer = new PayloadBuffer("raw", Limits.DEFAULT.messageBytes());
      body.write(
          new WireWriter(
              buffer,
              handle -> {
                throw new AssertionError("as a handle of the frame");
              }));
      sent =
          port.trySend(
              new Outgoing(buffer.array(), Outgoing.HEAD_ROOM, buffer.length(), Outgoing.HEAD_ROOM, resources));
    } finally {
      if (!sent) {
        resources.forEach(RawSide::release);
      }
    }
    return sent;
  }

  /** Sends a frame for which there is room. */
  void send(Body body, Handle... with) throws IpcException {
    assertThat(trySend(body, with)).as("room").isTrue();
  }

  /** Says hello. */
  void hello(String root, int callsInFlight, Map<String, List<String>> tables) throws IpcException {
    send(
        out -> {
          out.octet(FrameCodec.HELLO);
          out.octet(FrameCodec.VERSION);
          out.text(root);
          out.text(Codec.smile().name());
          out.number(callsInFlight);
          out.number(Limits.DEFAULT.messageBytes());
          out.number(Limits.DEFAULT.handles());
          out.number(tables.size());
          for (Map.Entry<String, List<String>> table : tables.entrySet()) {
            out.text(table.getKey());
            out.number(table.getValue().size());
            for (String signature : table.getValue()) {
              out.text(signature);
            }
          }
        });
  }

  /** Says hello as a side that serves {@code type}. */
  void helloOf(Class<?> type, int callsInFlight) throws IpcException {
    InterfacePlan plan = InterfacePlan.of(type);
    hello(plan.name, callsInFlight, Map.of(plan.name, plan.signatures()));
  }

  /** {@return the number of a method on the side that serves {@code type}} */
  static int numberOf(Class<?> type, String method) {
    List<String> signatures = InterfacePlan.of(type).signatures();
    for (int i = 0; i < signatures.size(); i++) {
      if (signatures.get(i).startsWith(method + "(")) {
        return i;
      }
    }
    throw new AssertionError(signatures + " has no " + method);
  }

  /** The head of a call. */
  static void call(WireWriter out, int kind, long id, long within, long object, int number) throws IpcException {
    out.octet(kind);
    out.number(id);
    out.number(within);
    out.number(object);
    out.number(number);
  }

  /** {@return what came next that is of {@code kind}, behind its kind; other frames are passed over} */
  WireReader next(int kind) throws Exception {
    while (true) {
      switch (port.tryReceive(Limits.DEFAULT)) {
        case Arrival.Nothing n -> port.awaitArrival(Deadline.after(RpcContract.HANG), () -> false);
        case Arrival.End(CloseReason reason) -> throw new AssertionError("the connection is over: " + reason);
        case Incoming message -> {
          message.resources().forEach(RawSide::release);
          WireReader in =
              new WireReader(
                  message.bytes(),
                  message.offset(),
                  message.length(),
                  (slot, shape) -> {
                    throw new AssertionError("as a handle of the frame");
                  },
                  false);
          if (in.octet() == kind) {
            return in;
          }
        }
      }
    }
  }

  /** {@return why the connection ended}, passing over what came before */
  CloseReason untilTheEnd() throws Exception {
    while (true) {
      switch (port.tryReceive(Limits.DEFAULT)) {
        case Arrival.Nothing n -> port.awaitArrival(Deadline.after(RpcContract.HANG), () -> false);
        case Arrival.End(CloseReason reason) -> {
          return reason;
        }
        case Incoming message -> message.resources().forEach(RawSide::release);
      }
    }
  }

  private static void release(Resource resource) {
    try {
      resource.release();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    port.wake();
    release(port);
  }
}
