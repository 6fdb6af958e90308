package org.ferryipc.core.encode.form;

import java.lang.reflect.Array;

/** An array of a primitive type other than byte: a reference to its elements. */
record NumbersForm(Class<?> component, Scalar scalar) implements ReferenceForm {
  @Override
  public void write(Output out, int at, Object value) {
    int count = Array.getLength(value);
    if (count == 0) {
      return;
    }
    int length = Output.arrayLength((long) count * scalar.size());
    int target = out.claim(length);
    out.reference(at, count, target);
    for (int i = 0; i < count; i++) {
      int place = target + i * scalar.size();
      switch (value) {
        case long[] longs -> out.int64(place, longs[i]);
        case int[] ints -> out.int32(place, ints[i]);
        case double[] doubles -> out.float64(place, doubles[i]);
        case float[] floats -> out.float32(place, floats[i]);
        case short[] shorts -> out.int16(place, shorts[i]);
        case char[] chars -> out.char16(place, chars[i]);
        case boolean[] truths -> out.bool(place, truths[i]);
        default -> throw Problem.value("is no array of " + component);
      }
    }
  }

  @Override
  public void check(Input in, int at) {
    int count = in.checkReference(at, scalar.size());
    if (!scalar.anyBits() && count > 0) {
      int target = in.target(at);
      for (int i = 0; i < count; i++) {
        scalar.check(in, target + i);
      }
    }
  }

  @Override
  public Object read(Input in, int at) {
    int count = in.count(at);
    Object array = Array.newInstance(component, count);
    int target = in.target(at);
    for (int i = 0; i < count; i++) {
      int place = target + i * scalar.size();
      switch (array) {
        case long[] longs -> longs[i] = in.int64(place);
        case int[] ints -> ints[i] = in.int32(place);
        case double[] doubles -> doubles[i] = in.float64(place);
        case float[] floats -> floats[i] = in.float32(place);
        case short[] shorts -> shorts[i] = in.int16(place);
        case char[] chars -> chars[i] = in.char16(place);
        case boolean[] truths -> truths[i] = in.bool(place);
        default -> throw new AssertionError(component);
      }
    }
    return array;
  }
}
