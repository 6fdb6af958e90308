package org.ferryipc.core.encode.form;

import java.lang.invoke.MethodHandle;

/**
 * A component of a record and its place.
 *
 * @param name its name
 * @param primitive its class if that is primitive, else {@code Object}
 * @param accessor takes an {@code Object}, gives a {@code primitive}
 * @param form how it is written; for a primitive, that of its box
 * @param offset where it lies in the record; in a table, where its envelope lies among the envelopes
 * @param ordinal its number in a table, 0 if the record is none
 */
record Component(String name, Class<?> primitive, MethodHandle accessor, Form form, int offset, int ordinal) {
  boolean isPrimitive() {
    return primitive.isPrimitive();
  }

  int end() {
    return offset + form.size();
  }
}
