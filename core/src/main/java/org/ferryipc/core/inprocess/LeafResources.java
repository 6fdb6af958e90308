package org.ferryipc.core.inprocess;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.RawDescriptor;
import org.ferryipc.core.transport.RawMemory;
import org.ferryipc.core.transport.Resource;

/**
 * The descriptors and memory that lie in a queue, for the day when the queue is lost as a whole.
 *
 * <p>A channel end in its own queue is a cycle: nobody can close it, and the garbage collector frees it. What the kernel
 * has given must be closed then. This list refers to such resources only, never to a port, because a port leads back to
 * the queue and would keep the cycle alive for ever.
 */
final class LeafResources {
  private static final Cleaner CLEANER =
      Cleaner.create(
          task -> {
            Thread thread = new Thread(task, "ferry-queue-cleanup");
            thread.setDaemon(true);
            return thread;
          });

  // Guarded by the queue's lock; by nothing once the queue is unreachable.
  private final Set<Resource> held = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean watched; // guarded by the queue's lock

  void add(List<Resource> resources) {
    for (Resource resource : resources) {
      if (resource instanceof RawDescriptor || resource instanceof RawMemory) {
        held.add(resource);
        if (!watched) {
          // Late, because most queues never carry a descriptor and need no record.
          watched = true;
          CLEANER.register(this, new ReleaseAll(held));
        }
      }
    }
  }

  void remove(List<Resource> resources) {
    for (Resource resource : resources) {
      held.remove(resource);
    }
  }

  private record ReleaseAll(Set<Resource> held) implements Runnable {
    @Override
    public void run() {
      for (Resource resource : held) {
        try {
          resource.release();
        } catch (IOException | RuntimeException e) {
          CloseFailures.report(resource, e);
        }
      }
    }
  }
}
