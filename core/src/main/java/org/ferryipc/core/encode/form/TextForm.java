package org.ferryipc.core.encode.form;

import org.ferryipc.core.text.Utf8;

/** A string: a reference to its bytes in UTF-8. */
enum TextForm implements ReferenceForm {
  INSTANCE;

  @Override
  public void write(Output out, int at, Object value) {
    String text = (String) value;
    int units = text.length();
    if (units > out.mostUnits()) {
      throw Problem.limit("stringLength", out.mostUnits(), units);
    }
    long bytes = Utf8.length(text, units);
    if (bytes < 0) {
      throw Problem.value("the text has half a surrogate pair");
    }
    int length = Output.arrayLength(bytes);
    if (length > 0) {
      int target = out.claim(length);
      out.text(target, text, length);
      out.reference(at, length, target);
    }
  }

  @Override
  public void check(Input in, int at) {
    int bytes = in.checkReference(at, 1);
    if (bytes > 0) {
      int units = in.units(in.target(at), bytes);
      if (units < 0) {
        throw Problem.bytes("the text is no UTF-8");
      }
      if (units > in.mostUnits()) {
        throw Problem.limit("stringLength", in.mostUnits(), units);
      }
    }
  }

  @Override
  public Object read(Input in, int at) {
    int bytes = in.count(at);
    return bytes == 0 ? "" : in.text(in.target(at), bytes);
  }
}
