package org.ferryipc.core.encode.form;

/**
 * Something that may be missing: 8 bytes in place, which hold a value of at most 4 bytes itself, or say where it lies, how many
 * bytes it has with all that belongs to it, and whether handles are among that.
 */
record EnvelopeForm(Form content, int contentSize, boolean inPlace) {
  static final int SIZE = 8;
  private static final int MOST_IN_PLACE = 4;

  /** {@return an envelope for {@code content}} */
  static EnvelopeForm of(Form content) {
    if (content instanceof LateForm) {
      return new EnvelopeForm(content, 0, false); // what holds itself holds an envelope or a reference: 8 bytes at least
    }
    return new EnvelopeForm(content, content.size(), content.size() <= MOST_IN_PLACE);
  }

  int bound() {
    return inPlace ? 0 : content.bound() == Form.UNBOUNDED ? Form.UNBOUNDED : Form.sum(Form.padded(size()), content.bound());
  }

  private int size() {
    return contentSize == 0 ? content.size() : contentSize;
  }

  void write(Output out, int at, Object value) {
    int slots = out.slots();
    if (inPlace) {
      content.write(out, at, value);
      out.int32(at + 4, out.slots() == slots ? Output.IN_PLACE : Output.IN_PLACE | Output.WITH_HANDLES);
    } else {
      out.enter();
      int inside = out.claim(size());
      content.write(out, inside, value);
      out.leave();
      int bytes = out.end() - inside;
      out.int32(at, inside - at);
      out.int32(at + 4, out.slots() == slots ? bytes : bytes | Output.WITH_HANDLES);
    }
  }

  /** Writes an envelope whose content is these eight bytes, without a box. */
  static void write(Output out, int at, long bits) {
    out.enter();
    int inside = out.claim(Long.BYTES);
    out.int64(inside, bits);
    out.leave();
    out.int32(at, inside - at);
    out.int32(at + 4, Long.BYTES);
  }

  void check(Input in, int at) {
    int mark = in.mark();
    if (inPlace) {
      in.checkInPlace(at, contentSize);
      content.check(in, at);
    } else {
      int inside = in.open(at, size());
      content.check(in, inside);
      in.close(at, inside);
    }
    in.checkHandles(at, mark);
  }

  Object read(Input in, int at) {
    return content.read(in, inPlace ? at : at + in.int32(at));
  }
}
