package org.ferryipc.rpc;

import org.ferryipc.core.ownership.FerryLog;

/** An object that the other side holds references to. Its counts are guarded by its {@link Exports}. */
final class Export {
  final long id;
  final Object object;
  final InterfacePlan plan;

  /** How many references are on the other side, or on their way there. */
  long references;

  /** How many calls of the other side use it that have arrived and not ended. */
  int uses;

  Export(long id, Object object, InterfacePlan plan) {
    this.id = id;
    this.object = object;
    this.plan = plan;
  }

  /** Lets an object go. A proxy of another connection was only passed on: it stays the program's. */
  static void letGo(Object object, InterfacePlan plan) {
    if (object instanceof AutoCloseable closeable && RemoteObject.of(object) == null) {
      try {
        closeable.close();
      } catch (Throwable thrown) {
        FerryLog.log(System.Logger.Level.WARNING, "closing a released " + plan + " failed", thrown);
      }
    }
  }
}
