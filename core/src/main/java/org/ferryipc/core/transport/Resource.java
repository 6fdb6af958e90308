package org.ferryipc.core.transport;

import java.io.IOException;

/**
 * What one handle owns. Owned by exactly one {@link org.ferryipc.core.ownership.Ownership} or one message at a time.
 */
public interface Resource {

  /** {@return which handle it becomes at the receiver} */
  HandleKind kind();

  /** Makes every call that waits on it look again at the state of its handle. Never blocks. */
  void wake();

  /**
   * Gives up this process's part: called exactly once, when no call runs on it any more or (for senders) while calls of
   * other references run.
   *
   * @throws IOException if the operating system reports that releasing failed
   */
  void release() throws IOException;
}
