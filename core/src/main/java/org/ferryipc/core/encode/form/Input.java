package org.ferryipc.core.encode.form;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.Handle;
import org.ferryipc.core.Limits;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.failure.SerializationException;

/**
 * One message being checked and read: bytes of a peer, at positions that count from the first of them.
 *
 * <p>Nothing is believed: what lies behind a value must begin exactly where the last such thing ended, so no two parts of a
 * message share bytes, none is skipped, and nothing is allocated for a count that the bytes do not have.
 */
public abstract sealed class Input permits HeapInput, SegmentInput {
  private final int length;
  private final Limits limits;
  private final HandleSource source;
  private boolean forView;
  private List<Handle> taken = List.of(); // by a check, when nobody will read
  private int claimed;
  private int nextSlot;
  private boolean slotsMayJump;
  private int depth;

  Input(int length, Limits limits, HandleSource source) {
    this.length = length;
    this.limits = limits;
    this.source = source;
  }

  final int length() {
    return length;
  }

  abstract byte int8(int at);

  abstract short int16(int at);

  abstract int int32(int at);

  abstract long int64(int at);

  /** {@return a copy of bytes} */
  abstract byte[] bytes(int at, int count);

  /** {@return the text in UTF-8 bytes that were checked} */
  abstract String text(int at, int count);

  /** {@return how many UTF-16 units the UTF-8 bytes have, or a negative number if they are none} */
  abstract int units(int at, int count);

  /**
   * Says that the bytes will be a view: the check takes the handles, in the order of their slots, and passes over none, which
   * would be lost when the view is encoded again.
   *
   * @param handles whether there are any to take here
   */
  public void forView(boolean handles) {
    forView = true;
    if (handles) {
      taken = new ArrayList<>();
    }
  }

  /** {@return the handles that the check took} */
  public List<Handle> taken() {
    return taken;
  }

  /**
   * Checks a whole message of {@code root}, and that it has {@code slots} handles.
   *
   * @param slots -1 if that is not known here
   * @throws Problem if it is none
   */
  public void check(Form root, int slots) {
    if (length % 8 != 0) {
      throw Problem.bytes("the length is " + length + ", not a multiple of 8");
    }
    int at = claim(root.size());
    root.check(this, at);
    if (claimed != length) {
      throw Problem.bytes(length - claimed + " bytes behind the end");
    }
    if (slots >= 0 && slots != nextSlot && !(slotsMayJump && slots > nextSlot)) {
      throw Problem.bytes(slots + " handles came, " + nextSlot + " are named");
    }
  }

  final boolean bool(int at) {
    return int8(at) != 0;
  }

  final char char16(int at) {
    return (char) int16(at);
  }

  final float float32(int at) {
    return Float.intBitsToFloat(int32(at));
  }

  final double float64(int at) {
    return Double.longBitsToDouble(int64(at));
  }

  private int claim(long bytes) {
    int at = claimed;
    long end = at + ((bytes + 7) & -8);
    if (end > length) {
      throw Problem.bytes("needs " + end + " bytes of a message of " + length);
    }
    claimed = (int) end;
    int padding = (int) (end - at - bytes);
    if (padding > 0 && int64((int) end - 8) >>> 64 - 8 * padding != 0) { // the last bytes of the last word
      throw padded();
    }
    return at;
  }

  private static Problem padded() {
    return Problem.bytes("padding is not zero");
  }

  /** Requires zeros. */
  final void zeros(int at, int count) {
    for (int i = 0; i < count; i++) {
      if (int8(at + i) != 0) {
        throw padded();
      }
    }
  }

  /** Claims what the reference at {@code at} refers to. {@return how many things that is} */
  final int checkReference(int at, int each) {
    int count = int32(at);
    int distance = int32(at + 4);
    if (count == 0) {
      if (distance != 0) {
        throw Problem.bytes("nothing lies somewhere");
      }
      return 0;
    }
    if (count < 0 || (long) count * each > length - claimed) {
      throw Problem.bytes((count & 0xFFFF_FFFFL) + " elements in " + (length - claimed) + " bytes");
    }
    requireNext(at, distance);
    int unused = claim((long) count * each);
    return count;
  }

  private void requireNext(int at, int distance) {
    if (distance != claimed - at) {
      throw Problem.bytes("its content lies " + (distance & 0xFFFF_FFFFL) + " bytes on, not " + (claimed - at));
    }
  }

  /** {@return where that lies} */
  final int target(int at) {
    return at + int32(at + 4);
  }

  /** {@return how many things a reference refers to} */
  final int count(int at) {
    return int32(at);
  }

  /** {@return whether nothing is in the envelope}, if it is one that says so rightly */
  final boolean checkAbsent(int at) {
    if (int32(at + 4) != 0) {
      return false;
    }
    if (int32(at) != 0) {
      throw Problem.bytes("an empty envelope is not zero");
    }
    return true;
  }

