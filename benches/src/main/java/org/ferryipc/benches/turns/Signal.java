package org.ferryipc.benches.turns;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** What a player and the referee say to each other: single bytes. */
final class Signal {
  /** A player is ready for an iteration, and does nothing until it may play. */
  static final int READY = 'r';

  /** A player may play. */
  static final int GO = 'g';

  /** A player has played. */
  static final int DONE = 'd';

  /** What {@link #read} returns when the other side is gone. */
  static final int GONE = -1;

  private Signal() {}

  /** Says {@code signal}; does nothing if the other side is gone, which the next {@link #read} tells. */
  static void write(SocketChannel to, int signal) {
    try {
      int unused = to.write(ByteBuffer.wrap(new byte[] {(byte) signal}));
    } catch (IOException gone) {
      // said above
    }
  }

  /** {@return the next signal, waited for without limit, or {@link #GONE}} */
  static int read(SocketChannel from) {
    ByteBuffer one = ByteBuffer.allocate(1);
    try {
      return from.read(one) < 0 ? GONE : one.get(0);
    } catch (IOException reset) {
      return GONE; // it left with something of ours unread, or this side was closed
    }
  }
}
