package org.ferryipc.core.encode.form;

import java.lang.foreign.MemorySegment;

/** Plain bytes, as an array or a segment: a reference to them. Many of them are not copied into the message. */
enum BytesForm implements ReferenceForm {
  ARRAY,
  SEGMENT;

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
    int length = Output.arrayLength(bytes.byteSize());
    if (!bytes.scope().isAlive()) {
      throw Problem.value("the arena of the segment is closed");
    }
    if (!bytes.isAccessibleBy(Thread.currentThread())) {
      throw Problem.value("the segment belongs to another thread");
    }
    if (out.takesApart(length)) {
      out.reference(at, length, out.apart(bytes));
    } else if (length > 0) {
      int target = out.claim(length);
      out.copy(target, bytes);
      out.reference(at, length, target);
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
