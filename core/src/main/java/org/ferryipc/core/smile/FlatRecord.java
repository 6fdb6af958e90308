package org.ferryipc.core.smile;

import static tools.jackson.dataformat.smile.SmileConstants.HEADER_BIT_HAS_RAW_BINARY;
import static tools.jackson.dataformat.smile.SmileConstants.HEADER_BIT_HAS_SHARED_NAMES;
import static tools.jackson.dataformat.smile.SmileConstants.HEADER_BYTE_1;
import static tools.jackson.dataformat.smile.SmileConstants.HEADER_BYTE_2;
import static tools.jackson.dataformat.smile.SmileConstants.HEADER_BYTE_3;
import static tools.jackson.dataformat.smile.SmileConstants.HEADER_BYTE_4;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_LITERAL_END_OBJECT;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_LITERAL_START_OBJECT;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;
import org.ferryipc.core.Limits;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.dataformat.smile.SmileMapper;

/**
 * Writes and reads the records that most messages are, of numbers, truth values and short texts, without Jackson: the very
 * bytes that Jackson writes.
 *
 * <p>Jackson's generator, parser, contexts and tables of names take 650 ns for a record of five components, written and read,
 * which is most of what a message by a lane costs; and they are long in being compiled, and then in being fetched by a processor
 * that has waited for the message.
 *
 * <p>Only bytes that are as this class writes them are read here, each property once and in its place. Everything else is
 * Jackson's, from the first byte on: another order, a property that is missing or strange, numbers of another kind, texts that
 * are long or not ASCII, what is cut off, what the program's own methods throw. So what is taken, what is refused and how that is
 * told stays in one place.
 */
final class FlatRecord {
  private static final byte[] BEGIN = {
    HEADER_BYTE_1,
    HEADER_BYTE_2,
    HEADER_BYTE_3,
    HEADER_BYTE_4 | HEADER_BIT_HAS_SHARED_NAMES | HEADER_BIT_HAS_RAW_BINARY,
    TOKEN_LITERAL_START_OBJECT
  };

  private final Class<?> type;
  private final FlatComponent[] components; // in the order of the bytes
  private final MethodHandle maker; // of FlatInput; makes an Object
  private final int mostBytes;

  private FlatRecord(Class<?> type, List<FlatComponent> components, MethodHandle maker) {
    this.type = type;
    this.components = components.toArray(FlatComponent[]::new);
    this.maker = maker;
    this.mostBytes = BEGIN.length + components.stream().mapToInt(FlatComponent::mostBytes).sum() + 1;
  }

  /** {@return how to write and read {@code root}}; null if that is Jackson's, also with limits that only Jackson checks */
  static @Nullable FlatRecord of(JavaType root, SmileMapper mapper, Limits limits) {
    FlatShape shape = FlatShape.of(root, mapper);
    if (shape == null || limits.stringLength() < FlatComponent.LONGEST_TEXT || limits.depth() < 1) {
      return null;
    }
    FlatRecord flat = new FlatRecord(root.getRawClass(), shape.components(), shape.maker());
    return flat.mostBytes <= limits.messageBytes() ? flat : null;
  }

  /** Writes a value into an empty buffer. {@return false if nothing was written, because that is Jackson's} */
  boolean write(@Nullable Object value, PayloadBuffer out) throws LimitExceededException {
    if (value == null || value.getClass() != type || out.length() != 0) {
      return false;
    }
    int start = out.reserve(mostBytes);
    byte[] into = out.array();
    System.arraycopy(BEGIN, 0, into, start, BEGIN.length);
    int at = start + BEGIN.length;
    try {
      for (FlatComponent component : components) {
        at = component.write(value, into, at);
        if (at < 0) {
          return false;
        }
      }
    } catch (Throwable ofAnAccessor) { // Jackson asks it again, and says what happened
      return false;
    }
    into[at++] = TOKEN_LITERAL_END_OBJECT;
    out.advance(at - start);
    return true;
  }

  /** {@return the value}; null if the bytes are Jackson's */
  @Nullable Object read(byte[] bytes, int offset, int length) {
    if (length > mostBytes || !Arrays.equals(bytes, offset, offset + Math.min(length, BEGIN.length), BEGIN, 0, BEGIN.length)) {
      return null;
    }
    FlatInput in = new FlatInput(bytes, offset + BEGIN.length, offset + length, components.length);
    for (int i = 0; i < components.length; i++) {
      if (!components[i].read(in, i)) {
        return null;
      }
    }
    if (!in.endsWith(TOKEN_LITERAL_END_OBJECT)) {
      return null;
    }
    try {
      return (Object) maker.invokeExact(in);
    } catch (Throwable ofTheConstructor) { // as above
      return null;
    }
  }
}
