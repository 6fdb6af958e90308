package org.ferryipc.core.ownership;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Where Ferry's modules say what nobody waits to hear.
 *
 * <p>A logger is other people's code, and one that is first used when no descriptor is left cannot open its own files and
 * ends in an {@code Error}. It is called by loops that close descriptors and by threads that must go on, so here it may fail.
 */
public final class FerryLog {
  private static final String NAME = "org.ferryipc";

  private FerryLog() {}

  /** Logs; never throws. */
  public static void log(Level level, String text, @Nullable Throwable why) {
    try {
      // Asked for each time: as a constant it could fail once, and then this class would fail for ever.
      System.getLogger(NAME).log(level, text, why);
    } catch (RuntimeException | Error unheard) {
      // There is nobody else to tell.
    }
  }
}
