package org.ferryipc.core.remotememory;

import java.nio.ByteOrder;

/**
 * What the words of the process look like that is read.
 *
 * @param addressBytes how long an address is in its memory: 4 or 8
 * @param order the order of the bytes of a number in its memory
 */
public record RemoteTarget(int addressBytes, ByteOrder order) {

  /** Checks the length of an address. */
  public RemoteTarget {
    if (addressBytes != Integer.BYTES && addressBytes != Long.BYTES) {
      throw new IllegalArgumentException("an address of " + addressBytes + " bytes");
    }
  }
}
