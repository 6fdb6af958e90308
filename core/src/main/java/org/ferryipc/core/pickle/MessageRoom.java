package org.ferryipc.core.pickle;

import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.transport.Outgoing;

/** The buffer of a message that is being sent. */
final class MessageRoom extends Room {
  private final PayloadBuffer buffer;

  MessageRoom(PayloadBuffer buffer) {
    this.buffer = buffer;
  }

  @Override
  byte[] array() {
    return buffer.array();
  }

  @Override
  int end() {
    return Outgoing.HEAD_ROOM + buffer.length();
  }

  @Override
  int reserve(long more) throws LimitExceededException {
    return buffer.reserve(more);
  }

  @Override
  void advance(int count) {
    buffer.advance(count);
  }
}