  /** {@return whether something is in the envelope} */
  final boolean isPresent(int at) {
    return int32(at + 4) != 0;
  }

  /** {@return what {@link #checkHandles} must be told}: the next slot, or -1 if nobody knows which ones come */
  final int mark() {
    return slotsMayJump ? -1 : nextSlot;
  }

  /** Checks an envelope whose value of {@code size} bytes stands in it. */
  final void checkInPlace(int at, int size) {
    int says = int32(at + 4);
    if ((says & ~Output.WITH_HANDLES) != Output.IN_PLACE) {
      throw Problem.bytes("the envelope says " + says + " of what stands in it");
    }
    if (size < 4 && int32(at) >>> 8 * size != 0) {
      throw padded();
    }
  }

  /** Checks where the content of an envelope lies, and claims its first {@code size} bytes. {@return their position} */
  final int open(int at, int size) {
    int says = int32(at + 4);
    int bytes = says & ~Output.WITH_HANDLES;
    if (bytes <= 0 || bytes % 8 != 0 || bytes > length - claimed) {
      throw Problem.bytes("the envelope says " + (says & 0xFFFF_FFFFL) + " of " + (length - claimed) + " bytes left");
    }
    requireNext(at, int32(at));
    enter();
    return claim(size);
  }

  /** Checks that the content of an envelope, which began at {@code inside}, is as long as that says. */
  final void close(int at, int inside) {
    leave();
    int bytes = int32(at + 4) & ~Output.WITH_HANDLES;
    if (claimed - inside != bytes) {
      throw Problem.bytes("the envelope says " + bytes + " bytes and has " + (claimed - inside));
    }
  }

  /** Checks that an envelope says rightly whether there are handles in it. */
  final void checkHandles(int at, int mark) {
    if (mark >= 0) {
      boolean handles = slotsMayJump || nextSlot != mark;
      if (handles != ((int32(at + 4) & Output.WITH_HANDLES) != 0)) {
        throw Problem.bytes("the envelope says " + (handles ? "no" : "that it has") + " handles");
      }
    }
  }

  /** Passes over what this version does not know. */
  final void checkUnknown(int at) {
    if (checkAbsent(at)) {
      return;
    }
    int says = int32(at + 4);
    if ((says & Output.WITH_HANDLES) != 0) {
      if (forView) {
        throw Problem.bytes("handles in a member that a view does not know");
      }
      slotsMayJump = true;
    }
    int bytes = says & ~Output.WITH_HANDLES;
    if (bytes == Output.IN_PLACE) {
      return;
    }
    if (bytes <= 0 || bytes % 8 != 0 || bytes > length - claimed) {
      throw Problem.bytes("the envelope says " + (says & 0xFFFF_FFFFL) + " of " + (length - claimed) + " bytes left");
    }
    requireNext(at, int32(at));
    claimed += bytes;
  }

  /** Checks the envelopes of a table behind the {@code known} first ones, and that the last one is needed. */
  final void checkRest(int at, int known, int count) {
    int first = target(at);
    for (int i = known; i < count; i++) {
      checkUnknown(first + i * EnvelopeForm.SIZE);
    }
    if (count > 0 && !isPresent(first + (count - 1) * EnvelopeForm.SIZE)) {
      throw Problem.bytes("the table ends with an empty envelope");
    }
  }

  /** {@return where the envelope of an ordinal is}, or {@link OptionalForm#NOT_THERE} */
  final int entry(int at, int ordinal) {
    return ordinal <= count(at) ? target(at) + (ordinal - 1) * EnvelopeForm.SIZE : OptionalForm.NOT_THERE;
  }

  /** Goes a level down. */
  final void enter() {
    if (++depth > limits.depth()) {
      throw Problem.limit("depth", limits.depth(), depth);
    }
  }

  /** Comes up again. */
  final void leave() {
    depth--;
  }

  final int mostUnits() {
    return limits.stringLength();
  }

  /** Checks that the slot at {@code at} is the next one. */
  final void checkSlot(int at, HandleShape shape) {
    int slot = int32(at);
    if ((slotsMayJump ? slot < nextSlot : slot != nextSlot) || slot == Integer.MAX_VALUE) {
      throw Problem.bytes("handle slot " + (slot & 0xFFFF_FFFFL) + " where " + nextSlot + " is next");
    }
    nextSlot = slot + 1;
    if (taken instanceof ArrayList<Handle> all) {
      all.add(handle(at, shape));
    }
  }

  /** {@return the handle whose slot is at {@code at}} */
  final Handle handle(int at, HandleShape shape) {
    try {
      return source.take(int32(at), shape);
    } catch (SerializationException refused) {
      throw Problem.handle(refused);
    }
  }
}
