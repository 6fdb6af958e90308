package org.ferryipc.core.encode.form;

import java.lang.foreign.MemorySegment;

/** Plain bytes, as an array or a segment: a reference to them. Many of them are not copied into the message. */
enum BytesForm implements Form {
  ARRAY,
  SEGMENT;

  @Override
  public int size() {
    return TextForm.SIZE;
  }

  @Override
  public int align() {
    return TextForm.SIZE;
  }

  @Override
  public int bound() {
    return UNBOUNDED;
  }

  @Override
  public void write(Output out, int at, Object value) {
    if (this == ARRAY) {
      byte[] bytes = (byte[]) value;
      if (out.takesApart(bytes.length)) {
        out.reference(at, bytes.length, out.apart(MemorySegment.ofArray(bytes)));
      } else if (bytes.length > 0) {
        int target = out.claim(bytes.length);
        out.bytes(target, bytes);
        out.reference(at, bytes.length, target);
      }
      return;
    }
    MemorySegment bytes = (MemorySegment) value;
    long size = bytes.byteSize();
    if (size > Integer.MAX_VALUE - 8) {
      throw Problem.limit("messageBytes", Integer.MAX_VALUE - 8, size);
    }
    if (!bytes.scope().isAlive()) {
      throw Problem.value("the arena of the segment is closed");
    }
    if (!bytes.isAccessibleBy(Thread.currentThread())) {
      throw Problem.value("the segment belongs to another thread");
    }
    if (out.takesApart(size)) {
      out.reference(at, (int) size, out.apart(bytes));
    } else if (size > 0) {
      int target = out.claim((int) size);
      out.copy(target, bytes);
      out.reference(at, (int) size, target);
    }
  }

  @Override
  public void check(Input in, int at) {
    int unused = in.checkReference(at, 1);
  }

  @Override
  public Object read(Input in, int at) {
    int count = in.count(at);
    byte[] bytes = count == 0 ? new byte[0] : in.bytes(in.target(at), count);
    return this == ARRAY ? bytes : MemorySegment.ofArray(bytes);
  }
}
