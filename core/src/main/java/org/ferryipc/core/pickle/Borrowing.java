package org.ferryipc.core.pickle;

import java.lang.System.Logger.Level;
import org.ferryipc.core.ownership.FerryLog;

/** Whether this process borrows. */
final class Borrowing {
  private static final String PROPERTY = "ferry.borrow";

  /** Whether {@code -Dferry.borrow=copy} turns each borrowed view into a copy. */
  static final boolean COPIES = copies(System.getProperty(PROPERTY, "view"));

  private Borrowing() {}

  // A program is started with this because its views fail. A slip in the word must not leave it with views.
  private static boolean copies(String value) {
    if (!value.equals("view") && !value.equals("copy")) {
      FerryLog.log(Level.WARNING, "-D" + PROPERTY + "=" + value + " is neither view nor copy; taken for copy", null);
    }
    return !value.equals("view");
  }
}
