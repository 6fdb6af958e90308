package org.ferryipc.core.encode.form;

/**
 * How values of one type lie in a message: some bytes in place, and for some types more behind.
 *
 * <p>What lies behind is claimed depth first, in the order of the components, so a value has one form. {@link #check} is the
 * only gate for bytes of a peer: {@link #read} trusts what it has passed.
 */
public interface Form {
  /** What {@link #bound} says of a type whose values may become as long as they like. */
  int UNBOUNDED = Integer.MAX_VALUE;

  /** {@return the bytes in place} */
  int size();

  /** {@return 1, 2, 4 or 8: what the place is a multiple of} */
  int align();

  /** {@return the most bytes that a value lays behind its place, or {@link #UNBOUNDED}} */
  int bound();

  /** {@return whether every pattern of bits is a value, so that there is nothing to check} */
  default boolean anyBits() {
    return false;
  }

  /**
   * Writes a value whose place was claimed and is zero.
   *
   * @throws Problem if it cannot be written
   */
  void write(Output out, int at, Object value);

  /**
   * Checks that exactly one value has these bytes, and claims what lies behind.
   *
   * @throws Problem if not
   */
  void check(Input in, int at);

  /**
   * {@return the value of checked bytes}
   *
   * @throws Problem if its constructor refuses it, or a handle is of another kind
   */
  Object read(Input in, int at);

  /** {@return {@code a + b}, where either may be unbounded} */
  static int sum(int a, int b) {
    return a == UNBOUNDED || b == UNBOUNDED || a + b < 0 ? UNBOUNDED : a + b;
  }

  /** {@return {@code bytes} up to the next multiple of 8} */
  static int padded(int bytes) {
    return (bytes + 7) & -8;
  }
}
