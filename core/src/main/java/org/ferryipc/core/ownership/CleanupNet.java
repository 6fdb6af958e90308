package org.ferryipc.core.ownership;

import java.lang.ref.Cleaner;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Catches handles that a program loses without closing: closes them and says so in the log.
 *
 * <p>One record serves all handles of a received message ({@link Bundle}), because a record costs 110 ns, a quarter of
 * the bare system calls at 64 handles. It is a net, not a way to work: it runs when the garbage collector does.
 */
public final class CleanupNet {
  private static final boolean WITH_ORIGIN = "full".equals(System.getProperty("ferry.leakDetection"));
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
    return owned.watch();
  }

  /** {@return the record of {@code bundle}}, by which it is taken out again */
  static Cleaner.Cleanable register(Tether tether, Bundle bundle) {
    return CLEANER.register(
        tether, new Lost(bundle.members(), WITH_ORIGIN ? new Throwable("the lost handle was made here") : null));
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
            FerryLog.log(
                System.Logger.Level.WARNING, "a " + what + " was lost without being closed; it is closed now", origin);
          }
        });
    return tether;
  }

  private record Lost(List<Ownership> members, @Nullable Throwable origin) implements Runnable {
    // Also run when the last member has ended otherwise: then none is open.
    @Override
    public void run() {
      for (int i = 0; i < members.size(); i++) {
        Ownership owned = members.get(i);
        if (owned.isOpen()) {
          owned.closeQuietly(); // first: descriptors may be what the program has run out of, and what the log needs
          FerryLog.log(
              System.Logger.Level.WARNING,
              "a handle was lost without being closed: " + owned.lostName() + "; it is closed now",
              origin);
        }
      }
    }
  }
}
