package org.ferryipc.core.encode.form;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** An {@code Optional} or one of its primitive kin: an envelope. Position -1 is one that a shorter table does not have. */
record OptionalForm(Kind kind, EnvelopeForm envelope) implements Form {
  static final int NOT_THERE = -1;

  /** Which class. */
  enum Kind {
    ANY,
    INT,
    LONG,
    DOUBLE
  }

  @Override
  public int size() {
    return EnvelopeForm.SIZE;
  }

  @Override
  public int align() {
    return EnvelopeForm.SIZE;
  }

  @Override
  public int bound() {
    return envelope.bound();
  }

  /** {@return whether there is something in {@code value}} */
  boolean isPresent(Object value) {
    return switch (kind) {
      case ANY -> ((Optional<?>) value).isPresent();
      case INT -> ((OptionalInt) value).isPresent();
      case LONG -> ((OptionalLong) value).isPresent();
      case DOUBLE -> ((OptionalDouble) value).isPresent();
    };
  }

  @Override
  public void write(Output out, int at, Object value) {
    if (isPresent(value)) {
      switch (kind) {
        case ANY -> envelope.write(out, at, ((Optional<?>) value).orElseThrow());
        case INT -> {
          out.int32(at, ((OptionalInt) value).getAsInt());
          out.int32(at + 4, Output.IN_PLACE);
        }
        case LONG -> EnvelopeForm.write(out, at, ((OptionalLong) value).getAsLong());
        case DOUBLE -> EnvelopeForm.write(out, at, Double.doubleToRawLongBits(((OptionalDouble) value).getAsDouble()));
      }
    }
  }

  @Override
  public void check(Input in, int at) {
    if (!in.checkAbsent(at)) {
      envelope.check(in, at);
    }
  }

  @Override
  public Object read(Input in, int at) {
    boolean there = at != NOT_THERE && in.isPresent(at);
    return switch (kind) {
      case ANY -> there ? Optional.of(envelope.read(in, at)) : Optional.empty();
      case INT -> there ? OptionalInt.of((Integer) envelope.read(in, at)) : OptionalInt.empty();
      case LONG -> there ? OptionalLong.of((Long) envelope.read(in, at)) : OptionalLong.empty();
      case DOUBLE -> there ? OptionalDouble.of((Double) envelope.read(in, at)) : OptionalDouble.empty();
    };
  }
}
