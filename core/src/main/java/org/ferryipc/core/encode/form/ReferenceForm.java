package org.ferryipc.core.encode.form;

/** A value of any length: in place lies a reference, its elements lie behind. */
interface ReferenceForm extends Form {
  /** The bytes of a reference. */
  int SIZE = 8;

  @Override
  default int size() {
    return SIZE;
  }

  @Override
  default int align() {
    return SIZE;
  }

  @Override
  default int bound() {
    return UNBOUNDED;
  }
}
