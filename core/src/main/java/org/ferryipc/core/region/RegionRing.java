package org.ferryipc.core.region;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The ring that delays giving memory back: each region that becomes empty is put into it, and is given back only when its turn
 * to leave comes and it is still empty. After PartitionAlloc's ring of empty slot spans (partition_page.cc), rule by rule:
 *
 * <ul>
 *   <li>A region that becomes empty and is in the ring already changes nothing: else one that bounces would evict all others.
 *   <li>Otherwise whoever has the current place leaves, and is given back if it is empty at that moment and not else.
 *   <li>A region that is used again stays in the ring. So the ring holds regions that are <em>possibly</em> empty.
 *   <li>The bytes of empty regions ("dirty") have a cap. Over it the ring shrinks to half of them or to the cap, whichever is
 *       less, oldest first. After a walk around the whole ring there are none.
 * </ul>
 *
 * <p>With size 0 there is no ring, and an empty region is given back at once. Not thread-safe.
 */
final class RegionRing<R extends Region> {
  /** PartitionAlloc's largest, of programs in the foreground. */
  static final int LARGEST = 1024;

  private final Consumer<R> giveBack;
  private @Nullable Region[] places;
  private int current;
  private long dirty;

  /**
   * Makes an empty ring.
   *
   * @param giveBack is given each region that leaves the ring empty
   */
  RegionRing(int size, Consumer<R> giveBack) {
    this.places = new Region[size];
    this.giveBack = giveBack;
  }

  int size() {
    return places.length;
  }

  /** {@return the bytes of memory behind empty regions} */
  long dirty() {
    return dirty;
  }

  /** Takes note that {@code region} became empty. {@code cap}: how many bytes may be behind empty ones. */
  void emptied(R region, long cap) {
    region.empty = true;
    dirty += region.committed();
    if (region.place == Region.NOWHERE) {
      enter(region);
    }
    if (dirty > cap) {
      shrink(Math.min(dirty / 2, cap));
    }
  }

  private void enter(R region) {
    if (places.length == 0) {
      leave(region);
      return;
    }
    R before = at(current);
    if (before != null) {
      leave(before);
    }
    places[current] = region;
    region.place = current;
    current = next(current);
  }

  /** Takes note that an empty region is used again. It stays where it is. */
  void used(R region) {
    region.empty = false;
    dirty -= region.committed();
  }

  // Its place is the caller's to fill or to clear.
  private void leave(R region) {
    region.place = Region.NOWHERE;
    if (region.empty) {
      used(region);
      giveBack.accept(region);
    }
  }

  /** Gives back empty regions, oldest first, until no more than {@code limit} bytes are behind them. */
  void shrink(long limit) {
    int size = places.length;
    for (int walked = 0, index = current; dirty > limit && walked < size; walked++, index = next(index)) {
      R region = at(index);
      if (region != null) {
        places[index] = null;
        leave(region);
      }
    }
    assert dirty <= limit || dirty == 0 : dirty + " bytes are dirty outside the ring";
  }

  /** Changes the size. The newest stay, as many as there is room for. */
  void resize(int size) {
    List<R> all = new ArrayList<>();
    for (int walked = 0, index = current; walked < places.length; walked++, index = next(index)) {
      R region = at(index);
      if (region != null) {
        all.add(region);
      }
    }
    int surplus = Math.max(0, all.size() - size);
    places = new Region[size];
    all.subList(0, surplus).forEach(this::leave);
    for (int i = surplus; i < all.size(); i++) {
      R kept = all.get(i);
      places[i - surplus] = kept;
      kept.place = i - surplus;
    }
    int used = all.size() - surplus;
    current = used == size ? 0 : used;
  }

  private int next(int index) {
    return index + 1 == places.length ? 0 : index + 1;
  }

  @SuppressWarnings("unchecked") // only emptied() puts anything here
  private @Nullable R at(int index) {
    return (R) places[index];
  }
}
