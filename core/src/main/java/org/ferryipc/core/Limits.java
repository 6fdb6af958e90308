package org.ferryipc.core;

/**
 * What one message may cost. Checked at the sender before anything moves, and at the receiver before anything is
 * allocated.
 *
 * @param messageBytes largest payload, in bytes of the encoded form (at most 2 GiB - 1024: a Java array's reach)
 * @param handles most handles in one message
 * @param depth deepest nesting of objects and lists
 * @param stringLength longest string, in UTF-16 units
 * @param queuedDescriptors how many handles make an in-process queue full, and most that one message in it may have; the
 *     kernel bounds its own queues
 */
public record Limits(int messageBytes, int handles, int depth, int stringLength, int queuedDescriptors) {

  /** Most handles that any message can have: what one crate of descriptors is tested to carry. */
  public static final int MAX_HANDLES = 4096;

  private static final int MAX_MESSAGE_BYTES = Integer.MAX_VALUE - 1024;
  // Deeper nesting than this overflows a default thread stack inside the codec before the limit is reached.
  private static final int MAX_DEPTH = 500;

  /** 64 MiB, 1,024 handles, depth 64, strings of 20 million characters, 4,096 queued descriptors. */
  public static final Limits DEFAULT = new Limits(64 << 20, 1024, 64, 20_000_000, 4096);

  /** Checks each value against its own bounds. */
  public Limits {
    check("messageBytes", messageBytes, 0, MAX_MESSAGE_BYTES);
    check("handles", handles, 0, MAX_HANDLES);
    check("depth", depth, 1, MAX_DEPTH);
    check("stringLength", stringLength, 0, MAX_MESSAGE_BYTES);
    check("queuedDescriptors", queuedDescriptors, 0, Integer.MAX_VALUE);
  }

  /** {@return these limits with another {@code messageBytes}} */
  public Limits withMessageBytes(int bytes) {
    return new Limits(bytes, handles, depth, stringLength, queuedDescriptors);
  }

  /** {@return these limits with another {@code handles}} */
  public Limits withHandles(int count) {
    return new Limits(messageBytes, count, depth, stringLength, queuedDescriptors);
  }

  /** {@return these limits with another {@code depth}} */
  public Limits withDepth(int levels) {
    return new Limits(messageBytes, handles, levels, stringLength, queuedDescriptors);
  }

  /** {@return these limits with another {@code stringLength}} */
  public Limits withStringLength(int units) {
    return new Limits(messageBytes, handles, depth, units, queuedDescriptors);
  }

  /** {@return these limits with another {@code queuedDescriptors}} */
  public Limits withQueuedDescriptors(int count) {
    return new Limits(messageBytes, handles, depth, stringLength, count);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(name + " is " + value + ", must be from " + least + " to " + most);
    }
  }
}
