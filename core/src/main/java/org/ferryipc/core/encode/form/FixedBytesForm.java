package org.ferryipc.core.encode.form;

/** An array of so many bytes, always, in place. */
record FixedBytesForm(int count) implements Form {
  @Override
  public int size() {
    return count;
  }

  @Override
  public int align() {
    return 1;
  }

  @Override
  public int bound() {
    return 0;
  }

  @Override
  public boolean anyBits() {
    return true;
  }

  @Override
  public void write(Output out, int at, Object value) {
    byte[] bytes = (byte[]) value;
    if (bytes.length != count) {
      throw Problem.value("has " + bytes.length + " bytes, must have " + count);
    }
    out.bytes(at, bytes);
  }

  @Override
  public void check(Input in, int at) {}

  @Override
  public Object read(Input in, int at) {
    return in.bytes(at, count);
  }
}
