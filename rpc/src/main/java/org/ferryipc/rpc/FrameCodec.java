package org.ferryipc.rpc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.MessageLife;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.PeerText;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one connection as bytes: a kind, a few numbers, and the arguments or the result as the methods' forms
 * write them. What is wrong with the arguments of a call makes an {@link Frame.Unreadable} of it; anything else that no
 * Ferry sends is a {@link SerializationException}, which ends the connection.
 */
final class FrameCodec implements Codec, MessageCodec<Frame> {
  static final int HELLO = 1;
  static final int CALL = 2;
  static final int ONE_WAY = 3;
  static final int RESULT = 4;
  static final int FAILED = 5;
  static final int CANCEL = 6;
  static final int RELEASE = 7;
  static final int SETTLED = 8;
  static final int GOODBYE = 9;
  static final int LOST = 10;
  static final int TABLES = 11;

  // Both sides send it first; raised when an older side could not read what a newer one sends.
  static final int VERSION = 1;

  private final Codec values;
  private final @Nullable Connection connection;

  private FrameCodec(Codec values, @Nullable Connection connection) {
    this.values = values;
    this.connection = connection;
  }

  /** {@return the codec as the doorway names it}; it encodes nothing */
  static FrameCodec unconnected(Codec values) {
    return new FrameCodec(values, null);
  }

  static FrameCodec of(Codec values, Connection connection) {
    return new FrameCodec(values, connection);
  }

  @Override
  public String name() {
    return "ferry-rpc of " + values.name();
  }

