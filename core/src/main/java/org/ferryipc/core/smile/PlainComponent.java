package org.ferryipc.core.smile;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.UndeclaredThrowableException;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.io.SerializedString;

/** One component of a {@link PlainRecord}: its name, what it holds, and its accessor. */
final class PlainComponent {
  /** What a component holds. */
  enum Kind {
    /** A byte, short, int or long; its accessor, and what it is made of, is a long. */
    WHOLE(long.class, "whole"),
    /** A double. */
    DOUBLE(double.class, "ofDouble"),
    /** A float. */
    FLOAT(float.class, "ofFloat"),
    /** A boolean. */
    TRUTH(boolean.class, "truth"),
    /** A String. */
    TEXT(Object.class, "object"),
    /** A handle. */
    HANDLE(Object.class, "object");

    /** What its accessor gives. */
    final Class<?> wide;

    /** The method of {@link PlainValues} that gives what it is made of. */
    final String getter;

    Kind(Class<?> wide, String getter) {
      this.wide = wide;
      this.getter = getter;
    }
  }

  private final SerializedString name;
  private final Kind kind;
  private final long least;
  private final long most;
  private final @Nullable HandleShape shape;
  private final MethodHandle accessor;

  /**
   * Describes a component.
   *
   * @param bits of a whole number, how many it has
   * @param shape of a handle
   * @param accessor takes the record as an Object, and gives what {@code kind} says
   */
  PlainComponent(String name, Kind kind, int bits, @Nullable HandleShape shape, MethodHandle accessor) {
    this.name = new SerializedString(name);
    this.kind = kind;
    this.least = -1L << bits - 1;
    this.most = ~least;
    this.shape = shape;
    this.accessor = accessor;
    var unused = this.name.asUnquotedUTF8(); // it keeps them
  }

  String name() {
    return name.getValue();
  }

  void write(Object value, LastingGenerator out, HandleSink handles) throws Exception {
    try {
      var unused = out.writeName(name);
      switch (kind) {
        case WHOLE -> unused = out.writeNumber((long) accessor.invokeExact(value));
        case DOUBLE -> unused = out.writeNumber((double) accessor.invokeExact(value));
        case FLOAT -> unused = out.writeNumber((float) accessor.invokeExact(value));
        case TRUTH -> unused = out.writeBoolean((boolean) accessor.invokeExact(value));
        case TEXT -> unused = out.writeString((String) (Object) accessor.invokeExact(value));
        case HANDLE -> PlainHandles.writeOne((Object) accessor.invokeExact(value), out, handles);
      }
    } catch (Exception | Error thrown) {
      throw thrown;
    } catch (Throwable neither) {
      throw new UndeclaredThrowableException(neither);
    }
  }

  /** Reads it with its name. {@return whether it stood there} */
  boolean read(LastingParser in, PlainValues into, int at) {
    if (!in.nextName(name)) {
      return false;
    }
    if (kind == Kind.TEXT) {
      String text = in.nextStringValue();
      into.objects[at] = text;
      return text != null || in.currentToken() == JsonToken.VALUE_NULL;
    }
    JsonToken token = in.nextToken();
    switch (kind) {
      case WHOLE -> {
        if (token != JsonToken.VALUE_NUMBER_INT || in.getNumberType() == NumberType.BIG_INTEGER) {
          return false;
        }
        long value = in.getLongValue();
        into.words[at] = value;
        return value >= least && value <= most;
      }
      case DOUBLE -> {
        if (token != JsonToken.VALUE_NUMBER_FLOAT || in.getNumberType() != NumberType.DOUBLE) {
          return false;
        }
        into.words[at] = Double.doubleToRawLongBits(in.getDoubleValue());
        return true;
      }
      case FLOAT -> {
        if (token != JsonToken.VALUE_NUMBER_FLOAT || in.getNumberType() != NumberType.FLOAT) {
          return false;
        }
        into.words[at] = Float.floatToRawIntBits(in.getFloatValue());
        return true;
      }
      case TRUTH -> {
        into.words[at] = token == JsonToken.VALUE_TRUE ? 1 : 0;
        return token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE;
      }
      default -> {
        int slot = PlainHandles.slot(in, token);
        into.words[at] = slot;
        return slot >= PlainHandles.NO_SLOT;
      }
    }
  }

  /** Takes a handle that was read. */
  void take(PlainValues from, int at, HandleSource handles) throws SerializationException {
    if (shape != null) {
      from.objects[at] = PlainHandles.take((int) from.words[at], shape, handles);
    }
  }
}
