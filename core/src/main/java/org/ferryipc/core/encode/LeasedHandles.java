package org.ferryipc.core.encode;

import java.util.Arrays;
import org.ferryipc.core.Handle;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.ownership.Bundle;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.HandleKind;

/** The handles of one value while it is encoded: they move all together at the end, or none does. */
final class LeasedHandles implements HandleSink {
  /** How many find room without another array. */
  static final int INLINE = 64;

  private final int limit;
  private final String type;
  private Ownership[] leased = new Ownership[INLINE];
  private int count;

  LeasedHandles(int limit, String type) {
    this.limit = limit;
    this.type = type;
  }

  @Override
  public int put(Handle handle) throws LimitExceededException {
    if (count == limit) {
      throw new LimitExceededException(type, "handles", limit, count + 1L);
    }
    if (count == leased.length) {
      leased = Arrays.copyOf(leased, 2 * count); // before the lease, behind which nothing may fail
    }
    Ownership ownership = EndAccess.get().ownership(handle);
    ownership.lease(handle, ownership.resource().kind() != HandleKind.SENDER);
    leased[count] = ownership;
    return count++;
  }

  /** Moves all handles into the result. */
  MovedHandles commit() {
    if (count == 0) {
      return MovedHandles.NONE; // the cleanup net has nothing to watch
    }
    Bundle bundle = new Bundle(count);
    for (int i = 0; i < count; i++) {
      Ownership unused = bundle.add(leased[i].resource());
    }
    MovedHandles moved = new MovedHandles(bundle.members(), bundle.watch());
    for (int i = 0; i < count; i++) {
      leased[i].commit("encode");
    }
    bundle.complete();
    return moved;
  }

  /** Gives all handles back. */
  void rollback() {
    for (int i = 0; i < count; i++) {
      leased[i].rollback();
    }
  }
}
