package org.ferryipc.core.encode.form;

import org.ferryipc.core.codec.HandleShape;

/** A handle: the number of its slot, which counts up in the order of the message. */
record HandleForm(HandleShape shape) implements Form {
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
    if (value.getClass() != shape.handle()) {
      throw Problem.value("is a " + value.getClass().getSimpleName() + ", not a " + shape.handle().getSimpleName());
    }
    out.handle(at, value);
  }

  @Override
  public void check(Input in, int at) {
    in.checkSlot(at, shape);
  }

  @Override
  public Object read(Input in, int at) {
    return in.handle(at, shape);
  }
}
