package org.ferryipc.core.smile;

import java.io.IOException;
import tools.jackson.core.JacksonException;

/** Carries a checked exception of ours through Jackson, which throws unchecked ones; never leaves this package. */
final class Carried extends JacksonException {
  private static final long serialVersionUID = 1L;

  Carried(IOException ours) {
    super(String.valueOf(ours.getMessage()), ours);
  }
}
