package org.ferryipc.core.encode.form;

import java.util.List;

/** A value of a sealed type: the number of its class, and an envelope. */
record UnionForm(String type, Class<?>[] classes, int[] numbers, EnvelopeForm[] members, int bound) implements Form {
  static final int SIZE = 16;
  private static final int MEMBER = 8;

  /** {@return the form of the classes, each with its number} */
  static UnionForm of(String type, List<Class<?>> classes, List<Integer> numbers, List<Form> contents) {
    EnvelopeForm[] members = contents.stream().map(EnvelopeForm::of).toArray(EnvelopeForm[]::new);
    int bound = 0;
    for (EnvelopeForm member : members) {
      bound = Math.max(bound, member.bound());
    }
    return new UnionForm(
        type, classes.toArray(Class<?>[]::new), numbers.stream().mapToInt(n -> n).toArray(), members, bound);
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int align() {
    return MEMBER;
  }

  @Override
  public void write(Output out, int at, Object value) {
    Class<?> found = value.getClass();
    for (int i = 0; i < classes.length; i++) {
      if (classes[i] == found) {
        out.int32(at, numbers[i]);
        members[i].write(out, at + MEMBER, value);
        return;
      }
    }
    throw Problem.value(found.getName() + " is no " + type);
  }

  @Override
  public void check(Input in, int at) {
    int number = in.int32(at);
    in.zeros(at + 4, 4);
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] == number) {
        if (in.checkAbsent(at + MEMBER)) {
          throw Problem.bytes("the " + type + " is missing");
        }
        members[i].check(in, at + MEMBER);
        return;
      }
    }
    throw Problem.bytes((number & 0xFFFF_FFFFL) + " is the number of no " + type);
  }

  @Override
  public Object read(Input in, int at) {
    int number = in.int32(at);
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] == number) {
        return members[i].read(in, at + MEMBER);
      }
    }
    throw new AssertionError("not checked");
  }
}
