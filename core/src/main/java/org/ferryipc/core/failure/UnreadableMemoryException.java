package org.ferryipc.core.failure;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Memory of another process was to be read which that process does not export, or cannot read itself.
 *
 * <p>Only this read is lost: the operation it belongs to goes on, and so does the channel.
 */
public final class UnreadableMemoryException extends IpcException {
  private static final long serialVersionUID = 1L;

  private final long address;
  private final @Nullable String segment;

  /**
   * Made where a read ends.
   *
   * @param doing the read: how many bytes, and where
   * @param why what is the matter with {@code address}
   * @param address the first byte that cannot be read
   * @param segment the segment that the byte, or the one in front of it, lies in; null if there is none
   */
  public UnreadableMemoryException(String doing, String why, long address, @Nullable String segment) {
    super(doing + ": 0x" + Long.toHexString(address) + " " + why, null);
    this.address = address;
    this.segment = segment;
  }

  /** {@return the first byte that cannot be read}; where a range goes over the last address there is, that address */
  public long address() {
    return address;
  }

  /** {@return the name of the segment that the byte, or the one in front of it, lies in} */
  public Optional<String> segment() {
    return Optional.ofNullable(segment);
  }
}
