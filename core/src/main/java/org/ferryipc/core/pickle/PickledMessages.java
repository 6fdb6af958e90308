package org.ferryipc.core.pickle;

import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import org.ferryipc.core.Limits;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.MessageLife;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.failure.StaleViewException;
import org.ferryipc.core.transport.PeerText;
import org.jspecify.annotations.Nullable;

/** Writes and reads messages of one type, each as a pickle with the smallest header. */
final class PickledMessages<T extends Pickled> implements MessageCodec<T> {
  private final String type;
  private final PickleCodec.Reading<T> reading;
  private final int longestText;
  private final Map<Type, HandleShape> shapes;

  PickledMessages(String type, PickleCodec.Reading<T> reading, Limits limits, Map<Type, HandleShape> shapes) {
    this.type = type;
    this.reading = reading;
    this.longestText = limits.stringLength();
    this.shapes = shapes;
  }

  @Override
  public void encode(T value, PayloadBuffer out, HandleSink handles)
      throws SerializationException, LimitExceededException {
    // Not pooled: who keeps a writer could write into another message with it.
    PickleWriter writer = new PickleWriter(new MessageRoom(out), handles, longestText, type);
    try {
      value.writeTo(writer);
    } catch (HandleStateException | StaleViewException of) {
      throw of;
    } catch (RuntimeException failed) {
      throw new SerializationException(type + ": writeTo: " + failed, failed);
    } catch (StackOverflowError tooDeep) {
      throw new SerializationException(type + ": the value is nested too deeply to write", tooDeep);
    } finally {
      writer.finish();
    }
  }

  @Override
  public T decode(byte[] bytes, int offset, int length, HandleSource handles) throws SerializationException {
    // The array is somebody else's behind this call, and what is borrowed must last.
    if (!Borrowing.COPIES) {
      return read(Arrays.copyOfRange(bytes, offset, offset + length), 0, length, handles, Lifetime.ENDLESS);
    }
    Lifetime reading = new Lifetime(); // of a reader that somebody keeps
    try {
      return read(bytes, offset, length, handles, reading);
    } finally {
      reading.run();
    }
  }

  @Override
  public T decode(byte[] bytes, int offset, int length, HandleSource handles, MessageLife life)
      throws SerializationException {
    Lifetime borrowed = new Lifetime();
    life.whenReleased(borrowed);
    return read(bytes, offset, length, handles, borrowed);
  }

  private T read(byte[] bytes, int offset, int length, HandleSource handles, Lifetime life)
      throws SerializationException {
    HeapBytes payload = new HeapBytes(bytes, offset + PickleHeader.BYTES);
    PickleReader reader =
        new PickleReader(payload, checkedPayload(bytes, offset, length), life, type, longestText, handles, shapes);
    @Nullable T value;
    try {
      value = reading.readFrom(reader);
    } catch (StackOverflowError tooDeep) {
      throw new SerializationException(type + ": the message is nested too deeply to read", tooDeep);
    } catch (VirtualMachineError ofAll) {
      throw ofAll;
    } catch (RuntimeException | Error failed) {
      // The reading may have put something of the peer's into it.
      throw new SerializationException(type + ": " + PeerText.printable(failed.toString()), failed);
    }
    if (value == null) {
      throw new SerializationException(type + ": a message is never null", null);
    }
    return value;
  }

  private int checkedPayload(byte[] bytes, int offset, int length) throws SerializationException {
    if (length < PickleHeader.BYTES) {
      throw new SerializationException(
          type + ": header: needs " + PickleHeader.BYTES + " bytes, the message has " + length, null);
    }
    long said = (int) HeapBytes.INT.get(bytes, offset) & 0xFFFF_FFFFL;
    int payload = length - PickleHeader.BYTES;
    if (said != payload) {
      throw new SerializationException(
          type + ": header: it says " + said + " bytes of payload, the message has " + payload, null);
    }
    if (Alignment.up(payload) != payload) {
      throw new SerializationException(
          type + ": payload: " + payload + " bytes are no multiple of " + Alignment.BYTES, null);
    }
    return payload;
  }
}
