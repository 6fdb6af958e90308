package org.ferryipc.rpc;

import java.lang.reflect.Type;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/** Numbers, characters and truth values, as compact as they are small; and nothing at all. */
enum PrimitiveForm implements ValueForm {
  /** No value. */
  VOID(void.class) {
    @Override
    public void write(@Nullable Object value, WireWriter out, Cargo cargo) {}

    @Override
    public @Nullable Object read(WireReader in, Cargo cargo) {
      return null;
    }
  },
  /** {@code boolean}. */
  BOOLEAN(boolean.class) {
    @Override
    void writeValue(Object value, WireWriter out) throws IpcException {
      out.octet((Boolean) value ? 1 : 0);
    }

    @Override
    Object readValue(WireReader in) throws SerializationException {
      return switch (in.octet()) {
        case 0 -> false;
        case 1 -> true;
        default -> throw WireReader.wrong("a truth value is neither");
      };
    }
  },
  /** {@code byte}. */
  BYTE(byte.class) {
    @Override
    void writeValue(Object value, WireWriter out) throws IpcException {
      out.octet((Byte) value);
    }

    @Override
    Object readValue(WireReader in) throws SerializationException {
      return (byte) in.octet();
    }
  },
  /** {@code short}. */
  SHORT(short.class) {
    @Override
    void writeValue(Object value, WireWriter out) throws IpcException {
      out.signed((Short) value);
    }

    @Override
    Object readValue(WireReader in) throws SerializationException {
      return (short) within(in.signed(), Short.MIN_VALUE, Short.MAX_VALUE);
    }
  },
  /** {@code char}. */
  CHAR(char.class) {
    @Override
    void writeValue(Object value, WireWriter out) throws IpcException {
      out.number((Character) value);
    }

    @Override
    Object readValue(WireReader in) throws SerializationException {
      return (char) within(in.number(), Character.MIN_VALUE, Character.MAX_VALUE);
    }
  },
  /** {@code int}. */
  INT(int.class) {
    @Override
    void writeValue(Object value, WireWriter out) throws IpcException {
      out.signed((Integer) value);
    }

    @Override
    Object readValue(WireReader in) throws SerializationException {
      return (int) within(in.signed(), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
  },
  /** {@code long}. */
  LONG(long.class) {
    @Override
    void writeValue(Object value, WireWriter out) throws IpcException {
      out.signed((Long) value);
    }

    @Override
    Object readValue(WireReader in) throws SerializationException {
      return in.signed();
    }
  },
  /** {@code float}, with all its bits. */
  FLOAT(float.class) {
    @Override
    void writeValue(Object value, WireWriter out) throws IpcException {
      out.fixed(Float.floatToRawIntBits((Float) value), Float.BYTES);
    }

    @Override
    Object readValue(WireReader in) throws SerializationException {
      return Float.intBitsToFloat((int) in.fixed(Float.BYTES));
    }
  },
  /** {@code double}, with all its bits. */
  DOUBLE(double.class) {
    @Override
    void writeValue(Object value, WireWriter out) throws IpcException {
      out.fixed(Double.doubleToRawLongBits((Double) value), Double.BYTES);
    }

    @Override
    Object readValue(WireReader in) throws SerializationException {
      return Double.longBitsToDouble(in.fixed(Double.BYTES));
    }
  };

  private final Class<?> type;

  PrimitiveForm(Class<?> type) {
    this.type = type;
  }

  /** {@return the form of a primitive type, or null if it is none} */
  static @Nullable ValueForm of(Type type) {
    for (PrimitiveForm form : values()) {
      if (form.type == type) {
        return form;
      }
    }
    return null;
  }

  void writeValue(Object value, WireWriter out) throws IpcException {
    throw new AssertionError(this + " has no values");
  }

  Object readValue(WireReader in) throws SerializationException {
    throw new AssertionError(this + " has no values");
  }

  private static long within(long value, long least, long most) throws SerializationException {
    if (value < least || value > most) {
      throw WireReader.wrong("a number is out of range");
    }
    return value;
  }

  @Override
  public void write(@Nullable Object value, WireWriter out, Cargo cargo) throws IpcException {
    // An implementation cannot return null for a primitive, and a proxy is not called with one.
    writeValue(java.util.Objects.requireNonNull(value), out);
  }

  @Override
  public @Nullable Object read(WireReader in, Cargo cargo) throws SerializationException {
    return readValue(in);
  }
}
