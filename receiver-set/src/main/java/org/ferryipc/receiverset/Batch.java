package org.ferryipc.receiverset;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ferryipc.core.transport.Incoming;

/**
 * What one {@code select} found, bounded in every way in which a peer could make it large. Belongs to the selecting
 * thread, or to whoever holds its lock; the letters in it may be discarded by anybody.
 */
final class Batch {
  // Together with the largest message these bound what one select holds. Descriptors are the scarcest: all messages of a
  // batch have theirs open at once, and a soft limit of 1,024 for the process is usual.
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_HANDLES = 64;

  private final ArrayList<Selection> selections = new ArrayList<>();
  private List<Letter> withHandles = List.of();
  private long bytes;
  private int handles;

  /** Makes room at once for a selection of each of {@code members}. */
  void expect(int members) {
    selections.ensureCapacity(selections.size() + Math.min(members, ReceiverSet.MOST_SELECTED));
  }

  boolean isFull() {
    return selections.size() >= ReceiverSet.MOST_SELECTED || bytes >= MOST_BYTES || handles >= MOST_HANDLES;
  }

  int size() {
    return selections.size();
  }

  boolean isEmpty() {
    return selections.isEmpty();
  }

  void add(Member<?, ?> from, Incoming message) {
    Letter letter = new Letter(message);
    int brings = message.resources().size();
    if (brings > 0) {
      if (withHandles.isEmpty()) {
        withHandles = new ArrayList<>();
      }
      withHandles.add(letter);
      handles += brings;
    }
    bytes += message.length();
    selections.add(new Selection.Message(from, letter));
  }

  void add(Selection selection) {
    selections.add(selection);
  }

  List<Selection> selections() {
    return selections.isEmpty() ? List.of() : Collections.unmodifiableList(selections);
  }

  /** {@return the letters whose handles somebody must take} */
  List<Letter> lettersWithHandles() {
    return withHandles;
  }
}
