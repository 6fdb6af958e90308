package org.example.linecount;

import java.io.IOException;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.rpc.Remote;

/** What a worker can be asked to do, in calls. */
interface Counter {
  /** Hears of the lines as they are counted; it travels by reference. */
  @Remote
  interface Progress {
    void counted(long lines);
  }

  /** {@return the lines of a file}, which moves to the worker */
  long lines(OwnedFd input, Progress progress) throws IOException;
}
