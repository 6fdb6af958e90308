package org.ferryipc.benches.calls;

import java.io.IOException;
import org.ferryipc.core.OwnedFd;

/** What is called. */
public interface Adder {
  /** {@return the sum} */
  int add(int a, int b);

  /** {@return a new descriptor}, the caller's */
  OwnedFd descriptor() throws IOException;
}
