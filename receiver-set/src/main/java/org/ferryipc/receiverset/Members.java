package org.ferryipc.receiverset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The members of a set, found by the token under which a poller watches them. Guarded by the roster's lock.
 *
 * <p>A token is the member's place in a table and, above it, the lower half of its id: so a lookup makes no object, and a
 * late report of a member that has left finds nobody, or somebody else's token, though the place is used again.
 */
final class Members {
  private @Nullable Member<?, ?>[] places = new Member<?, ?>[16];
  private int[] free = new int[16];
  private int freeCount;
  private int used; // places that were ever used
  private int size;

  int size() {
    return size;
  }

  void add(Member<?, ?> member) {
    int place;
    if (freeCount > 0) {
      place = free[--freeCount];
    } else {
      if (used == places.length) {
        places = Arrays.copyOf(places, 2 * used);
      }
      place = used++;
    }
    places[place] = member;
    member.place = place;
    member.token = member.id << Integer.SIZE | place;
    size++;
  }

  void remove(Member<?, ?> member) {
    places[member.place] = null;
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = member.place;
    size--;
  }

  @Nullable Member<?, ?> find(long token) {
    int place = (int) token;
    Member<?, ?> member = place >= 0 && place < used ? places[place] : null;
    return member != null && member.token == token ? member : null;
  }

  /** Empties the table. {@return who was in it} */
  List<Member<?, ?>> clear() {
    List<Member<?, ?>> all = new ArrayList<>(size);
    for (int i = 0; i < used; i++) {
      Member<?, ?> member = places[i];
      if (member != null) {
        all.add(member);
        places[i] = null;
      }
    }
    used = 0;
    freeCount = 0;
    size = 0;
    return all;
  }
}
