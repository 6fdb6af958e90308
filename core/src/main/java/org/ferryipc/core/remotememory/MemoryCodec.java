package org.ferryipc.core.remotememory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.PeerText;

/**
 * Questions and answers as bytes: a kind, the number of the question, and little-endian fields without padding; described in
 * {@code docs/remote-memory.md}.
 */
final class MemoryCodec implements Codec, MessageCodec<RemoteMemoryMessage> {
  static final MemoryCodec INSTANCE = new MemoryCodec();

  /** Length of what every message begins with: kind and number. */
  static final int HEAD = 1 + Long.BYTES;

  /** Longest name of a segment, in bytes of UTF-8. */
  static final int LONGEST_NAME = 255;

  private static final int READ = 1;
  private static final int STRING_LENGTH = 2;
  private static final int SEGMENTS = 3;
  private static final int TARGET = 4;
  private static final int ANSWER = 64; // added to the kind of the question
  private static final int FAULT = 127;

  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final List<Reply.Reason> REASONS = List.of(Reply.Reason.values());

  private MemoryCodec() {}

  @Override
  public String name() {
    return "ferry-remote-memory";
  }

  @Override
  @SuppressWarnings("unchecked") // checked by hand
  public <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) throws SerializationException {
    if (type.type() != RemoteMemoryMessage.class) {
      throw new SerializationException("only questions about memory travel on this channel, not " + type, null);
    }
    return (MessageCodec<T>) this;
  }

  @Override
  public void encode(RemoteMemoryMessage message, PayloadBuffer out, HandleSink handles)
      throws SerializationException, LimitExceededException {
    switch (message) {
      case Request.Read read -> {
        byte[] bytes = head(READ, read.id(), read.length());
        LONG.set(bytes, HEAD, read.address());
        INT.set(bytes, HEAD + 8, read.size());
        INT.set(bytes, HEAD + 12, read.before());
        INT.set(bytes, HEAD + 16, read.after());
        out.write(bytes, 0, bytes.length);
      }
      case Request.StringLength string -> {
        byte[] bytes = head(STRING_LENGTH, string.id(), string.length());
        LONG.set(bytes, HEAD, string.address());
        INT.set(bytes, HEAD + 8, string.most());
        out.write(bytes, 0, bytes.length);
      }
      case Request.Segments(long id) -> out.write(head(SEGMENTS, id, HEAD), 0, HEAD);
      case Request.Target(long id) -> out.write(head(TARGET, id, HEAD), 0, HEAD);
      case Reply.Data data -> {
        byte[] bytes = head(READ + ANSWER, data.id(), HEAD + Long.BYTES);
        LONG.set(bytes, HEAD, data.address());
        out.write(bytes, 0, bytes.length);
        out.write(data.bytes(), 0, data.count());
      }
      case Reply.Fault fault -> {
        byte[] bytes = head(FAULT, fault.id(), HEAD + Long.BYTES + 1);
        LONG.set(bytes, HEAD, fault.address());
        bytes[HEAD + Long.BYTES] = (byte) fault.reason().ordinal();
        out.write(bytes, 0, bytes.length);
        name(fault.segment(), out);
      }
      case Reply.StringLength(long id, int count) -> {
        byte[] bytes = head(STRING_LENGTH + ANSWER, id, HEAD + Integer.BYTES);
        INT.set(bytes, HEAD, count);
        out.write(bytes, 0, bytes.length);
      }
      case Reply.Segments(long id, List<RemoteSegment> segments) -> {
        out.write(head(SEGMENTS + ANSWER, id, HEAD), 0, HEAD);
        for (RemoteSegment segment : segments) {
          byte[] bytes = new byte[2 * Long.BYTES];
          LONG.set(bytes, 0, segment.address());
          LONG.set(bytes, Long.BYTES, segment.size());
          out.write(bytes, 0, bytes.length);
          name(segment.name(), out);
        }
      }
      case Reply.Target(long id, RemoteTarget target) -> {
        byte[] bytes = head(TARGET + ANSWER, id, HEAD + 2);
        bytes[HEAD] = (byte) target.addressBytes();
        bytes[HEAD + 1] = (byte) (target.order() == ByteOrder.BIG_ENDIAN ? 1 : 0);
        out.write(bytes, 0, bytes.length);
      }
    }
  }

  private static byte[] head(int kind, long id, int length) {
    byte[] bytes = new byte[length];
    bytes[0] = (byte) kind;
    LONG.set(bytes, 1, id);
    return bytes;
  }

  // Names were checked when they were exported.
  private static void name(String name, PayloadBuffer out) throws LimitExceededException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    out.write(bytes.length);
    out.write(bytes, 0, bytes.length);
  }

  @Override
  public RemoteMemoryMessage decode(byte[] bytes, int offset, int length, HandleSource handles)
      throws SerializationException {
    Fields in = new Fields(bytes, offset, offset + length);
    int kind = in.octet();
    long id = in.word();
    RemoteMemoryMessage message =
        switch (kind) {
          case READ -> new Request.Read(id, in.word(), in.number(), in.number(), in.number());
          case STRING_LENGTH -> new Request.StringLength(id, in.word(), in.number());
          case SEGMENTS -> new Request.Segments(id);
          case TARGET -> new Request.Target(id);
          case READ + ANSWER -> {
            long address = in.word();
            byte[] rest = in.rest();
            yield new Reply.Data(id, address, rest, rest.length);
          }
          case FAULT -> new Reply.Fault(id, in.word(), reason(in.octet()), in.name());
          case STRING_LENGTH + ANSWER -> new Reply.StringLength(id, in.signed());
          case SEGMENTS + ANSWER -> new Reply.Segments(id, segments(in));
          case TARGET + ANSWER -> new Reply.Target(id, target(in.octet(), in.octet()));
          default -> throw wrong("kind " + kind + " is not known");
        };
    if (in.left() > 0) {
      throw wrong(in.left() + " bytes behind the end");
    }
    return message;
  }

  private static Reply.Reason reason(int ordinal) throws SerializationException {
    if (ordinal >= REASONS.size()) {
      throw wrong("reason " + ordinal + " is not known");
    }
    return REASONS.get(ordinal);
  }

  private static List<RemoteSegment> segments(Fields in) throws SerializationException {
    List<RemoteSegment> segments = new ArrayList<>(); // grows with what is really there
    while (in.left() > 0) {
      long address = in.word();
      long size = in.word();
      segments.add(new RemoteSegment(in.name(), address, size));
    }
    return List.copyOf(segments);
  }

  private static RemoteTarget target(int addressBytes, int order) throws SerializationException {
    if (addressBytes != Integer.BYTES && addressBytes != Long.BYTES || order > 1) {
      throw wrong("addresses of " + addressBytes + " bytes in order " + order);
    }
    return new RemoteTarget(addressBytes, order == 1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
  }

  private static SerializationException wrong(String what) {
    return new SerializationException("a question about memory, or an answer: " + what, null);
  }

  /** What is left of a message of a peer. */
  private static final class Fields {
    private final byte[] bytes;
    private final int end;
    private int at;

    Fields(byte[] bytes, int from, int end) {
      this.bytes = bytes;
      this.at = from;
      this.end = end;
    }

    int left() {
      return end - at;
    }

    private int take(int count) throws SerializationException {
      if (left() < count) {
        throw wrong("cut off");
      }
      int from = at;
      at += count;
      return from;
    }

    int octet() throws SerializationException {
      return bytes[take(1)] & 0xff;
    }

    long word() throws SerializationException {
      return (long) LONG.get(bytes, take(Long.BYTES));
    }

    int signed() throws SerializationException {
      return (int) INT.get(bytes, take(Integer.BYTES));
    }

    int number() throws SerializationException {
      int number = signed();
      if (number < 0) {
        throw wrong("a count of " + number);
      }
      return number;
    }

    String name() throws SerializationException {
      int length = octet();
      return PeerText.printable(new String(bytes, take(length), length, StandardCharsets.UTF_8));
    }

    byte[] rest() {
      byte[] copy = Arrays.copyOfRange(bytes, at, end);
      at = end;
      return copy;
    }
  }
}
