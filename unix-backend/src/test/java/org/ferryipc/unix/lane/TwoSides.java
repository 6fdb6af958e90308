package org.ferryipc.unix.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;

/** Both sides of one lane in real memory, mapped twice as two processes do. */
final class TwoSides implements AutoCloseable {
  static final String CHANNEL = "channel";

  final SendingLane sending;
  final ReceivingLane receiving;

  TwoSides(int ringBytes) throws KernelException {
    LaneOffer offer = Objects.requireNonNull(SendingLane.offer(ringBytes));
    int received = Descriptors.duplicate(offer.descriptor()); // as a message would bring it
    sending = offer.sent();
    receiving = Objects.requireNonNull(ReceivingLane.accept(received, ringBytes, CHANNEL));
  }

  /** Sends {@code message}, which must find room. */
  void put(byte[] message) {
    assertThat(sending.put(message, 0, message.length)).isEqualTo(Put.PUT);
  }

  /** {@return the record that must be next} */
  byte[] take() throws MalformedMessageException {
    return take(receiving);
  }

  static byte[] take(ReceivingLane from) throws MalformedMessageException {
    assertThat(from.look(false)).isEqualTo(Look.RECORD);
    byte[] message = new byte[from.length()];
    from.copy(message, 0);
    from.taken();
    return message;
  }

  /** Lets both sides be as they are after very many bytes and frames, with nothing in between. */
  void goTo(long position, int frames) {
    LaneWords words = Objects.requireNonNull(receiving.words);
    assertThat(words.publish(sending.tail, position)).isTrue();
    words.setHead(position);
    words.setHint(frames);
    sending.tail = position;
    sending.headSeen = position;
    sending.frames = frames;
    receiving.head = position;
    receiving.published = position;
    receiving.tail = position;
    receiving.word = position;
    receiving.frames = frames;
  }

  @Override
  public void close() {
    sending.unmap();
    receiving.unmap();
  }
}
