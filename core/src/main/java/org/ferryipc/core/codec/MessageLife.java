package org.ferryipc.core.codec;

/**
 * The life of one received message, for a codec whose values go on reading the message's bytes where they lie. Belongs
 * to one message and one thread.
 */
public interface MessageLife {

  /**
   * Has {@code ended} run once, when the program releases the message: by {@link org.ferryipc.core.Delivery#close}, or
   * because it does not decode. It never runs if the program keeps the message. It must neither block nor throw.
   *
   * @throws IllegalStateException if that was asked for this message before
   */
  void whenReleased(Runnable ended);
}
