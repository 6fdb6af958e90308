package org.ferryipc.rpc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ferryipc.core.failure.LimitExceededException;
import org.jspecify.annotations.Nullable;

/** The objects of this side that the other side of one connection can call. Thread-safe. */
final class Exports {
  /** The id of the object that each side may serve from the beginning. */
  static final long ROOT = 0;

  // All guarded by this.
  private final Map<Long, Export> byId = new HashMap<>();
  private final Map<Exposed, Export> byObject = new HashMap<>();
  private @Nullable Object root;
  private long lastId = ROOT;
  private boolean together; // nothing is let go by itself any more
  private boolean over;

  // Written under this, and read by each call without the lock: while it is served.
  private volatile @Nullable Export served;

  /** Serves an object from the beginning; it is in no count. {@return false if all is over already} */
  synchronized boolean root(Export root) {
    if (!over) {
      byId.put(ROOT, root);
      this.root = root.object;
      served = root;
    }
    return !over;
  }

  /**
   * {@return the export of an object, with one reference more}
   *
   * @throws LimitExceededException if there are too many
   */
  synchronized Export add(Object object, InterfacePlan plan) throws LimitExceededException {
    Exposed key = new Exposed(object, plan);
    Export known = byObject.get(key);
    if (known == null) {
      if (byObject.size() >= Rpc.EXPORTS) {
        throw new LimitExceededException("the connection", "exports", Rpc.EXPORTS, Rpc.EXPORTS + 1L);
      }
      known = new Export(++lastId, object, plan);
      byObject.put(key, known);
      byId.put(known.id, known);
    }
    known.references++;
    return known;
  }

  /** Undoes {@link #add} for a frame that was not sent; nobody hears of it. */
  synchronized void takeBack(Export export) {
    if (--export.references == 0 && export.uses == 0) {
      forget(export);
    }
  }

  /**
   * {@return whether an object is let go in its turn, or was at the end}: one exported, or served from the beginning
   */
  synchronized boolean knows(Object object, InterfacePlan plan) {
    return object == root || byObject.containsKey(new Exposed(object, plan));
  }

  /** {@return the object with this number, or null if there is none any more} */
  @Nullable Export get(long id) {
    if (id == ROOT) {
      return served;
    }
    synchronized (this) {
      return byId.get(id);
    }
  }

  /**
   * Counts one reference less.
   *
   * @return the object if that was the last and no call uses it; one that is used is let go by {@link #unused}
   */
  synchronized @Nullable Export released(long id) {
    Export export = id == ROOT ? null : byId.get(id);
    if (together || export == null || export.references == 0 || --export.references > 0 || export.uses > 0) {
      return null;
    }
    forget(export);
    return export;
  }

  /** Says that a call has arrived that uses {@code objects}: no release lets them go before it has ended. */
  void used(List<Export> objects) {
    if (!objects.isEmpty()) {
      synchronized (this) {
        objects.forEach(object -> object.uses++);
      }
    }
  }

  /** Says that such a call has ended. {@return what is to be let go now} */
  List<Export> unused(List<Export> objects) {
    if (objects.isEmpty()) {
      return objects;
    }
    List<Export> last = new ArrayList<>(0);
    synchronized (this) {
      for (Export object : objects) {
        if (--object.uses == 0 && object.references == 0 && !together) { // else it is let go with all others
          forget(object);
          last.add(object);
        }
      }
    }
    return last;
  }

  private void forget(Export export) {
    byId.remove(export.id);
    byObject.remove(new Exposed(export.object, export.plan));
  }

  /** Lets nothing go by itself from now on: {@link #end} has all that is left. */
  synchronized void keepTogether() {
    together = true;
  }

  /** Ends all exports. {@return them; nothing the second time} */
  synchronized List<Export> end() {
    if (over) {
      return List.of();
    }
    over = true;
    served = null;
    List<Export> all = new ArrayList<>(byId.values());
    byId.clear();
    return all;
  }

  /** An object under one of its interfaces; by identity, whatever its {@code equals} says. */
  private record Exposed(Object object, InterfacePlan plan) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Exposed that && object == that.object && plan == that.plan;
    }

    @Override
    public int hashCode() {
      return Objects.hash(System.identityHashCode(object), System.identityHashCode(plan));
    }
  }
}
