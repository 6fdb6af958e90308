package org.ferryipc.unix.region;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.kernel.Descriptors;
import org.jspecify.annotations.Nullable;

/**
 * The grounds that a receiver has: one for each sender that it has heard of, usually one. Under the turn.
 *
 * <p>Those that came with a receiver are looked at when they are first needed: who is sent many receivers pays for those it uses.
 */
public final class KnownGrounds {
  /** The most that one receiver has: they travel with it, and their number stands in three bits. */
  public static final int MOST = 7;

  private final List<ReceivedGround> known = new ArrayList<>(1); // the one used last is the last
  private final List<Integer> arrived = new ArrayList<>(0);

  /**
   * {@return the ground of that name}
   *
   * @throws MalformedMessageException if one that came with the receiver is no ground
   */
  public @Nullable ReceivedGround find(long id, String channel) throws IpcException {
    openArrived(channel);
    for (int i = known.size() - 1; i >= 0; i--) {
      ReceivedGround ground = known.get(i);
      if (ground.id() == id) {
        if (i < known.size() - 1) {
          known.remove(i);
          known.add(ground);
        }
        return ground;
      }
    }
    return null;
  }

  /** {@return the ground whose message came last} */
  @Nullable ReceivedGround last() {
    return known.isEmpty() ? null : known.getLast();
  }

  /**
   * Keeps a sender's file.
   *
   * @param number from here on the ground's; the caller's still if null is returned, or this fails
   * @return null if it is not kept: then this message has to be read by calls, and the next one will bring the file again
   * @throws MalformedMessageException if it is no such file
   */
  public @Nullable ReceivedGround keep(int number, String channel) throws IpcException {
    if (known.size() >= MOST && !dropOne()) {
      return null;
    }
    ReceivedGround made = ReceivedGround.open(number, channel);
    if (made != null) {
      known.add(made);
      made.welcome();
    }
    return made;
  }

  // Whose sender is gone, or has not sent for longest. Its sender is told, and nothing of it may be under way.
  private boolean dropOne() {
    for (int i = 0; i < known.size(); i++) {
      ReceivedGround ground = known.get(i);
      if (ground.dismissed()) {
        known.remove(i);
        ground.forget();
        return true;
      }
    }
    return false;
  }

  /** Takes over the files that came with a receiver. */
  public void arrived(int[] numbers, int at, int count) {
    for (int i = 0; i < count; i++) {
      arrived.add(numbers[at + i]);
    }
  }

  private void openArrived(String channel) throws IpcException {
    while (!arrived.isEmpty()) {
      int number = arrived.removeLast();
      ReceivedGround made = null;
      try {
        made = ReceivedGround.open(number, channel);
      } finally {
        if (made == null) {
          boolean unused = Descriptors.discard(number);
        }
      }
      if (made != null) {
        known.addFirst(made);
      }
    }
  }

  /** Gets ready to travel. */
  public void prepare() {
    known.forEach(ReceivedGround::depart);
  }

  /** Ends {@link #prepare} when the receiver did not travel. */
  public void stayed() {
    known.forEach(ReceivedGround::stay);
  }

  /** {@return how many files travel with the receiver} */
  public int count() {
    return known.size() + arrived.size();
  }

  /** Writes their numbers into {@code numbers} from {@code at}. */
  public void put(int[] numbers, int at) {
    int next = at;
    for (ReceivedGround ground : known) {
      numbers[next++] = ground.number();
    }
    for (int number : arrived) {
      numbers[next++] = number;
    }
  }

  /** Gives all up. */
  public void forget() {
    for (int number : arrived) {
      boolean unused = Descriptors.discard(number);
    }
    arrived.clear();
    known.forEach(ReceivedGround::forget);
    known.clear();
  }
}
