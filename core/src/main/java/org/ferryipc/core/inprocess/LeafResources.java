package org.ferryipc.core.inprocess;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.Resource;

/**
 * What lies in a queue and did not come from this transport, for the day when the queue is lost as a whole.
 *
 * <p>A channel end in its own queue is a cycle: nobody can close it, and the garbage collector frees it. What the kernel
 * has given must be closed then. This list refers to such resources only, never to an end of a queue, because that leads
 * back to the queue and would keep the cycle alive for ever.
 */
final class LeafResources {
  private static final Cleaner CLEANER =
      Cleaner.create(
          task -> {
            Thread thread = new Thread(task, "ferry-queue-cleanup");
            thread.setDaemon(true);
            return thread;
          });

  // How often each is here: two references to one sender are one resource. Guarded by the queue's lock; by nothing once
  // the queue is unreachable.
  private final Map<Resource, Integer> held = new IdentityHashMap<>();
  private boolean watched; // guarded by the queue's lock

  void add(List<Resource> resources) {
    try {
      for (Resource resource : resources) {
        if (!isQueueEnd(resource)) {
          held.merge(resource, 1, Integer::sum);
          if (!watched) {
            // Late, because most queues never carry a descriptor and need no record.
            watched = true;
            CLEANER.register(this, new ReleaseAll(held));
          }
        }
      }
    } finally {
      Reference.reachabilityFence(this); // the cleaner must not walk the map while this call changes it
    }
  }

  void remove(List<Resource> resources) {
    try {
      for (Resource resource : resources) {
        held.computeIfPresent(resource, (same, count) -> count == 1 ? null : count - 1);
      }
    } finally {
      // Else the last call on a queue could lose it here, and what it has just taken out would be released under it.
      Reference.reachabilityFence(this);
    }
  }

  private static boolean isQueueEnd(Resource resource) {
    return resource instanceof QueueSender || resource instanceof QueueReceiver || resource instanceof QueueDuplex;
  }

  private record ReleaseAll(Map<Resource, Integer> held) implements Runnable {
    @Override
    public void run() {
      held.forEach(
          (resource, count) -> {
            for (int i = 0; i < count; i++) {
              CloseFailures.releaseQuietly(resource);
            }
          });
    }
  }
}
