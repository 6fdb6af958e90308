package org.ferryipc.examples.filebroker;

import java.io.IOException;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.rpc.OneWay;
import org.ferryipc.rpc.Remote;

/** What a worker may ask for. */
interface Broker {
  /**
   * {@return the open file of that name, for reading}; it is the caller's
   *
   * @throws IOException if the policy does not allow it, or it cannot be opened
   */
  OwnedFd open(String name) throws IOException;

  /**
   * Tells of changes to a file until the result is closed.
   *
   * @throws IOException as {@link #open}
   */
  Watch watch(String name, Listener listener) throws IOException;

  /** Changes that are being told. */
  @Remote
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  /** Hears of changes. */
  @Remote
  interface Listener {
    /** Told after a change; the broker does not wait for it. */
    @OneWay
    void changed(String name, long bytes);
  }
}
