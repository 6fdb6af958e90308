package org.ferryipc.core.encode.form;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record. The subclasses are made at run time by {@link RecordCode}, one for each type. */
abstract class RecordForm implements Form {
  private final Shape shape;

  /**
   * What is known of the record.
   *
   * @param components their names
   * @param size bytes in place
   * @param align what they are a multiple of
   * @param bound most bytes behind
   * @param anyBits whether every pattern of bits is one
   */
  record Shape(List<String> components, int size, int align, int bound, boolean anyBits) {}

  RecordForm(Shape shape) {
    this.shape = shape;
  }

  @Override
  public final int size() {
    return shape.size;
  }

  @Override
  public final int align() {
    return shape.align;
  }

  @Override
  public final int bound() {
    return shape.bound;
  }

  @Override
  public final boolean anyBits() {
    return shape.anyBits;
  }

  static void requirePresent(@Nullable Object value) {
    if (value == null) {
      throw Problem.value("is null");
    }
  }

  /** {@return what to throw for what was thrown while component {@code step} was written} */
  final Throwable encoding(Throwable thrown, int step) {
    return under(thrown, step, "its accessor");
  }

  /** {@return what to throw for what was thrown while component {@code step} was checked or read; -1: by the constructor} */
  final Throwable decoding(Throwable thrown, int step) {
    return under(thrown, step, "the constructor");
  }

  private Throwable under(Throwable thrown, int step, String what) {
    if (thrown instanceof VirtualMachineError) {
      return thrown;
    }
    Problem problem = thrown instanceof Problem known ? known : Problem.code(what, thrown);
    return step < 0 ? problem : problem.under("." + shape.components.get(step));
  }
}
