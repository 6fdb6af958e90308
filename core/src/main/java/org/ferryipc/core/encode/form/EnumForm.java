package org.ferryipc.core.encode.form;

import java.util.Arrays;

/** A constant of an enum: its number, in the order of the declaration. */
record EnumForm(Class<?> type, Enum<?>[] constants) implements Form {
  /** {@return the form of {@code type}} */
  static EnumForm of(Class<?> type) {
    return new EnumForm(type, Arrays.copyOf(type.getEnumConstants(), type.getEnumConstants().length, Enum[].class));
  }

  @Override
  public int size() {
    return 4;
  }

  @Override
  public int align() {
    return 4;
  }

  @Override
  public int bound() {
    return 0;
  }

  @Override
  public void write(Output out, int at, Object value) {
    out.int32(at, ((Enum<?>) value).ordinal());
  }

  @Override
  public void check(Input in, int at) {
    int found = in.int32(at);
    if (found < 0 || found >= constants.length) {
      throw Problem.bytes((found & 0xFFFF_FFFFL) + " is no " + type.getSimpleName());
    }
  }

  @Override
  public Object read(Input in, int at) {
    return constants[in.int32(at)];
  }
}
