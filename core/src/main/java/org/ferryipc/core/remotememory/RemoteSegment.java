package org.ferryipc.core.remotememory;

/**
 * Memory that another process exports.
 *
 * @param name what its server calls it
 * @param address where it begins, without sign
 * @param size how many bytes it has
 */
public record RemoteSegment(String name, long address, long size) {

  /** {@return whether it has all of {@code count} bytes from {@code first} on} */
  public boolean contains(long first, long count) {
    long offset = first - address;
    return offset >= 0 && count >= 0 && offset <= size && count <= size - offset;
  }

  /** {@return its name, its first address and its size} */
  @Override
  public String toString() {
    return name + " (0x" + Long.toHexString(address) + ", " + size + " bytes)";
  }
}
