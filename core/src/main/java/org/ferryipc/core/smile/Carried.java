package org.ferryipc.core.smile;

import org.ferryipc.core.failure.IpcException;
import tools.jackson.core.JacksonException;

/** Carries a checked exception of ours through Jackson, which collects the path on the way; never leaves this package. */
final class Carried extends JacksonException {
  private static final long serialVersionUID = 1L;

  Carried(IpcException ours) {
    super(String.valueOf(ours.getMessage()), ours);
  }
}
