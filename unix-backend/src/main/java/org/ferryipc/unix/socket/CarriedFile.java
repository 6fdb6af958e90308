package org.ferryipc.unix.socket;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.region.BacklogFile;

/**
 * Something of a receiver that travels with it in a file: there is a file while the receiver is leased, and after it arrived
 * until the file is read. Under the turn. A superclass and not a field, for an end that arrives should be few objects.
 */
abstract class CarriedFile {
  private static final int NO_FILE = -1;

  private int file = NO_FILE;
  private long bytesInFile;

  /** Takes over the file that came with the receiver. */
  final void arrived(int number, long bytes) {
    file = number;
    bytesInFile = bytes;
  }

  /** Puts {@code content} into a file that travels. */
  final void pack(byte[] content) throws IpcException {
    arrived(BacklogFile.write(content), content.length);
  }

  final boolean hasFile() {
    return file != NO_FILE;
  }

  final int file() {
    return file;
  }

  final long bytesInFile() {
    return hasFile() ? bytesInFile : 0;
  }

  final void discardFile() {
    int number = file;
    file = NO_FILE;
    if (number != NO_FILE) {
      boolean unused = Descriptors.discard(number);
    }
  }
}
