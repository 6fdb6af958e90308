package org.ferryipc.core;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.ownership.Bundle;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Resource;

/**
 * The handles leased to one message: a transaction that ends in {@link #commit} or {@link #rollback}.
 *
 * <p>A value of one call, never shared by two threads or two messages: a getter that sends while its own message is
 * encoded has a list of its own, and no handle can slip into another message.
 */
final class OutgoingHandles implements HandleSink {
  private final String channel;
  private final int limit;
  private final List<Owned> leased = new ArrayList<>();
  private final List<Resource> resources = new ArrayList<>();

  OutgoingHandles(String channel, int limit) {
    this.channel = channel;
    this.limit = limit;
  }

  @Override
  public int put(Handle handle) throws LimitExceededException {
    Owned owned = (Owned) handle;
    int slot = leased.size();
    if (slot == limit) {
      throw new LimitExceededException(channel, "handles", limit, slot + 1L);
    }
    Resource resource = owned.ownership.resource();
    // Room first: once leased, nothing may fail before the handle is on the list that rollback walks.
    leased.add(owned);
    resources.add(resource);
    try {
      owned.ownership.lease(owned, resource.kind() != HandleKind.SENDER);
    } catch (Throwable refused) {
      leased.removeLast();
      resources.removeLast();
      throw refused;
    }
    return slot;
  }

  /** {@return whether {@code handle} is one of them} */
  boolean has(Owned handle) {
    for (int i = 0; i < leased.size(); i++) {
      if (leased.get(i) == handle) {
        return true;
      }
    }
    return false;
  }

  List<Resource> resources() {
    return resources;
  }

  void commit(String by) {
    // Handles of one bundle mostly travel on together: they are counted in one go.
    Bundle bundle = null;
    int ended = 0;
    for (int i = 0; i < leased.size(); i++) {
      Bundle of = leased.get(i).ownership.commitUncounted(by);
      if (of != bundle && ended > 0) {
        Bundle.ended(bundle, ended);
        ended = 0;
      }
      bundle = of;
      ended++;
    }
    if (ended > 0) {
      Bundle.ended(bundle, ended);
    }
    clear();
  }

  void rollback() {
    for (Owned owned : leased) {
      owned.ownership.rollback();
    }
    clear();
  }

  private void clear() {
    leased.clear();
    resources.clear();
  }
}
