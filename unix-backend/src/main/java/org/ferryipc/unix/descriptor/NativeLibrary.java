package org.ferryipc.unix.descriptor;

import org.ferryipc.core.failure.TransportException;
import org.newsclub.net.unix.AFSocket;

/** junixsocket's native part, which is unpacked and loaded when it is first asked for. */
public final class NativeLibrary {
  private NativeLibrary() {}

  /**
   * Loads it, if that was not tried before.
   *
   * @param doing what needs it, for the text
   * @throws TransportException if it could not be loaded; a call of the library would end in an {@code Error}
   */
  public static void require(String doing) throws TransportException {
    if (!AFSocket.isSupported()) {
      throw new TransportException(
          doing + ": the native library of junixsocket could not be loaded; it is unpacked into the directory of the"
              + " property org.newsclub.net.unix.library.tmpdir, or java.io.tmpdir, where this process must be able to make"
              + " files and to run them",
          null);
    }
  }
}
