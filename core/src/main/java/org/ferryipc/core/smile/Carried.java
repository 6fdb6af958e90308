package org.ferryipc.core.smile;

import tools.jackson.core.JacksonException;

/** Carries an exception that is none of Jackson's, which collects the path on the way; never leaves this package. */
final class Carried extends JacksonException {
  private static final long serialVersionUID = 1L;

  Carried(Exception cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
