package org.ferryipc.core.remotememory;

/** A question of a reader. */
sealed interface Request extends RemoteMemoryMessage {

  /** {@return the number of the question}; each is larger than the one before */
  long id();

  /** {@return what the reader wants, in words that begin an error's text} */
  String doing();

  /** {@return the encoded length in bytes} */
  int length();

  /**
   * Bytes from {@code address} on.
   *
   * @param size how many are wanted, at least one
   * @param before how many more may come from in front of them
   * @param after how many more may come from behind them
   */
  record Read(long id, long address, int size, int before, int after) implements Request {
    @Override
    public String doing() {
      return "reading " + size + " bytes at 0x" + Long.toHexString(address);
    }

    @Override
    public int length() {
      return MemoryCodec.HEAD + Long.BYTES + 3 * Integer.BYTES;
    }
  }

  /**
   * How many bytes there are from {@code address} on before the first zero.
   *
   * @param most how many to look at
   */
  record StringLength(long id, long address, int most) implements Request {
    @Override
    public String doing() {
      return "the length of the string at 0x" + Long.toHexString(address);
    }

    @Override
    public int length() {
      return MemoryCodec.HEAD + Long.BYTES + Integer.BYTES;
    }
  }

  /** Which segments there are. */
  record Segments(long id) implements Request {
    @Override
    public String doing() {
      return "listing segments";
    }

    @Override
    public int length() {
      return MemoryCodec.HEAD;
    }
  }

  /** What the target's words look like. */
  record Target(long id) implements Request {
    @Override
    public String doing() {
      return "asking for the form of words";
    }

    @Override
    public int length() {
      return MemoryCodec.HEAD;
    }
  }
}
