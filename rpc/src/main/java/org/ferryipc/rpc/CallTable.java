package org.ferryipc.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Calls that are under way, by their numbers. Thread-safe.
 *
 * <p>Mostly there is one, or one at a time: it has a place of its own, which costs a third of what a map does. A call stays where
 * it was put until it is removed, so it is in one of both places all the time.
 */
final class CallTable<C extends CallTable.Numbered> {
  private final AtomicReference<@Nullable C> alone = new AtomicReference<>();
  private final ConcurrentHashMap<Long, C> others = new ConcurrentHashMap<>();

  /** What is in the table. */
  interface Numbered {
    /** {@return a number that no other call in the table has} */
    long number();
  }

  /** Puts a call in, whose number is not there. */
  void put(C call) {
    if (alone.get() != null || !alone.compareAndSet(null, call)) {
      others.put(call.number(), call);
    }
  }

  /** {@return the call with that number, or null} */
  @Nullable C get(long number) {
    C first = alone.get();
    return first != null && first.number() == number ? first : others.get(number);
  }

  /** Takes the call with that number out. {@return it, if this took it; null if it was not there} */
  @Nullable C remove(long number) {
    C first = alone.get();
    if (first != null && first.number() == number) {
      return alone.compareAndSet(first, null) ? first : null;
    }
    return others.remove(number);
  }

  /** Takes {@code call} out. {@return whether this did} */
  boolean remove(C call) {
    return alone.get() == call ? alone.compareAndSet(call, null) : others.remove(call.number(), call);
  }

  /** {@return how many there are}; exact when nobody puts or removes */
  int size() {
    return (alone.get() == null ? 0 : 1) + others.size();
  }

  /**
   * {@return whether there is none}: of those who remove and then ask, the last one to ask is told so
   *
   * <p>One that is put while another is removed is seen: the first look at {@code alone} may come before it and the one at the
   * others behind the removal, but then the second finds it. Only if it ends as well between the last two looks, while a third
   * one is put, is nothing seen of them; who asks must be one that does not mind a call which is put while it asks.
   */
  boolean isEmpty() {
    return alone.get() == null && others.isEmpty() && alone.get() == null;
  }

  /** {@return those that are there}, in no order */
  List<C> all() {
    List<C> found = new ArrayList<>(others.values());
    C first = alone.get();
    if (first != null) {
      found.add(first);
    }
    return found;
  }
}
