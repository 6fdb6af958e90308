package org.ferryipc.core.encode.form;

/** Numbers and truth, as boxes: where they are elements or optional. Components of primitive types never come here. */
enum Scalar implements Form {
  BOOLEAN(1) {
    @Override
    public void write(Output out, int at, Object value) {
      out.bool(at, (Boolean) value);
    }

    @Override
    public void check(Input in, int at) {
      checkBool(in, at);
    }

    @Override
    public Object read(Input in, int at) {
      return in.bool(at);
    }

    @Override
    public boolean anyBits() {
      return false;
    }
  },
  BYTE(1) {
    @Override
    public void write(Output out, int at, Object value) {
      out.int8(at, (Byte) value);
    }

    @Override
    public Object read(Input in, int at) {
      return in.int8(at);
    }
  },
  SHORT(2) {
    @Override
    public void write(Output out, int at, Object value) {
      out.int16(at, (Short) value);
    }

    @Override
    public Object read(Input in, int at) {
      return in.int16(at);
    }
  },
  CHAR(2) {
    @Override
    public void write(Output out, int at, Object value) {
      out.char16(at, (Character) value);
    }

    @Override
    public Object read(Input in, int at) {
      return in.char16(at);
    }
  },
  INT(4) {
    @Override
    public void write(Output out, int at, Object value) {
      out.int32(at, (Integer) value);
    }

    @Override
    public Object read(Input in, int at) {
      return in.int32(at);
    }
  },
  LONG(8) {
    @Override
    public void write(Output out, int at, Object value) {
      out.int64(at, (Long) value);
    }

    @Override
    public Object read(Input in, int at) {
      return in.int64(at);
    }
  },
  FLOAT(4) {
    @Override
    public void write(Output out, int at, Object value) {
      out.float32(at, (Float) value);
    }

    @Override
    public Object read(Input in, int at) {
      return in.float32(at);
    }
  },
  DOUBLE(8) {
    @Override
    public void write(Output out, int at, Object value) {
      out.float64(at, (Double) value);
    }

    @Override
    public Object read(Input in, int at) {
      return in.float64(at);
    }
  };

  private final int size;

  Scalar(int size) {
    this.size = size;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int align() {
    return size;
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
  public void check(Input in, int at) {}

  /** Requires 0 or 1. */
  static void checkBool(Input in, int at) {
    byte found = in.int8(at);
    if (found != 0 && found != 1) {
      throw Problem.bytes("a boolean is " + found);
    }
  }
}
