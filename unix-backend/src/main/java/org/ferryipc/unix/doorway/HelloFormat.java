package org.ferryipc.unix.doorway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import org.ferryipc.core.doorway.NameCheck;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.transport.Greeting;

/**
 * The two messages of the doorway. Numbers are little-endian, texts are UTF-8 behind a 16-bit length.
 *
 * <pre>
 * header   magic 'FRRY' (32 bits) · version (16) · kind (8) · code (8) · body length (32)     of every version
 * hello    kind 1, code = shape    body: name check (8) · codec · sends · receives
 * answer   kind 2, code = verdict  body: reason, or what differs · the server's · the client's; when admitted, the channel's
 *                                  socket comes with it
 * </pre>
 */
final class HelloFormat {

  /** The first four bytes spell FRRY. */
  static final int MAGIC = 0x5952_5246;

  /** Of this format and of the frames on the channel: peers of different versions do not talk. */
  static final int VERSION = 1;

  static final int HEADER_BYTES = 12;

  /** Longest body. Class names are far shorter; a client costs the server no more memory than this. */
  static final int MAX_BODY_BYTES = 16 * 1024;

  private static final int VERSION_AT = 4;
  private static final int KIND_AT = 6;
  private static final int CODE_AT = 7;
  private static final int LENGTH_AT = 8;

  private static final int KIND_HELLO = 1;
  private static final int KIND_ANSWER = 2;

  private static final int SHAPE_ONE_WAY = 1;
  private static final int SHAPE_TWO_WAY = 2;

  private static final int CHECK_IGNORED = 0;
  private static final int CHECK_REQUIRED = 1;

  private static final int VERDICT_ADMITTED = 0;
  private static final int VERDICT_REFUSED = 1;
  private static final int VERDICT_DIFFERS = 2;
  private static final int VERDICT_LATE = 3;

  /** What a server answers. */
  sealed interface Answer {}

  /** The client is let in. */
  record Admitted() implements Answer {}

  /**
   * It is not.
   *
   * @param reason the server's words
   */
  record Refused(String reason) implements Answer {}

  /**
   * It is not, because its hello was late; it may come again.
   *
   * @param reason the server's words
   */
  record Late(String reason) implements Answer {}

  /**
   * It is not, because the two named something else.
   *
   * @param said by both
   */
  record Differs(RefusedException.Mismatch said) implements Answer {}

  private HelloFormat() {}

  /**
   * {@return a client's hello}
   *
   * @throws LimitExceededException if the names are too long together
   */
  static byte[] hello(String server, Greeting greeting) throws LimitExceededException {
    byte[] codec = greeting.codec().getBytes(UTF_8);
    byte[] sends = greeting.sends().getBytes(UTF_8);
    byte[] receives = greeting.receives().getBytes(UTF_8);
    int length = 1 + 3 * Short.BYTES + codec.length + sends.length + receives.length;
    if (length > MAX_BODY_BYTES) {
      throw new LimitExceededException("hello to " + server, "bytes of its names", MAX_BODY_BYTES, length);
    }
    int shape =
        switch (greeting.shape()) {
          case ONE_WAY -> SHAPE_ONE_WAY;
          case TWO_WAY -> SHAPE_TWO_WAY;
        };
    ByteBuffer message = header(KIND_HELLO, shape, length);
    message.put((byte) (greeting.check() == NameCheck.REQUIRED ? CHECK_REQUIRED : CHECK_IGNORED));
    for (byte[] text : new byte[][] {codec, sends, receives}) {
      message.putShort((short) text.length).put(text);
    }
    return message.array();
  }

  /** {@return a server's answer to a client that is let in; the socket must go with it} */
  static byte[] admitted() {
    return answer(VERDICT_ADMITTED, "");
  }

  /** {@return a server's answer to a client that is not let in; a long reason is cut} */
  static byte[] refused(String reason) {
    return answer(VERDICT_REFUSED, reason);
  }

  /** {@return a server's answer to a client whose hello was late} */
  static byte[] late(String reason) {
    return answer(VERDICT_LATE, reason);
  }

  /** {@return a server's answer to a client that named something else}; long names are cut */
  static byte[] refused(RefusedException.Mismatch said) {
    return answer(VERDICT_DIFFERS, said.subject(), said.server(), said.client());
  }

