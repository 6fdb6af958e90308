package org.ferryipc.unix.region;

import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.unix.kernel.Errno;

/** Memory on the heap for a payload whose length a peer has named, within the limit of the channel. */
public final class HeapRoom {
  private HeapRoom() {}

  /**
   * {@return an array of {@code length} bytes}
   *
   * @throws ResourceExhaustedException if the heap has no room for it: that is the message's fault and not the program's
   */
  public static byte[] allocate(int length) throws ResourceExhaustedException {
    try {
      return new byte[length];
    } catch (OutOfMemoryError full) {
      throw new ResourceExhaustedException(
          "a message of " + length + " bytes, which is lost; the heap", Errno.name(Errno.ENOMEM),
          Runtime.getRuntime().maxMemory());
    }
  }
}
