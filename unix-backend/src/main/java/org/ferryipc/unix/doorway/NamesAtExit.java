package org.ferryipc.unix.doorway;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Removes the names that are open when the process ends in order: one hook, made with the first of them. */
final class NamesAtExit {

  private static final Set<BoundName> OPEN = ConcurrentHashMap.newKeySet();

  private NamesAtExit() {}

  static void add(BoundName name) {
    Hook.ensureMade();
    OPEN.add(name);
  }

  static void forget(BoundName name) {
    OPEN.remove(name);
  }

  private static void removeAll() {
    OPEN.forEach(BoundName::removeFiles);
  }

  private static final class Hook {
    static {
      try {
        Runtime.getRuntime().addShutdownHook(new Thread(NamesAtExit::removeAll, "ferry-names"));
      } catch (IllegalStateException ending) {
        // The process ends already: names made now are removed by their owner or by nobody.
      }
    }

    static void ensureMade() {}
  }
}