  private static byte[] answer(int verdict, String... said) {
    byte[][] texts = new byte[said.length][];
    int length = 0;
    for (int i = 0; i < said.length; i++) {
      texts[i] = said[i].getBytes(UTF_8);
      if (texts[i].length > MAX_BODY_BYTES / said.length - Short.BYTES) {
        // 3 bytes at most per UTF-16 unit
        texts[i] = (said[i].substring(0, MAX_BODY_BYTES / said.length / 4) + " …").getBytes(UTF_8);
      }
      length += Short.BYTES + texts[i].length;
    }
    ByteBuffer message = header(KIND_ANSWER, verdict, length);
    for (byte[] text : texts) {
      message.putShort((short) text.length).put(text);
    }
    return message.array();
  }

  private static ByteBuffer header(int kind, int code, int length) {
    return ByteBuffer.allocate(HEADER_BYTES + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(MAGIC)
        .putShort((short) VERSION)
        .put((byte) kind)
        .put((byte) code)
        .putInt(length);
  }

  /**
   * {@return the length of the whole message that begins with {@code bytes}, as its header says}
   *
   * @param bytes at least {@link #HEADER_BYTES}
   * @throws RefusedException if it is of another version
   * @throws MalformedMessageException if no Ferry sends such a header
   */
  static int messageLength(String from, byte[] bytes) throws IpcException {
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int magic = header.getInt(0);
    if (magic != MAGIC) {
      throw new MalformedMessageException(from, "magic", "0x%08x is not Ferry's".formatted(magic));
    }
    int version = Short.toUnsignedInt(header.getShort(VERSION_AT));
    if (version != VERSION) {
      throw new RefusedException(from + " speaks version " + version + ", this side version " + VERSION);
    }
    int length = header.getInt(LENGTH_AT);
    if (length < 0 || length > MAX_BODY_BYTES) {
      throw new MalformedMessageException(
          from, "body length", Integer.toUnsignedLong(length) + " bytes, at most " + MAX_BODY_BYTES);
    }
    return HEADER_BYTES + length;
  }

  /** {@return what a client's whole hello says} */
  static Greeting readHello(String from, byte[] message) throws MalformedMessageException {
    ByteBuffer body = body(from, message, KIND_HELLO);
    Greeting.Shape shape =
        switch (message[CODE_AT]) {
          case SHAPE_ONE_WAY -> Greeting.Shape.ONE_WAY;
          case SHAPE_TWO_WAY -> Greeting.Shape.TWO_WAY;
          default -> throw new MalformedMessageException(from, "shape", "unknown code " + message[CODE_AT]);
        };
    if (!body.hasRemaining()) {
      throw new MalformedMessageException(from, "body", "it is empty");
    }
    byte check = body.get();
    if (check != CHECK_IGNORED && check != CHECK_REQUIRED) {
      throw new MalformedMessageException(from, "name check", "unknown code " + check);
    }
    Greeting greeting =
        new Greeting(
            shape,
            text(from, body),
            text(from, body),
            text(from, body),
            check == CHECK_REQUIRED ? NameCheck.REQUIRED : NameCheck.IGNORED);
    checkEnd(from, body);
    return greeting;
  }

  /** {@return what a server's whole answer says} */
  static Answer readAnswer(String from, byte[] message) throws MalformedMessageException {
    ByteBuffer body = body(from, message, KIND_ANSWER);
    String first = text(from, body);
    Answer answer =
        switch (message[CODE_AT]) {
          case VERDICT_ADMITTED -> new Admitted();
          case VERDICT_REFUSED -> new Refused(first);
          case VERDICT_LATE -> new Late(first);
          case VERDICT_DIFFERS -> new Differs(new RefusedException.Mismatch(first, text(from, body), text(from, body)));
          default -> throw new MalformedMessageException(from, "verdict", "unknown code " + message[CODE_AT]);
        };
    checkEnd(from, body);
    return answer;
  }

  private static ByteBuffer body(String from, byte[] message, int kind) throws MalformedMessageException {
    if (message[KIND_AT] != kind) {
      throw new MalformedMessageException(from, "kind", "it is " + message[KIND_AT] + ", must be " + kind);
    }
    return ByteBuffer.wrap(message, HEADER_BYTES, message.length - HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String text(String from, ByteBuffer body) throws MalformedMessageException {
    int length = body.remaining() < Short.BYTES ? Integer.MAX_VALUE : Short.toUnsignedInt(body.getShort());
    if (length > body.remaining()) {
      throw new MalformedMessageException(from, "text", "it ends behind the message");
    }
    byte[] bytes = new byte[length];
    body.get(bytes);
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedMessageException(from, "text", "it is not UTF-8");
    }
  }

  private static void checkEnd(String from, ByteBuffer body) throws MalformedMessageException {
    if (body.hasRemaining()) {
      throw new MalformedMessageException(from, "body", body.remaining() + " bytes behind its end");
    }
  }
}
