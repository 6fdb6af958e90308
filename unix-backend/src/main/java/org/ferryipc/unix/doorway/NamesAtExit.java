package org.ferryipc.unix.doorway;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.TransportException;

/**
 * Removes the names that are open when the process ends in order: one hook, made with the first of them. A name that is
 * being opened at that moment is removed too, and none is opened any more.
 */
final class NamesAtExit {

  /** How long the hook waits for names that are being opened: it takes milliseconds, unless a file system hangs. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Set<BoundName> OPEN = ConcurrentHashMap.newKeySet();

  /** Shared by those who open names, exclusive for the hook. */
  private static final ReentrantReadWriteLock OPENING = new ReentrantReadWriteLock();

  private static volatile boolean ending;

  private NamesAtExit() {}

  /** What makes the files of a name. */
  interface Opening {
    BoundName open() throws IpcException;
  }

  /**
   * {@return the name that {@code opening} made}, which is removed at exit unless it is forgotten before
   *
   * @throws TransportException if the process is ending
   * @throws IpcException as {@code opening}
   */
  static BoundName open(Opening opening) throws IpcException {
    OPENING.readLock().lock();
    try {
      Hook.ensureMade();
      if (ending) {
        throw new TransportException("no name can be opened: the process is ending", null);
      }
      BoundName name = opening.open();
      OPEN.add(name);
      return name;
    } finally {
      OPENING.readLock().unlock();
    }
  }

  static void forget(BoundName name) {
    OPEN.remove(name);
  }

  private static void removeAll() {
    ending = true;
    boolean settled = awaitOpening();
    try {
      OPEN.forEach(BoundName::removeFiles);
    } finally {
      if (settled) {
        OPENING.writeLock().unlock();
      }
    }
  }

  private static boolean awaitOpening() {
    try {
      return OPENING.writeLock().tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return false; // then what is there now is removed
    }
  }

  private static final class Hook {
    static {
      try {
        Runtime.getRuntime().addShutdownHook(new Thread(NamesAtExit::removeAll, "ferry-names"));
      } catch (IllegalStateException e) {
        ending = true;
      }
    }

    static void ensureMade() {}
  }
}
