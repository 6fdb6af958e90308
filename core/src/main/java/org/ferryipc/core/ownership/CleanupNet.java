package org.ferryipc.core.ownership;

import java.lang.ref.Cleaner;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.ferryipc.core.HandleState;
import org.jspecify.annotations.Nullable;

/**
 * Catches handles that a program loses without closing: closes them and says so in the log.
 *
 * <p>One record serves all handles of a received message, because a record costs 110 ns, a quarter of the bare system
 * calls at 64 handles. It is a net, not a way to work: it runs when the garbage collector does.
 */
public final class CleanupNet {
  private static final boolean WITH_ORIGIN = "full".equals(System.getProperty("ferry.leakDetection"));
  private static final System.Logger LOG = System.getLogger("org.ferryipc");
  private static final Cleaner CLEANER =
      Cleaner.create(
          task -> {
            Thread thread = new Thread(task, "ferry-cleanup");
            thread.setDaemon(true);
            return thread;
          });

  private CleanupNet() {}

  /** {@return the tether for one handle} */
  public static Tether watch(Ownership owned) {
    return watch(List.of(owned));
  }

  /**
   * {@return the tether for the handles of one message}
   *
   * @param group their ownerships; the list may still grow until the tether is given to a handle
   */
  public static Tether watch(List<Ownership> group) {
    Tether tether = new Tether();
    CLEANER.register(tether, new Lost(group, WITH_ORIGIN ? new Throwable("the lost handle was made here") : null));
    return tether;
  }

  /**
   * {@return the tether for something that is no handle}
   *
   * @param ifLost closes it if it is open, and says whether it was; must not reach the holder of the tether
   * @param what names it in the log
   */
  public static Tether watch(BooleanSupplier ifLost, String what) {
    Tether tether = new Tether();
    @Nullable Throwable origin = WITH_ORIGIN ? new Throwable("the lost " + what + " was made here") : null;
    CLEANER.register(
        tether,
        () -> {
          if (ifLost.getAsBoolean()) {
            LOG.log(
                System.Logger.Level.WARNING, "a " + what + " was lost without being closed; it is closed now", origin);
          }
        });
    return tether;
  }

  private record Lost(List<Ownership> group, @Nullable Throwable origin) implements Runnable {
    @Override
    public void run() {
      for (Ownership owned : group) {
        if (owned.state() instanceof HandleState.Open) {
          LOG.log(
              System.Logger.Level.WARNING,
              "a handle was lost without being closed: " + owned.resource() + "; it is closed now",
              origin);
          owned.closeQuietly();
        }
      }
    }
  }
}
