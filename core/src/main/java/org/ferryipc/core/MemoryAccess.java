package org.ferryipc.core;

/** What a holder may do with {@link SharedMemory}. */
public enum MemoryAccess {
  /** The bytes can change under a reader (their maker still writes), but not be written here. */
  READ,
  /** Nobody can write any more: the kernel refuses it. */
  FROZEN,
  /** The bytes can be written here. */
  WRITE
}
