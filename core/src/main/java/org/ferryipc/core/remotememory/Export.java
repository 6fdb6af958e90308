package org.ferryipc.core.remotememory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * One exported segment.
 *
 * @param segment its name, and where readers find it
 * @param bytes what they find there
 * @param own what is to be closed with the export, if anything
 */
record Export(RemoteSegment segment, MemorySegment bytes, @Nullable Arena own) {

  long start() {
    return segment.address();
  }

  /** {@return the address of its last byte}; it has one */
  long last() {
    return segment.address() + segment.size() - 1;
  }

  /**
   * Copies {@code count} bytes from {@code address} on, all of which it has.
   *
   * @return whether that was possible: not if the memory is gone
   */
  boolean copy(long address, byte[] into, int at, int count) {
    try {
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, address - start(), into, at, count);
      if (bytes.isMapped()) {
        // Where a file was cut under its mapping, compiled code goes on with any bytes, and the error is thrown when the thread
        // comes back from a native method next, or at another safepoint: so let it do that here, and not in other code.
        boolean unused = Thread.holdsLock(Export.class);
      }
      return true;
    } catch (IllegalStateException closed) {
      return false; // its arena was closed meanwhile
    } catch (InternalError cut) {
      return false;
    }
  }

  void close() {
    if (own != null) {
      own.close();
    }
  }
}