  // Ends that come in a call have the codec of the channel they came through: for their own messages, that of the
  // values.
  @Override
  @SuppressWarnings("unchecked") // there are values of no other type: RpcMessage permits frames only
  public <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) throws SerializationException {
    if (type.type() == Frame.class && connection != null) {
      return (MessageCodec<T>) this;
    }
    if (type.type() == RpcMessage.class) {
      throw new SerializationException("only calls travel on this channel: give it to Rpc.over", null);
    }
    return values.bind(type, limits);
  }

  private Connection connection() {
    return java.util.Objects.requireNonNull(connection);
  }

  @Override
  public void encode(Frame frame, PayloadBuffer payload, HandleSink handles)
      throws SerializationException, LimitExceededException {
    WireWriter out = new WireWriter(payload, handles);
    try {
      write(frame, out);
      if (frame instanceof Frame.Call || frame instanceof Frame.Result) {
        checkLimits(payload.length(), out.handleCount());
      }
    } catch (SerializationException | LimitExceededException ours) {
      throw ours;
    } catch (IpcException other) {
      throw new SerializationException(String.valueOf(other.getMessage()), other);
    }
  }

  // The other side would drop the frame, and could not say which it was.
  private void checkLimits(int length, int handleCount) throws LimitExceededException {
    int ours = connection().options().doorway().channel().limits().messageBytes();
    if (length > ours) {
      throw new LimitExceededException(connection().toString(), "messageBytes", ours, length);
    }
    Frame.Hello hello = connection().hello();
    if (hello != null && length > hello.messageBytes()) {
      throw new LimitExceededException("the other side", "messageBytes", hello.messageBytes(), length);
    }
    if (hello != null && handleCount > hello.handles()) {
      throw new LimitExceededException("the other side", "handles", hello.handles(), handleCount);
    }
  }

  private void write(Frame frame, WireWriter out) throws IpcException {
    switch (frame) {
      case Frame.Call call -> {
        call.cargo().unload(connection().exports()); // of an attempt that found no room
        out.octet(call.oneWay() ? ONE_WAY : CALL);
        out.number(call.id());
        out.number(call.within());
        out.number(call.object());
        out.number(call.number());
        call.forms().write(call.arguments(), out, call.cargo());
      }
      case Frame.Result(long id, ValueForm form, Object value, Cargo cargo) -> {
        cargo.unload(connection().exports());
        out.octet(RESULT);
        out.number(id);
        form.write(value, out, cargo);
      }
      case Frame.Failed(long id, Fault fault) -> {
        out.octet(FAILED);
        out.number(id);
        write(fault, out);
      }
      case Frame.Cancel(long id) -> {
        out.octet(CANCEL);
        out.number(id);
      }
      case Frame.Release(long object) -> {
        out.octet(RELEASE);
        out.number(object);
      }
      case Frame.Settled(int count) -> {
        out.octet(SETTLED);
        out.number(count);
      }
      case Frame.Goodbye(String text) -> {
        out.octet(GOODBYE);
        out.text(text);
      }
      case Frame.Lost(String text) -> {
        out.octet(LOST);
        out.text(text);
      }
      case Frame.Hello hello -> write(hello, out);
      case Frame.Tables(var tables) -> {
        out.octet(TABLES);
        write(tables, out);
      }
      case Frame.Unreadable u -> throw new AssertionError("only arrives");
      case Frame.UnreadableResult u -> throw new AssertionError("only arrives");
    }
  }

  private static void write(Fault fault, WireWriter out) throws LimitExceededException {
    out.octet(fault.kind().ordinal());
    out.text(fault.type());
    out.text(fault.text());
    write(fault.frames(), out);
  }

  private static void write(List<String> texts, WireWriter out) throws LimitExceededException {
    out.number(texts.size());
    for (String text : texts) {
      out.text(text);
    }
  }

  private static void write(Frame.Hello hello, WireWriter out) throws LimitExceededException {
    out.octet(HELLO);
    out.octet(VERSION);
    out.text(hello.root());
    out.text(hello.codec());
    out.number(hello.callsInFlight());
    out.number(hello.messageBytes());
    out.number(hello.handles());
    write(hello.tables(), out);
  }

  private static void write(Map<String, List<String>> tables, WireWriter out) throws LimitExceededException {
    out.number(tables.size());
    for (Map.Entry<String, List<String>> table : tables.entrySet()) {
      out.text(table.getKey());
      write(table.getValue(), out);
    }
  }

  @Override
  public Frame decode(byte[] bytes, int offset, int length, HandleSource handles) throws SerializationException {
    return decode(new WireReader(bytes, offset, length, handles, false));
  }

  // The array is the frame's alone. Arguments and results are kept by whoever gets them, so what they borrow never ends.
  @Override
  public Frame decode(byte[] bytes, int offset, int length, HandleSource handles, MessageLife life)
      throws SerializationException {
    return decode(new WireReader(bytes, offset, length, handles, true));
  }

  private Frame decode(WireReader in) throws SerializationException {
    int kind = in.octet();
    switch (kind) {
      case CALL, ONE_WAY:
        return call(in, kind == ONE_WAY);
      case RESULT:
        return result(in);
      default:
        Frame frame = readOther(kind, in);
        in.checkEnd();
        return frame;
    }
  }

  private static Frame readOther(int kind, WireReader in) throws SerializationException {
    return switch (kind) {
      case HELLO -> hello(in);
      case FAILED -> new Frame.Failed(in.number(), fault(in));
      case CANCEL -> new Frame.Cancel(in.number());
      case RELEASE -> new Frame.Release(in.number());
      case SETTLED -> new Frame.Settled(in.count());
      case GOODBYE -> new Frame.Goodbye(in.words());
      case LOST -> new Frame.Lost(in.words());
      case TABLES -> new Frame.Tables(tables(in));
      default -> throw WireReader.wrong("kind " + kind + " is not known");
    };
  }

  private Frame call(WireReader in, boolean oneWay) throws SerializationException {
    long id = in.number();
    long within = in.number();
    long object = in.number();
    int number = in.count();
    Export target = connection().exports().get(object);
    if (target == null) {
      Fault fault = Fault.of(Fault.Kind.LET_GO, "the called object was let go");
      return new Frame.Unreadable(id, within, oneWay, fault);
    }
    if (number >= target.plan.methods.size()) {
      return new Frame.Unreadable(id, within, oneWay, Fault.of(Fault.Kind.UNKNOWN_METHOD, "no such method"));
    }
    Cargo cargo = new Cargo();
    if (object != Exports.ROOT) {
      cargo.uses(target);
    }
    try {
      MethodForms forms = connection().forms().of(target.plan.methods.get(number));
      return new Frame.Call(
          id, within, object, number, oneWay, forms, forms.read(in, cargo), cargo, target);
    } catch (SerializationException refused) {
      cargo.drop();
      String text = refused.getMessage() == null ? "the arguments do not decode" : refused.getMessage();
      return new Frame.Unreadable(id, within, oneWay, Fault.of(Fault.Kind.BAD_ARGUMENT, text));
    }
  }

  private Frame result(WireReader in) throws SerializationException {
    long id = in.number();
    OutgoingCall call = connection().calls().get(id);
    Cargo cargo = new Cargo();
    if (call == null) {
      // Its caller was told that the answer may be lost; it was late. What came with it closes.
      return new Frame.Result(id, PrimitiveForm.VOID, null, cargo);
    }
    ValueForm form = call.forms.result;
    try {
      Object value = form.read(in, cargo);
      in.checkEnd();
      return new Frame.Result(id, form, value, cargo);
    } catch (SerializationException refused) {
      cargo.drop();
      return new Frame.UnreadableResult(id, refused);
    }
  }

  private static Fault fault(WireReader in) throws SerializationException {
    int kind = in.octet();
    if (kind >= Fault.Kind.ALL.size()) {
      throw WireReader.wrong("a failure is of no known kind");
    }
    return new Fault(Fault.Kind.ALL.get(kind), in.words(), in.words(), words(in));
  }

  private static List<String> words(WireReader in) throws SerializationException {
    return texts(in).stream().map(PeerText::printable).toList();
  }

  private static List<String> texts(WireReader in) throws SerializationException {
    int count = in.count();
    List<String> texts = new ArrayList<>(); // grows with what is really there
    for (int i = 0; i < count; i++) {
      texts.add(in.text());
    }
    return texts;
  }

  private static Frame.Hello hello(WireReader in) throws SerializationException {
    int version = in.octet();
    if (version != VERSION) {
      throw WireReader.wrong("the other side speaks version " + version + ", this one " + VERSION);
    }
    String root = in.text();
    String codec = in.text();
    int callsInFlight = in.count();
    int messageBytes = in.count();
    int handles = in.count();
    return new Frame.Hello(root, codec, callsInFlight, messageBytes, handles, tables(in));
  }

  private static Map<String, List<String>> tables(WireReader in) throws SerializationException {
    int count = in.count();
    Map<String, List<String>> tables = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      tables.put(in.text(), texts(in));
    }
    return tables;
  }
}
