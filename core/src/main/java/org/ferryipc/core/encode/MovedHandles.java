package org.ferryipc.core.encode;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The handles of an encoded value.
 *
 * @param owners of each, in the order of the slots
 * @param life reachable from here, so that the cleanup net sees a result that was lost
 */
record MovedHandles(List<Ownership> owners, @Nullable Tether life) {
  static final MovedHandles NONE = new MovedHandles(List.of(), null);

  void close() {
    for (Ownership owner : owners) {
      owner.closeQuietly();
    }
  }

  /** Takes all resources out; their new owner is the caller. */
  List<Resource> take(Object of, String by) {
    if (owners.isEmpty()) {
      return List.of();
    }
    List<Resource> resources = new ArrayList<>(owners.size());
    int leased = 0;
    try {
      for (Ownership owner : owners) {
        owner.lease(of, true);
        leased++;
        resources.add(owner.resource());
      }
    } catch (Throwable refused) {
      for (int i = 0; i < leased; i++) {
        owners.get(i).rollback();
      }
      throw refused;
    }
    for (Ownership owner : owners) {
      owner.commit(by);
    }
    return resources;
  }
}
