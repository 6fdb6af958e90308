package org.ferryipc.core.encode.form;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stands for the form of a type inside itself until that is made. */
final class LateForm implements Form {
  private final String type;
  private final int knownSize; // of a union or table, which does not depend on what is in it; else 0
  private @Nullable Form made; // set before the outermost form is given to anybody

  LateForm(String type, int knownSize) {
    this.type = type;
    this.knownSize = knownSize;
  }

  void made(Form form) {
    made = form;
  }

  private Form form() {
    return Objects.requireNonNull(made, type);
  }

  @Override
  public int size() {
    if (knownSize > 0) {
      return knownSize;
    }
    Form form = made;
    if (form == null) {
      throw new IllegalArgumentException("a " + type + " in place of a part of itself has no end");
    }
    return form.size();
  }

  @Override
  public int align() {
    return 8; // as in EnvelopeForm.of
  }

  @Override
  public int bound() {
    return UNBOUNDED;
  }

  @Override
  public void write(Output out, int at, Object value) {
    form().write(out, at, value);
  }

  @Override
  public void check(Input in, int at) {
    form().check(in, at);
  }

  @Override
  public Object read(Input in, int at) {
    return form().read(in, at);
  }
}
